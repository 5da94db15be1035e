import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawInTurn } from './draw-in-turn.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('draws one per task, in the order they came', () => {
  const drawn: string[] = [];
  for (const name of ['a', 'b', 'c']) drawInTurn(() => drawn.push(name));
  expect(drawn).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(drawn).toEqual(['a']);
  vi.advanceTimersToNextTimer();
  expect(drawn).toEqual(['a', 'b']);
  vi.runAllTimers();
  expect(drawn).toEqual(['a', 'b', 'c']);
});

it('a drawing that was taken back is not made, and one that fails stops no other', () => {
  const drawn: string[] = [];
  drawInTurn(() => {
    throw new Error('no canvas');
  });
  const takeBack = drawInTurn(() => drawn.push('gone'));
  drawInTurn(() => drawn.push('kept'));
  takeBack();
  expect(() => vi.runAllTimers()).toThrow('no canvas');
  vi.runAllTimers();
  expect(drawn).toEqual(['kept']);
});

it('what is asked for while something is drawn comes after it', () => {
  const drawn: string[] = [];
  drawInTurn(() => {
    drawn.push('first');
    drawInTurn(() => drawn.push('second'));
  });
  vi.advanceTimersToNextTimer();
  expect(drawn).toEqual(['first']);
  vi.runAllTimers();
  expect(drawn).toEqual(['first', 'second']);
});
