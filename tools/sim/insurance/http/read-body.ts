import type { IncomingMessage } from 'node:http';

const MAX_BYTES = 32 * 1024 * 1024;

/** @throws Error when the caller goes away or sends too much */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BYTES) throw new Error('body too large');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
