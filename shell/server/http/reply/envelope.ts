import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Envelope, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RawReply } from '@nephra/plugin-sdk/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstBytes } from '../../core/first-bytes.ts';
import { rowsWantedUntil } from '../../db/index.ts';
import { DATA_POLICY, setPolicyOfFile, UPLOAD_POLICY } from '../security-headers.ts';
import { byteRange } from './byte-range.ts';
import type { Outcome } from './outcome.ts';
import { exactly } from './exactly.ts';

const pack = promisify(gzip);
/** Below this an answer fits one network packet anyway. */
const WORTH_PACKING = 1400;

export const envelopeOf = (outcome: Exclude<Outcome, { kind: 'raw' }>, timestamp: number): Envelope =>
  outcome.kind === 'data'
    ? { code: EnvelopeCode.Ok, msg: outcome.msg, data: outcome.data, timestamp, extras: null }
    : { code: outcome.code, msg: outcome.msg, data: null, timestamp, extras: outcome.extras };

/** Names a header of the call that the answer depends on, besides those named before. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? name : `${[before].flat().join(', ')}, ${name}`);
}

/** Sends an envelope. `status` is 200 for every answer of a route (wire facts 1); only calls that are none get another. */
export async function sendEnvelope(request: FastifyRequest, reply: FastifyReply, envelope: Envelope, status = 200): Promise<void> {
  const text = JSON.stringify(envelope);
  reply.code(status).header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  setPolicyOfFile(reply, DATA_POLICY);
  const wanted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (wanted && text.length > WORTH_PACKING) {
    reply.header('content-encoding', 'gzip');
    addVary(reply, 'accept-encoding');
    await reply.send(await pack(text, { level: 4 }));
    return;
  }
  await reply.send(text);
}

const HEADER_SAFE = /[^\x20-\x7e]|["\\%]/g;

/** Both spellings: plain for old programs, RFC 6266 for names in Chinese. */
export const contentDisposition = (kind: 'attachment' | 'inline', fileName: string): string =>
  `${kind}; filename="${fileName.replace(HEADER_SAFE, '_')}"; filename*=UTF-8''${encodeURIComponent(fileName.replace(/\p{Cs}/gu, '\ufffd')).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/**
 * Sends bytes. They may come from people, so nothing inside them may run in a browser.
 * @param gone the caller left: what makes the bytes ends, rows that are being read included
 */
export async function sendRaw(reply: FastifyReply, raw: RawReply, gone: AbortSignal): Promise<void> {
  const content = contentOf(reply, raw);
  if (content instanceof Readable) {
    const drop = (): void => void content.destroy();
    gone.addEventListener('abort', drop, { once: true });
    if (gone.aborted) drop();
    await rowsWantedUntil(gone, () => firstBytes(content)).finally(() => gone.removeEventListener('abort', drop));
    // From here on the HTTP library ends the stream when the caller goes.
    gone.throwIfAborted();
  }
  reply
    .header('content-type', raw.contentType)
    .header('cache-control', raw.cacheSeconds ? `private, max-age=${raw.cacheSeconds}` : 'no-store')
    .header('content-security-policy', UPLOAD_POLICY);
  if (raw.disposition || raw.fileName) reply.header('content-disposition', contentDisposition(raw.disposition ?? 'attachment', raw.fileName ?? 'download'));
  if (content instanceof Readable) await reply.send(content);
  else await reply.header('content-length', content.length).send(content);
}

/** The whole, or the range of it that the caller asks for, with status and headers that say so. */
function contentOf(reply: FastifyReply, { content, ranged }: RawReply): RawReply['content'] {
  if (!ranged) return content;
  const { size, read } = ranged;
  const { headers } = reply.request;
  // Whoever asks "only if it is the same" has an older answer; the whole is right in any case.
  const range = headers['if-range'] === undefined ? byteRange(headers.range, size) : undefined;
  reply.header('accept-ranges', 'bytes');
  if (range === undefined) {
    reply.header('content-length', size);
    return content instanceof Readable ? exactly(content, size) : content;
  }
  if (content instanceof Readable) content.destroy();
  if (range === 'none') {
    reply.code(416).header('content-range', `bytes */${size}`);
    return Buffer.alloc(0);
  }
  reply
    .code(206)
    .header('content-range', `bytes ${range.from}-${range.to}/${size}`)
    .header('content-length', range.to - range.from + 1);
  return exactly(read(range.from, range.to), range.to - range.from + 1);
}
