import { describe, expect, it } from 'vitest';
import { alterStatements, createStatements, dropStatement, isWider } from './table-change.ts';
import { isFlaw, isSiteName, readShape, type SaidColumn, type SiteColumn, type SiteTable } from './table-shape.ts';

const key: SaidColumn = { field: 'id', dataType: 'varchar', dataLength: 36, primaryKey: 1 };
const read = (...columns: readonly SaidColumn[]) => readShape('sim_ward', '病区', [key, ...columns]);
const shape = (...columns: readonly SaidColumn[]): SiteTable => {
  const table = read(...columns);
  if (isFlaw(table)) throw new Error(table.key);
  return table;
};
const flaw = (...columns: readonly SaidColumn[]) => {
  const table = read(...columns);
  return isFlaw(table) ? [table.key, table.path] : 'no flaw';
};

describe('[2.5-06] names of a site’s tables and columns', () => {
  it.each(['ward', 'a1', 'select', 'x_'.padEnd(50, 'y')])('%s', (name) => expect(isSiteName(name)).toBe(true));
  it.each([
    ...['', 'Ward', '1a', '_a', 'a-b', 'a b', 'a"b', 'a.b', "a'b", 'a;drop table x', 'a\u0000', 'a\n', '病区', 'ａ', 'pg_x', 'ctid', 'xmin'],
    'x'.repeat(51),
  ])('not %j', (name) => expect(isSiteName(name)).toBe(false));
});

describe('[2.5-06] what a call says of a table', () => {
  it('is read with lengths in their one spelling; a key is never empty', () => {
    expect(shape({ field: 'price', dataType: 'decimal', dataLength: '10, 2' }, { field: 'note', dataType: 'text', dataLength: '5' }).columns).toEqual([
      { field: 'id', fieldName: '', dataType: 'varchar', dataLength: '36', allowNull: false, primaryKey: true },
      { field: 'price', fieldName: '', dataType: 'decimal', dataLength: '10,2', allowNull: true, primaryKey: false },
      { field: 'note', fieldName: '', dataType: 'text', dataLength: '', allowNull: true, primaryKey: false },
    ]);
    expect(
      shape({ field: 'a', dataType: 'varchar' }, { field: 'b', dataType: 'decimal' })
        .columns.slice(1)
        .map(({ dataLength }) => dataLength),
    ).toEqual(['50', '18,2']);
  });

  it.each<[string, string, SaidColumn]>([
    ['name-form', 'tableFieldList.1.field', { field: 'x"; drop table y', dataType: 'text' }],
    ['column-twice', 'tableFieldList.1.field', { field: 'id', dataType: 'text' }],
    ['type-unknown', 'tableFieldList.1.dataType', { field: 'a', dataType: 'text; drop' }],
    ['length-form', 'tableFieldList.1.dataLength', { field: 'a', dataType: 'varchar', dataLength: '4001' }],
    ['length-form', 'tableFieldList.1.dataLength', { field: 'a', dataType: 'varchar', dataLength: '0' }],
    ['length-form', 'tableFieldList.1.dataLength', { field: 'a', dataType: 'varchar', dataLength: '5) x' }],
    ['length-form', 'tableFieldList.1.dataLength', { field: 'a', dataType: 'decimal', dataLength: '39,2' }],
    ['length-form', 'tableFieldList.1.dataLength', { field: 'a', dataType: 'decimal', dataLength: '4,5' }],
    ['key-text', 'tableFieldList', { field: 'a', dataType: 'text', primaryKey: 1 }],
  ])('%s', (name, path, column) => expect(flaw(column)).toEqual([name, path]));

  it('without a key it is refused', () => {
    expect(readShape('sim_ward', '', [{ field: 'a', dataType: 'int' }])).toMatchObject({ key: 'no-key' });
    expect(readShape('core.user', '', [key])).toMatchObject({ key: 'name-form', path: 'table' });
  });
});

