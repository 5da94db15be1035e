import { dayAfter, weekdayOf } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { demoRestDay, demoWeekdays } from '../contract/demo-week.ts';

const WEEK = Array.from({ length: 7 }, (_, at) => dayAfter('2026-11-23', at));

it('whatever day the demo begins on, somebody is planned for it, and nobody for the day of rest', () => {
  for (const today of WEEK) {
    const planned = [...demoWeekdays([1, 3, 5], today), ...demoWeekdays([2, 4, 6], today)];
    expect(planned).toContain(weekdayOf(today));
    expect([...planned, demoRestDay(today)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  }
});

it('plans stay as they are written on every day but Sunday', () => {
  expect(WEEK.map((today) => demoWeekdays([2, 5], today))).toEqual([...Array(6).fill([2, 5]), [3, 6]]);
  expect(WEEK.map(demoRestDay)).toEqual([7, 7, 7, 7, 7, 7, 1]);
});
