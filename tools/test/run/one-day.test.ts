import { expect, it } from 'vitest';
import { secondsToNewDay } from './one-day.mjs';

const journeys = { name: 'journeys', sameDay: true, seconds: 290 };
/** 16:00 UTC is midnight in the hospital. */
const at = (time: string) => Date.parse(`2026-11-28T${time}Z`);

it('a step of one day waits for midnight when that may come while it runs, and for nothing otherwise', () => {
  expect(secondsToNewDay(journeys, at('15:55:00'), 1)).toBe(305);
  expect(secondsToNewDay(journeys, at('15:50:00'), 1)).toBe(0);
  // Slower machines see midnight come sooner.
  expect(secondsToNewDay(journeys, at('15:50:00'), 3)).toBe(605);
  expect(secondsToNewDay(journeys, at('16:00:00'), 3)).toBe(0);
  expect(secondsToNewDay(journeys, at('02:00:00'), 3)).toBe(0);
});

it('what is not of one day begins at any time', () => {
  expect(secondsToNewDay({ seconds: 290 }, at('15:59:59'), 3)).toBe(0);
  expect(secondsToNewDay({ sameDay: true }, at('15:59:59'), 3)).toBe(0);
});
