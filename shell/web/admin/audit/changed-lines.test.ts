import { expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

it('marks the lines that differ, on both sides', () => {
  const found = changedLines(json({ name: 'a', state: 1 }), json({ name: 'a', state: 0 }));
  expect([...found.before]).toEqual([2]);
  expect([...found.after]).toEqual([2]);
});

it('marks what was added, not the comma before it', () => {
  const found = changedLines(json({ codes: ['x'] }), json({ codes: ['x', 'y'] }));
  expect([...found.before]).toEqual([]);
  expect([...found.after]).toEqual([3]);
});

it('marks nothing when one side is missing', () => {
  expect(changedLines('', json({ a: 1 })).after.size).toBe(0);
});
