import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../contract/conversation.contract.ts';
import {
  type Arrival,
  answered,
  arrived,
  type ConversationState,
  marked,
  markedByPeer,
  mustAskAfter,
  newestFirst,
  newState,
  unreadOf,
} from './conversation-state.ts';

const row = (more: Partial<Conversation> = {}): Conversation => ({
  ...{ id: 'u2', account: 'nurse', realName: '王', headIcon: '', latestMessage: '', messageType: 'text', latestDate: 0, unreadMessage: 0 },
  ...{ kind: 'person', latestUserId: '', latestUserName: '', latestSeq: 0, readSeq: 0, peerReadSeq: 0, open: true },
  ...more,
});
const message = (latestSeq: number, mine = false): Arrival => ({
  ...{
    latestMessage: `n${latestSeq}`,
    messageType: 'text',
    latestDate: latestSeq * 1_000,
    latestUserId: mine ? 'u1' : 'u2',
    latestUserName: '',
    latestSeq,
    mine,
  },
});

describe('[4-09] an incoming message', () => {
  test('counts when it is from the other side, and stands as the newest one', () => {
    const state = arrived(arrived(newState(row()), message(1)), message(2, true));
    expect([unreadOf(state), state.row.latestMessage]).toEqual([1, 'n2']);
  });

  test('that comes twice, or is older than what the list said, counts once', () => {
    const listed = answered(undefined, row({ latestSeq: 5, unreadMessage: 2, latestMessage: 'n5' }));
    const state = [message(4), message(6), message(6), message(5)].reduce(arrived, listed);
    expect([unreadOf(state), state.row.latestMessage]).toEqual([3, 'n6']);
  });

  test('that came while the list was on its way is not lost', () => {
    const waiting = arrived(newState(row()), message(3));
    expect(unreadOf(answered(waiting, row({ latestSeq: 2, unreadMessage: 2 })))).toBe(3);
    expect(unreadOf(answered(waiting, row({ latestSeq: 3, unreadMessage: 3 })))).toBe(3);
    expect(answered(waiting, row({ latestSeq: 2 })).row.latestMessage).toBe('n3');
  });
});

describe('[4-08] reading', () => {
  test('clears what is unread, and an answer from before does not bring it back', () => {
    const read = marked(arrived(answered(undefined, row({ latestSeq: 5, unreadMessage: 2 })), message(6)), 6);
    expect(unreadOf(read)).toBe(0);
    expect(unreadOf(answered(read, row({ latestSeq: 6, unreadMessage: 3, readSeq: 3 })))).toBe(0);
    expect(unreadOf(arrived(read, message(6)))).toBe(0);
  });

  test('of a part in another window: only the server knows what is left of those that it counted', () => {
    const listed = answered(undefined, row({ latestSeq: 5, unreadMessage: 2 }));
    expect([mustAskAfter(listed, 4), mustAskAfter(listed, 5), mustAskAfter(marked(listed, 5), 4)]).toEqual([true, false, false]);
  });

  test('marks never go back', () => {
    const state = markedByPeer(marked(markedByPeer(marked(newState(row()), 7), 6), 3), 2);
    expect([state.row.readSeq, state.row.peerReadSeq]).toEqual([7, 6]);
  });
});

test('[4-09] the newest conversation stands on top', () => {
  const states = [row({ id: 'a', latestDate: 1 }), row({ id: 'b', latestDate: 3 }), row({ id: 'c', latestDate: 2 })].map(newState);
  expect(states.sort(newestFirst).map((state) => state.row.id)).toEqual(['b', 'c', 'a']);
});

/** What a conversation on the server goes through, and what of it reaches the page and when. */
type Step = { readonly kind: 'theirs' | 'mine' | 'read' | 'list' | 'again' };
const steps = fc.array(fc.constantFrom<Step>({ kind: 'theirs' }, { kind: 'mine' }, { kind: 'read' }, { kind: 'list' }, { kind: 'again' }), { maxLength: 60 });

test('property: unread is what the server counts, whatever comes twice and between, and never below 0', () => {
  fc.assert(
    fc.property(steps, (history) => {
      let state: ConversationState = newState(row());
      const wrote: boolean[] = [];
      let read = 0;
      const unread = () => wrote.filter((mine, nth) => !mine && nth + 1 > read).length;
      for (const { kind } of history) {
        if (kind === 'theirs' || kind === 'mine') {
          wrote.push(kind === 'mine');
          state = arrived(state, message(wrote.length, kind === 'mine'));
        } else if (kind === 'read') {
          read = wrote.length;
          state = marked(state, read);
        } else if (kind === 'list') {
          state = answered(state, row({ latestSeq: wrote.length, unreadMessage: unread(), readSeq: read }));
        } else {
          // Frames may come once more after a connection was lost.
          wrote.forEach((mine, nth) => {
            state = arrived(state, message(nth + 1, mine));
          });
        }
        expect(unreadOf(state)).toBe(unread());
        expect(unreadOf(state)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
