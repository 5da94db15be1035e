import { read, readSync, writeSync } from 'node:fs';
import { type Frame, FrameCutter, frameOf } from '../wire/frames.ts';
import { Outbox } from '../wire/outbox.ts';

/** Numbers of the pipes that the server opened. */
const CHANNEL = 3;
const QUESTIONS = 4;
const CHUNK_BYTES = 64 * 1024;
const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/** Reads and writes by number and not through sockets: no object of the channel is ever in reach of a package. */
function writeWhole(pipe: number, frame: Buffer): void {
  for (let at = 0; at < frame.length; ) {
    try {
      at += writeSync(pipe, frame, at);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

const outbox = new Outbox((bytes) => writeWhole(CHANNEL, bytes));
export const sendFrame = (frame: Buffer): void => outbox.send(frame);
/** Sends it with the next frame. */
export const holdFrame = (frame: Buffer): void => outbox.hold(frame);

/** Hears messages until the server is gone. */
export function hearFrames(heard: (frame: Frame) => void, gone: () => void): void {
  const cutter = new FrameCutter();
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const next = (): void => {
    read(CHANNEL, chunk, 0, chunk.length, null, (error, bytes) => {
      if (error && isBusy(error)) return next();
      if (error || bytes === 0) return gone();
      // A copy: parts of a message are views of it.
      const piece = Buffer.from(chunk.subarray(0, bytes));
      next();
      for (const frame of cutter.push(piece)) heard(frame);
    });
  };
  next();
}

const answers = new FrameCutter();
const answer = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Asks and stands still until the answer is there. */
export function askStandingStill(head: object, parts: readonly Uint8Array[]): Frame {
  outbox.flush();
  writeWhole(QUESTIONS, frameOf(head, parts));
  for (;;) {
    let bytes = 0;
    try {
      bytes = readSync(QUESTIONS, answer, 0, answer.length, null);
      if (bytes === 0) throw new Error('the server is gone');
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    const [frame] = answers.push(Buffer.from(answer.subarray(0, bytes)));
    if (frame) return frame;
  }
}
