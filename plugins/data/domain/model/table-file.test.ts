import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTableFile, tableFileText } from './table-file.ts';
import { isFlaw, readShape, SITE_TYPES } from './table-shape.ts';

const LIMITS = { maxColumns: 6, maxComment: 30 };
const key = { field: 'id', fieldName: '', dataType: 'varchar', dataLength: '36', allowNull: 0 as const, primaryKey: 1 as const };
const file = (over: object = {}) =>
  JSON.stringify({ kind: 'nephra-site-table', format: 1, tableInfo: { table: 'sim_ward', tableName: '病区' }, tableFieldList: [key], ...over });
const read = (text: string) => {
  const table = readTableFile(text, LIMITS);
  return isFlaw(table) ? [table.key, table.path] : table.table;
};

describe('[2.5-06] the shape of a table as a file', () => {
  it('[property] is read back as it was, whatever its columns are called', () => {
    const columns = fc.uniqueArray(
      fc.record({
        field: fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/).filter((name) => !/^(?:pg_|tableoid$|xmin$|cmin$|xmax$|cmax$|ctid$|id$)/.test(name)),
        fieldName: fc.string({ unit: 'grapheme', maxLength: 10 }),
        dataType: fc.constantFrom(...SITE_TYPES),
        allowNull: fc.constantFrom(0 as const, 1 as const),
      }),
      { selector: ({ field }) => field, maxLength: 5 },
    );
    fc.assert(
      fc.property(columns, fc.string({ unit: 'grapheme', maxLength: 10 }), (said, tableName) => {
        const shape = readShape('sim_ward', tableName, [key, ...said]);
        if (isFlaw(shape)) throw new Error(shape.key);
        expect(readTableFile(tableFileText(shape), { maxColumns: 6, maxComment: 200 })).toEqual(shape);
      }),
    );
  });

  it.each([
    ['{', 'table-file-unreadable'],
    ['[]', 'table-file-other'],
    [file({ kind: 'nephra-bill-rule' }), 'table-file-other'],
    [file({ format: 2 }), 'table-file-other'],
    [file({ tableFieldList: {} }), 'table-file-other'],
    [file({ tableFieldList: Array.from({ length: 7 }, () => key) }), 'table-file-large'],
    [file({ tableInfo: { table: 'sim_ward', tableName: '长'.repeat(31) } }), 'table-file-large'],
    [file({ tableInfo: { table: 'core.user', tableName: '' } }), 'name-form'],
    [file({ tableFieldList: [null] }), 'name-form'],
    [file({ tableFieldList: [{ ...key, dataType: 'text; drop' }] }), 'type-unknown'],
    [file({ tableFieldList: [{ ...key, primaryKey: 0 }] }), 'no-key'],
  ])('%s is refused: %s', (text, flaw) => expect(read(text)).toEqual([flaw, 'file']));

  it('may begin with a byte order mark', () => expect(read(`\uFEFF${file()}`)).toBe('sim_ward'));

  it('[property] whatever stands in it, it is a table or a flaw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (tableInfo, tableFieldList) => {
        expect(() => readTableFile(file({ tableInfo, tableFieldList }), LIMITS)).not.toThrow();
      }),
    );
  });
});
