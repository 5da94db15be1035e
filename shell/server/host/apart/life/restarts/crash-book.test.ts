import { expect, it } from 'vitest';
import { CrashBook } from './crash-book.ts';

it('pauses grow, the third end within ten minutes is the last, and old ends are forgotten', () => {
  let now = 0;
  const book = new CrashBook(() => now);
  expect(book.note()).toBe(1_000);
  now = 11 * 60_000;
  expect(book.note()).toBe(1_000);
  now += 60_000;
  expect(book.note()).toBe(10_000);
  expect(book.isTooMany).toBe(false);
  now += 60_000;
  expect(book.note()).toBeUndefined();
  expect(book.isTooMany).toBe(true);
});
