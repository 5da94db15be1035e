import { describe, expect, it } from 'vitest';
import type { SiteColumn } from '../model/table-shape.ts';
import { type ForeignColumn, mappedColumns, mapType, selectedAs, syncVerdict } from './map-type.ts';
import { rowFlaw } from './row-flaw.ts';

const foreign = (over: Partial<ForeignColumn>): ForeignColumn => ({ name: 'a', type: 'text', length: '', nullable: true, keyPlace: 0, comment: '', ...over });

describe('[2.5-06] types of a copy', () => {
  it.each([
    ['int2', '', 'int', ''],
    ['int8', '', 'bigint', ''],
    ['bool', '', 'int', ''],
    ['numeric', '12,3', 'decimal', '12,3'],
    ['numeric', '', 'decimal', ''],
    // A scale below zero comes as a number above a thousand.
    ['numeric', '5,2046', 'decimal', ''],
    ['numeric', '100,2', 'decimal', ''],
    ['float8', '', 'decimal', ''],
    ['varchar', '30', 'varchar', '30'],
    ['varchar', '', 'text', ''],
    ['varchar', '4001', 'text', ''],
    ['bpchar', '2', 'varchar', '2'],
    ['date', '', 'datetime', ''],
    ['timestamptz', '', 'datetime', ''],
    ['uuid', '', 'varchar', '36'],
    ['jsonb', '', 'text', ''],
    ['_int4', '', 'text', ''],
    ['geometry', '', 'text', ''],
  ])('%s(%s) becomes %s(%s)', (type, length, dataType, dataLength) => expect(mapType({ type, length })).toEqual({ dataType, dataLength }));

  it('a key that is text is looked for, and a name that no table of the site has is told', () => {
    const { columns, odd } = mappedColumns([foreign({ name: 'code', keyPlace: 1, nullable: false }), foreign({ name: 'Big' })]);
    expect(columns[0]).toEqual({ field: 'code', fieldName: '', dataType: 'varchar', dataLength: '4000', allowNull: false, primaryKey: true });
    expect(odd).toBe('Big');
    expect([selectedAs({ type: 'bool' }, '"b"'), selectedAs({ type: 'int4' }, '"n"')]).toEqual(['"b"::int', '"n"']);
  });

  it('what the check answers: 0 go, 1 nothing to copy, 2 the target is missing, 3 it has rows', () => {
    expect([syncVerdict(true, { hasRows: false }), syncVerdict(false, undefined), syncVerdict(true, undefined), syncVerdict(true, { hasRows: true })]).toEqual([
      0, 1, 2, 3,
    ]);
  });
});

describe('[2.5-06] a row fits, or it is told why not: nothing is cut or rounded', () => {
  const column = (dataType: SiteColumn['dataType'], dataLength = '', allowNull = true): SiteColumn => ({
    ...{ field: 'a', fieldName: '', dataType, dataLength, allowNull, primaryKey: false },
  });
  it.each<[string | null, SiteColumn, string | undefined]>([
    [null, column('text'), undefined],
    [null, column('text', '', false), 'null'],
    ['甲乙', column('varchar', '2'), undefined],
    ['甲乙丙', column('varchar', '2'), 'too-long'],
    ['😀😀', column('varchar', '2'), undefined],
    ['2147483647', column('int'), undefined],
    ['2147483648', column('int'), 'number'],
    ['-2147483648', column('int'), undefined],
    ['-2147483649', column('int'), 'number'],
    ['1.0', column('int'), 'number'],
    ['9223372036854775807', column('bigint'), undefined],
    ['9223372036854775808', column('bigint'), 'number'],
    ['12.340', column('decimal', '4,2'), undefined],
    ['12.341', column('decimal', '4,2'), 'decimals'],
    ['123.4', column('decimal', '4,2'), 'number'],
    ['0012', column('decimal', '4,2'), undefined],
    ['NaN', column('decimal', '4,2'), 'number'],
    ['1e2', column('decimal', '4,2'), 'number'],
    ['NaN', column('decimal'), undefined],
  ])('%j', (value, into, reason) => expect(rowFlaw([value], [into])?.reason).toBe(reason));
});
