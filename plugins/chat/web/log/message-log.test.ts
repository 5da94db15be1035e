import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChatMessage } from '../../contract/message.schema.ts';
import { type ChatLine, lineOfMessage, readContent } from './chat-line.ts';
import { byDay, gapAfter, mergeLines } from './message-log.ts';

const line = (seq: number, more: Partial<ChatLine> = {}): ChatLine => ({
  ...{ id: `m${seq}`, seq, clientId: '', senderId: 'u2', senderName: '王', senderIcon: '', sentAt: seq * 1_000, type: 'text', content: `n${seq}` },
  ...more,
});
const seqs = (lines: readonly ChatLine[]) => lines.map(({ seq }) => seq);

describe('messages that come in pieces', () => {
  test('property: any pieces in any order, some twice, give each once and in order', () => {
    const pieces = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (came) => {
        const log = came.reduce<readonly ChatLine[]>(
          (known, piece) =>
            mergeLines(
              known,
              piece.map((seq) => line(seq)),
            ),
          [],
        );
        expect(seqs(log)).toEqual([...new Set(came.flat())].sort((a, b) => a - b));
      }),
    );
  });

  test('property: what is missing is found from the first gap on, until nothing is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (known) => {
        let log = mergeLines(
          [],
          known.map((seq) => line(seq)),
        );
        for (let gap = gapAfter(log, () => false); gap !== undefined; gap = gapAfter(log, () => false)) log = mergeLines(log, [line(gap + 1)]);
        const [first = 0, last = 0] = [Math.min(...known), Math.max(...known)];
        expect(seqs(log)).toEqual(Array.from({ length: last - first + 1 }, (_, nth) => first + nth));
      }),
    );
  });

  test('a gap that the server has explained is none', () => {
    expect(gapAfter([line(1), line(5)], (seq) => seq === 1)).toBeUndefined();
    expect(gapAfter([line(1), line(5), line(7)], (seq) => seq === 1)).toBe(5);
  });

  test('the own name of a message stays when it comes once more without', () => {
    expect(mergeLines([line(1, { clientId: 'c1' })], [line(1), line(2)])[0]?.clientId).toBe('c1');
  });
});

test('a day stands above its messages, by the day in Shanghai', () => {
  const midnight = Date.UTC(2026, 10, 25, 16);
  const days = byDay([line(1, { sentAt: midnight - 1 }), line(2, { sentAt: midnight }), line(3, { sentAt: midnight + 5 })]);
  expect(days.map(({ day, lines }) => [day, seqs(lines)])).toEqual([
    ['2026-11-25', [1]],
    ['2026-11-26', [2, 3]],
  ]);
});

describe('content', () => {
  const stored = (contentType: ChatMessage['contentType'], content: string): ChatMessage => ({
    ...{ id: '1', seq: 1, sendUserId: 'u2', sendRealName: '王', sendHeadIcon: '', sendTime: 1, receiveUserId: 'u1', receiveTime: null },
    ...{ content, contentType, state: 0, clientId: '' },
  });

  test('[3-20] a picture is an object in a frame and JSON text in history; both read alike', () => {
    const picture = { path: '/api/file/Image/IM/a.png', width: 3, height: 4 };
    expect(readContent('image', picture)).toEqual({ type: 'image', content: picture });
    expect(lineOfMessage(stored('image', JSON.stringify(picture)))).toMatchObject({ type: 'image', content: picture });
  });

  test.each(['{', '[]', 'null', '{"path":1}', ''])('what is no picture is shown as the text that it came as: %s', (content) => {
    expect(lineOfMessage(stored('image', content))).toMatchObject({ type: 'text', content });
  });
});
