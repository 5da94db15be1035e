import { describe, expect, it } from 'vitest';
import { type KeptBackup, surplusBackups } from './keep.ts';
import { lateSince } from './late.ts';

const DAY = 86_400_000;
const backup = (day: string, over: Partial<KeptBackup> = {}): KeptBackup => ({
  id: day,
  day,
  at: Date.parse(`${day}T01:30:00+08:00`),
  good: true,
  proven: false,
  ...over,
});
/** One each night, from this day on. */
const nights = (from: string, count: number): KeptBackup[] =>
  Array.from({ length: count }, (_, n) => backup(new Date(Date.parse(`${from}T00:00:00Z`) + n * DAY).toISOString().slice(0, 10)));
const keptOf = (all: readonly KeptBackup[], rule: Parameters<typeof surplusBackups>[1]): string[] => {
  const gone = new Set(surplusBackups(all, rule));
  return all.filter(({ id }) => !gone.has(id)).map(({ id }) => id);
};

describe('which backups are kept', () => {
  it('[2.5-06] days, weeks from Monday to Sunday, and months: the newest of each', () => {
    // 2026-03-31 is a Tuesday.
    const all = nights('2026-01-01', 90);
    expect(all.at(-1)?.day).toBe('2026-03-31');
    expect(keptOf(all, { days: 3, weeks: 3, months: 3 })).toEqual(['2026-01-31', '2026-02-28', '2026-03-22', '2026-03-29', '2026-03-30', '2026-03-31']);
    expect(keptOf(all, { days: 1, weeks: 0, months: 0 })).toEqual(['2026-03-31']);
  });

  it('of two on one day the newer one, and what the rule keeps once it keeps again', () => {
    const all = [...nights('2026-03-01', 3), backup('2026-03-03', { id: 'noon', at: Date.parse('2026-03-03T12:00:00+08:00') })];
    const rule = { days: 2, weeks: 0, months: 0 };
    expect(surplusBackups(all, rule)).toEqual(['2026-03-01', '2026-03-03']);
    expect(surplusBackups([...all].reverse(), rule)).toEqual(['2026-03-01', '2026-03-03']);
    const left = all.filter(({ id }) => id === 'noon' || id === '2026-03-02');
    expect(surplusBackups(left, rule)).toEqual([]);
  });

  it('a server that stood still for a year loses none by waking up', () => {
    const all = [...nights('2025-01-01', 3), backup('2026-03-01')];
    expect(keptOf(all, { days: 3, weeks: 0, months: 0 })).toEqual(['2025-01-02', '2025-01-03', '2026-03-01']);
  });

  it('the last good one stays, however many bad ones came after it and whatever the rule says', () => {
    const bad = { good: false };
    const all = [backup('2026-03-01'), backup('2026-03-02', bad), backup('2026-03-03', bad)];
    expect(surplusBackups(all, { days: 1, weeks: 0, months: 0 })).toEqual([]);
    expect(surplusBackups(all, { days: 0, weeks: 0, months: 0 })).toEqual([]);
    expect(surplusBackups([...all, backup('2026-03-04')], { days: 1, weeks: 0, months: 0 })).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
  });

  it('the last one that was proven stays beside newer ones that were not', () => {
    const all = [backup('2026-03-01', { proven: true }), backup('2026-03-02', { proven: true }), ...nights('2026-03-03', 5)];
    expect(keptOf(all, { days: 2, weeks: 0, months: 0 })).toEqual(['2026-03-02', '2026-03-06', '2026-03-07']);
  });

  it('of none nothing goes', () => {
    expect(surplusBackups([], { days: 7, weeks: 5, months: 12 })).toEqual([]);
    expect(surplusBackups([backup('2026-03-01', { good: false })], { days: 1, weeks: 0, months: 0 })).toEqual([]);
  });
});

it('[2.5-06] a backup is missing once its moment and three hours have passed', () => {
  const due = Date.parse('2026-03-02T01:30:00+08:00');
  expect(lateSince(due, due - 1)).toBe(0);
  expect(lateSince(due, due + 3 * 3_600_000)).toBe(0);
  expect(lateSince(due, due + 3 * 3_600_000 + 1)).toBe(due);
});
