import { describe, expect, it } from 'vitest';
import { isReadByAll, readByOthers } from './read-state.ts';

const readers = [
  { userId: 'a', readSeq: 0 },
  { userId: 'b', readSeq: 5 },
  { userId: 'c', readSeq: 3 },
];

describe('marks of a conversation', () => {
  it('a message is read when everybody but its sender has come so far', () => {
    expect(isReadByAll(3, 'a', readers)).toBe(true);
    expect(isReadByAll(4, 'a', readers)).toBe(false);
    expect(isReadByAll(3, 'b', readers)).toBe(false);
  });
  it('others have read as far as the slowest of them', () => {
    expect(readByOthers(readers, 'a')).toBe(3);
    expect(readByOthers(readers, 'c')).toBe(0);
    expect(readByOthers([{ userId: 'a', readSeq: 9 }], 'a')).toBe(0);
  });
});
