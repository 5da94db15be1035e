import type { PGlite } from '@electric-sql/pglite';
import { describe, expect, test } from 'vitest';
import { EngineSession } from './engine-session.ts';

const message = (type: string, text: string): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(Buffer.byteLength(text) + 4, 1);
  return Buffer.concat([head, Buffer.from(text)]);
};
const startUp = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);

/** Records what the engine is asked; `loop` is what its main loop does. */
function recordingEngine(inTransaction: boolean, loop: () => void = () => {}) {
  const asked: string[] = [];
  const main = { _PostgresMainLoopOnce: loop };
  const engine = {
    Module: main,
    isInTransaction: () => inTransaction,
    execProtocolRawStream: async (bytes: Uint8Array, { onRawData }: { onRawData: (part: Uint8Array) => void }) => {
      asked.push(bytes[0] === 0 ? 'start-up' : Buffer.from(bytes.subarray(5)).toString().replaceAll('\0', '') || 'sync');
      onRawData(Uint8Array.of(1));
      main._PostgresMainLoopOnce();
    },
  };
  // The session uses these three members only.
  return { engine: engine as unknown as PGlite, asked };
}

describe('lending the one session of the engine', () => {
  test('a farewell rolls back and clears everything before the next connection', async () => {
    const { engine, asked } = recordingEngine(true);
    const session = new EngineSession(
      engine,
      () => {},
      () => {},
    );
    await session.receive(1, Buffer.concat([startUp, message('Q', 'begin\0')]));
    await session.receive(1, message('X', ''));
    await session.receive(2, startUp);
    expect(asked).toEqual(['start-up', 'begin', 'sync', 'ROLLBACK', 'DISCARD ALL', 'start-up']);
  });

  test('another connection without a farewell of the first clears as well, and late bytes of the first are dropped', async () => {
    const { engine, asked } = recordingEngine(false);
    const replies: number[] = [];
    const session = new EngineSession(
      engine,
      (connection) => replies.push(connection),
      () => {},
    );
    await session.receive(1, startUp);
    await session.end(1);
    await session.receive(2, startUp);
    await session.receive(1, message('Q', 'late\0'));
    expect(asked).toEqual(['start-up', 'sync', 'DISCARD ALL', 'start-up']);
    expect(replies).toEqual([1, 2]);
  });

  test('a failed statement is not the end, anything else is: its memory cannot be trusted', async () => {
    const broken: unknown[] = [];
    for (const error of [Object.assign(new Error('statement'), { status: 100 }), Object.assign(new Error('panic'), { status: 1 }), new Error('trap')]) {
      const { engine } = recordingEngine(false, () => {
        throw error;
      });
      const session = new EngineSession(
        engine,
        () => {},
        (reason) => broken.push(reason),
      );
      await expect(session.receive(1, startUp)).rejects.toBe(error);
    }
    expect(broken.map(String)).toEqual(['Error: panic', 'Error: trap']);
  });
});
