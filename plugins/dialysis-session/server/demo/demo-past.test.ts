import { expect, it } from 'vitest';
import type { DialysisPattern } from '../../../dialysis-file/contract/index.ts';
import { bedsideOf } from '../stand-ins.fixture.ts';
import { DEMO_DAYS, pastOf } from './demo-past.ts';

const TODAY = '2026-09-07';
/** 182 days before. */
const FROM = '2026-03-09';
const slot = (week: number, weekday: number) => ({ week, weekday, shiftId: 'early', stationId: 'S1', mode: null });
const base: DialysisPattern = {
  ...{ patternId: 'p', orgId: 'org-gz', patientId: 'pat-1', from: FROM, to: null, anchorMonday: FROM, remark: '', version: 1 },
  ...{ cycleWeeks: 1, everyDays: null, slots: [1, 3, 5].map((weekday) => slot(0, weekday)) },
};
const house = { bedside: new Map([['pat-1', bedsideOf('pat-1')]]), histories: new Map(), days: DEMO_DAYS };

it.each([
  ['three a week', {}, 78],
  ['five in two weeks', { cycleWeeks: 2, slots: [slot(0, 1), slot(0, 3), slot(0, 5), slot(1, 1), slot(1, 5)] }, 65],
  ['every other day', { everyDays: 2, slots: [slot(0, 1)] }, 91],
])('treatments of 26 weeks, %s: the same each time, on the days of the pattern, some of them missed', (_what, over, wanted) => {
  const past = () => pastOf(house, { ...base, ...over }, new Map(), FROM, TODAY).map(({ day }) => day);
  const days = past();
  expect(days).toEqual(past());
  expect(new Set(days).size).toBe(days.length);
  expect([(days[0] ?? '') >= FROM, (days.at(-1) ?? '') < TODAY]).toEqual([true, true]);
  expect(days.length).toBeLessThanOrEqual(wanted);
  expect(days.length).toBeGreaterThan(wanted * 0.9);
});
