import { expect, it } from 'vitest';
import { columnGuard } from './column-guard.ts';

interface Row {
  name: string;
  cost?: number;
  margin?: number;
}
const row: Row = { name: 'Heparin', cost: 30, margin: 2 };
const caller = (...codes: string[]) => ({ can: (code: string) => codes.includes(code) });

it('[6-04] a column that is not granted is missing from the row', () => {
  const guard = columnGuard<Row>(caller('drug#column:margin'), 'drug', { cost: ['cost'], margin: ['margin'] });
  expect(Object.keys(guard(row))).toEqual(['name', 'margin']);
  expect(row.cost).toBe(30);
});

it('whoever holds all columns gets the row itself', () => {
  expect(columnGuard<Row>(caller('drug#column:cost'), 'drug', { cost: ['cost', 'margin'] })(row)).toBe(row);
});

it('only members that may be missing can be withheld', () => {
  // @ts-expect-error `name` is always there
  columnGuard<Row>(caller(), 'drug', { name: ['name'] });
});
