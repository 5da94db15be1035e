import type { Readable } from 'node:stream';

/**
 * Waits until a stream has something to say.
 * @throws what made it fail before its first byte: that can still be answered with a sentence.
 */
export async function firstBytes(content: Readable): Promise<void> {
  if (content.errored) throw content.errored;
  if (content.readableLength > 0 || content.readableEnded) return;
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: Error): void => {
      for (const event of ['readable', 'end', 'close', 'error']) content.off(event, settle);
      if (error instanceof Error) reject(error);
      else resolve();
    };
    for (const event of ['readable', 'end', 'close', 'error']) content.on(event, settle);
  });
}