describe('[2.5-06] statements', () => {
  it('make a table with every name quoted and every word a literal', () => {
    expect(createStatements(shape({ field: 'note', fieldName: "O'Neil; --", dataType: 'text', allowNull: 0 }))).toEqual([
      'create table "site"."sim_ward" ("id" varchar(36) not null, "note" text not null, primary key ("id"))',
      `comment on table "site"."sim_ward" is '病区'`,
      `comment on column "site"."sim_ward"."note" is 'O''Neil; --'`,
    ]);
    expect(() => dropStatement('a"b')).toThrow(RangeError);
  });

  const before = shape({ field: 'a', dataType: 'varchar', dataLength: '10' }, { field: 'n', dataType: 'int' });
  const altered = (empty: boolean, ...columns: readonly SaidColumn[]) => alterStatements(before, shape(...columns), empty);
  const a: SaidColumn = { field: 'a', dataType: 'varchar', dataLength: '10' };
  const n: SaidColumn = { field: 'n', dataType: 'int' };

  it('are none where nothing changes', () => expect(altered(false, a, n)).toEqual([]));

  it('of a table with rows widen and add, and nothing else', () => {
    expect(altered(false, { ...a, dataLength: '20' }, { ...n, dataType: 'bigint' }, { field: 'x', dataType: 'datetime' })).toEqual([
      'alter table "site"."sim_ward" alter column "a" type varchar(20)',
      'alter table "site"."sim_ward" alter column "n" type bigint',
      'alter table "site"."sim_ward" add column "x" timestamptz',
    ]);
    expect(altered(false, a)).toMatchObject({ key: 'column-has-rows', params: { name: 'n' } });
    expect(altered(false, { ...a, dataLength: '9' }, n)).toMatchObject({ key: 'type-has-rows', path: 'tableFieldList.1' });
    expect(altered(false, a, n, { field: 'x', dataType: 'int', allowNull: 0 })).toMatchObject({ key: 'column-must-be-empty' });
    expect(altered(false, { ...a, allowNull: 0 }, n)).toMatchObject({ key: 'null-has-rows' });
    expect(altered(false, a, { ...n, primaryKey: 1 })).toMatchObject({ key: 'key-has-rows' });
  });

  it('of an empty table do whatever is wanted', () => {
    expect(altered(true, { ...a, allowNull: 0 })).toEqual([
      'alter table "site"."sim_ward" drop column "n"',
      'alter table "site"."sim_ward" alter column "a" set not null',
    ]);
    expect(altered(true, { ...a, dataType: 'datetime', dataLength: '' }, n)).toEqual([
      'drop table "site"."sim_ward"',
      ...createStatements(shape({ ...a, dataType: 'datetime', dataLength: '' }, n)),
    ]);
    expect(alterStatements(before, { ...before, table: 'sim_room' }, false)).toEqual(['alter table "site"."sim_ward" rename to "sim_room"']);
  });

  it.each<[SiteColumn['dataType'], string, SiteColumn['dataType'], string, boolean]>([
    ['int', '', 'decimal', '10,0', true],
    ['int', '', 'decimal', '10,1', false],
    ['bigint', '', 'decimal', '18,2', false],
    ['bigint', '', 'int', '', false],
    ['decimal', '10,2', 'decimal', '12,3', true],
    ['decimal', '10,2', 'decimal', '10,3', false],
    ['decimal', '10,2', 'decimal', '', true],
    ['decimal', '', 'decimal', '38,10', false],
    ['varchar', '50', 'text', '', true],
    ['text', '', 'varchar', '4000', false],
    ['int', '', 'text', '', false],
    ['datetime', '', 'text', '', false],
  ])('%s(%s) in %s(%s): %s', (from, fromLength, to, toLength, wider) => {
    const column = (dataType: SiteColumn['dataType'], dataLength: string): SiteColumn => ({
      field: 'a',
      fieldName: '',
      dataType,
      dataLength,
      allowNull: true,
      primaryKey: false,
    });
    expect(isWider(column(from, fromLength), column(to, toLength))).toBe(wider);
  });
});
