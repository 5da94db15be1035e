import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 32 * 1_048_576;

/** The whole body of a request. @throws Error when the caller goes away or sends more than `maxBytes` */
export async function readBody(request: IncomingMessage, maxBytes = MAX_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > maxBytes) throw new Error('body too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
