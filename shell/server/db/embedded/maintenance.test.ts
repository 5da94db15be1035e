import { describe, expect, test } from 'vitest';
import { careFor, type TableActivity } from './maintenance.ts';

const table = (live: number, dead: number, modified = 0): TableActivity => ({ schema: 's', table: 't', live, dead, modified });
const commands = (...tables: TableActivity[]): string[] => careFor(tables).map(({ command }) => command);

describe('which tables need care', () => {
  test('a small or quiet table is left alone', () => {
    expect(commands(table(0, 50), table(1_000, 250), table(1_000_000, 1_000, 1_000))).toEqual([]);
  });

  test('a table with many dead rows is vacuumed', () => {
    expect(commands(table(0, 51), table(1_000, 251))).toEqual(['VACUUM (ANALYZE)', 'VACUUM (ANALYZE)']);
  });

  test('a table that only grew gets fresh statistics', () => {
    expect(commands(table(1_000, 0, 151))).toEqual(['ANALYZE']);
  });
});
