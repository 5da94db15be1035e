import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnLine, columnOfLine } from './column-line.ts';
import { rowCode, tableOfCode } from './bundled-row.ts';
import { isFlaw, readShape, SITE_TYPES } from './table-shape.ts';

it('[property] [2.5-06] a column that a bundle says in a line is read back as it was', () => {
  const columns = fc.uniqueArray(
    fc.record({
      field: fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/).filter((name) => !/^(?:pg_|tableoid$|xmin$|cmin$|xmax$|cmax$|ctid$)/.test(name)),
      fieldName: fc.string({ unit: 'grapheme', maxLength: 30 }),
      dataType: fc.constantFrom(...SITE_TYPES),
      allowNull: fc.constantFrom(0 as const, 1 as const),
    }),
    { selector: ({ field }) => field, minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(columns, (said) => {
      const whole = [{ field: 'zz_key', dataType: 'int', primaryKey: 1 as const }, ...said.filter(({ field }) => field !== 'zz_key')];
      const shape = readShape('sim_ward', 'SIM', whole);
      if (isFlaw(shape)) throw new Error(shape.key);
      const lines = shape.columns.map(columnLine);
      expect(
        readShape(
          'sim_ward',
          'SIM',
          lines.flatMap((line) => columnOfLine(line) ?? []),
        ),
      ).toEqual(shape);
    }),
  );
});

it('a line that says no column is none', () => {
  for (const line of ['', 'name', 'name varchar', 'name varchar(20) maybe', 'name varchar(1); drop table x optional'])
    expect(columnOfLine(line)).toBeUndefined();
  expect(columnLine({ field: 'price', fieldName: '单价', dataType: 'decimal', dataLength: '18,2', allowNull: true, primaryKey: false })).toBe(
    'price decimal(18,2) optional 单价',
  );
});

it('[property] codes of rows differ where their keys do, and name their table', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 3 }), fc.array(fc.string(), { minLength: 1, maxLength: 3 }), (one, other) => {
      expect(rowCode('sim_ward', one) === rowCode('sim_ward', other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(tableOfCode(rowCode('sim_ward', one))).toBe('sim_ward');
    }),
  );
});
