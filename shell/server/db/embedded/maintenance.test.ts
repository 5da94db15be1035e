import { describe, expect, test } from 'vitest';
import { careFor, nightHasCome, type TableActivity } from './maintenance.ts';

const table = (live: number, dead: number, modified = 0, added = 0): TableActivity => ({ schema: 's', table: 't', live, dead, modified, added });
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
    expect(commands(table(1_000, 0, 151, 1_200))).toEqual(['ANALYZE']);
  });

  test('a table that grew by a thousand rows and more is vacuumed: an import of many', () => {
    expect(commands(table(10_000, 0, 9_900, 9_900), table(1_000, 0, 0, 1_201))).toEqual(['VACUUM (ANALYZE)', 'VACUUM (ANALYZE)']);
    expect(commands(table(1_000_000, 0, 0, 201_000))).toEqual([]);
  });
});

describe('the nightly vacuum', () => {
  const at = (instant: string, today: string) => ({ now: () => new Date(instant), today: () => today });

  test('comes once a day, from three in the morning of Shanghai on', () => {
    expect(nightHasCome('2026-03-01', at('2026-03-01T18:59:00Z', '2026-03-02'))).toBe(false);
    expect(nightHasCome('2026-03-01', at('2026-03-01T19:00:00Z', '2026-03-02'))).toBe(true);
    expect(nightHasCome('2026-03-02', at('2026-03-01T20:00:00Z', '2026-03-02'))).toBe(false);
  });

  test('is made up for later when the system was off at night', () => {
    expect(nightHasCome('2026-02-27', at('2026-03-02T06:00:00Z', '2026-03-02'))).toBe(true);
  });
});
