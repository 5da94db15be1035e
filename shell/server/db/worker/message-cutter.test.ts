import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageCutter } from './message-cutter.ts';

const framed = (type: string | undefined, body: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type ?? '', 'latin1'), length, body]);
};
const startUp = framed(undefined, Buffer.from('user\0postgres\0'));
const terminate = framed('X', Buffer.alloc(0));

const bodies = fc.array(fc.tuple(fc.constantFrom('Q', 'P', 'B', 'D', 'E', 'S'), fc.uint8Array({ maxLength: 40 })), { maxLength: 12 });
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 8 });

/** The stream in pieces, cut at the given places. */
function pieces(bytes: Buffer, places: readonly number[]): Buffer[] {
  const borders = [0, ...[...places].sort((a, b) => a - b).map((place) => Math.min(place, bytes.length)), bytes.length];
  return borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
}

describe('cutting the wire protocol', () => {
  test('however the stream is cut, only whole messages come out, in order and complete', () => {
    fc.assert(
      fc.property(bodies, cuts, (messages, places) => {
        const all = messages.map(([type, body]) => framed(type, body));
        const cutter = new MessageCutter();
        const out = pieces(Buffer.concat([startUp, ...all]), places).flatMap((piece) => cutter.push(piece));
        expect(out[0]?.kind).toBe('start-up');
        expect(Buffer.concat(out.slice(0, 1).map(({ bytes }) => bytes))).toEqual(startUp);
        expect(Buffer.concat(out.slice(1).map(({ bytes }) => bytes))).toEqual(Buffer.concat(all));
        const ends = new Set(all.map((_message, index) => Buffer.concat(all.slice(0, index + 1)).length));
        let reached = 0;
        for (const { bytes } of out.slice(1)) {
          reached += bytes.length;
          expect(ends.has(reached)).toBe(true);
        }
      }),
    );
  });

  test('the messages of one statement travel together', () => {
    const cutter = new MessageCutter();
    const statement = ['P', 'B', 'D', 'E', 'S'].map((type) => framed(type, Buffer.from('x')));
    expect(cutter.push(Buffer.concat([startUp, ...statement])).map(({ kind }) => kind)).toEqual(['start-up', 'messages']);
  });

  test('the farewell is set apart from what came before it', () => {
    const cutter = new MessageCutter();
    cutter.push(startUp);
    const out = cutter.push(Buffer.concat([framed('Q', Buffer.from('select 1\0')), terminate]));
    expect(out.map(({ kind }) => kind)).toEqual(['messages', 'terminate']);
  });

  test('bytes that cannot be the protocol are refused', () => {
    const cutter = new MessageCutter();
    expect(() => cutter.push(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(/not a PostgreSQL message/);
  });
});
