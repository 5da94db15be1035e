import { describe, expect, it } from 'vitest';
import { pairOf, peerOf } from './peer.ts';

describe('sides of a conversation', () => {
  it('are the same whoever began, and each sees the other', () => {
    const pair = { kind: 'person' as const, ...pairOf('user-b', 'user-a') };
    expect(pairOf('user-a', 'user-b')).toEqual(pairOf('user-b', 'user-a'));
    expect([peerOf(pair, 'user-a'), peerOf(pair, 'user-b')]).toEqual(['user-b', 'user-a']);
  });
  it('of a group are the group for everybody', () => {
    expect(peerOf({ kind: 'group', lowId: 'g1', highId: '' }, 'user-a')).toBe('group-g1');
  });
});
