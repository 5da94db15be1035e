import { expect, it } from 'vitest';
import { standingOf } from './quarantine.ts';

const MINUTE = 60_000;
const strike = (at: number) => ({ kind: 'hang', place: 'loop', at });

it('pauses grow, and after three times an administrator must say so', () => {
  expect(standingOf([], 0)).toEqual({ kind: 'free' });
  expect(standingOf([strike(0)], 30_000)).toMatchObject({ kind: 'paused', until: MINUTE, times: 1 });
  expect(standingOf([strike(0)], MINUTE)).toEqual({ kind: 'free' });
  const two = [strike(5 * MINUTE), strike(0)];
  expect(standingOf(two, 6 * MINUTE)).toMatchObject({ kind: 'paused', until: 15 * MINUTE, times: 2, last: { at: 5 * MINUTE } });
  const three = [...two, strike(20 * MINUTE)];
  expect(standingOf(three, 600 * MINUTE)).toMatchObject({ kind: 'quarantined', times: 3 });
  // A day later the first no longer count.
  expect(standingOf(three, 20 * MINUTE + 25 * 60 * MINUTE)).toEqual({ kind: 'free' });
});
