import { randomBytes } from 'node:crypto';
import { isOutboundError, type OutboundReply } from '@nephra/plugin-sdk/server';
import { readSaid, type WechatSaid } from '../../domain/work/work-errors.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { WechatError } from './wechat-error.ts';

const CONNECT_MS = 4_000;
/** A person waits for a sign-in; a message has time, and its lane is held for 20 s by whoever sends. */
const TIMEOUT_MS = 7_000;
/** A film of 10 MB takes a while. */
const UPLOAD_MS = 60_000;
const MAX_BYTES = 12 * 1_048_576;
const OK = 200;

export interface WechatFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Text fields besides. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface WechatRequest {
  readonly path: `/${string}`;
  readonly query: Readonly<Record<string, string>>;
  /** Left out: a GET. */
  readonly body?: object;
  /** A file in place of it. */
  readonly file?: WechatFile;
  /** Doing it twice does no harm, so a lost answer is asked for once more. */
  readonly repeatable: boolean;
}

/** Names of files come from people; what ends a header is none of theirs. */
const quoted = (text: string): string => text.replace(/["\r\n\\]/g, '_');

function formOf({ fileName, contentType, content, fields }: WechatFile): { readonly contentType: string; readonly body: Buffer } {
  const boundary = `----wx${randomBytes(16).toString('hex')}`;
  const texts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="media"; filename="${quoted(fileName)}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(texts.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

async function once(ctx: ReadCtx, gateway: string, { path, query, body, file }: WechatRequest): Promise<OutboundReply> {
  const url = `${gateway}${path}?${new URLSearchParams(query)}`;
  const request = { url, connectTimeoutMs: CONNECT_MS, timeoutMs: file ? UPLOAD_MS : TIMEOUT_MS, maxBytes: MAX_BYTES };
  if (file) {
    const form = formOf(file);
    return await ctx.outbound.send({ ...request, method: 'POST', headers: { 'content-type': form.contentType }, body: form.body });
  }
  if (body === undefined) return await ctx.outbound.send({ ...request, method: 'GET' });
  return await ctx.outbound.send({ ...request, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/**
 * One exchange with the service. What certainly did not arrive is sent once more; so is a repeatable request whose answer was lost.
 * @param read the answer as it is understood; undefined for what the service does not say
 * @throws WechatError `not-listed`, `unreachable`, `no-answer`, `garbled`
 */
export async function exchangeFor<T>(ctx: ReadCtx, gateway: string, request: WechatRequest, read: (reply: OutboundReply) => T | undefined): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const reply = await once(ctx, gateway, request);
      const said = reply.status === OK ? read(reply) : undefined;
      // The page of a proxy says nothing about what the service did.
      if (said === undefined) throw new WechatError('garbled', { said: `HTTP ${reply.status}`, doubtful: true });
      return said;
    } catch (error) {
      if (!isOutboundError(error)) throw error;
      if (error.failure === 'not-allowed') throw new WechatError('not-listed');
      if (tries === 1 && (!error.sent || request.repeatable)) continue;
      throw error.sent ? new WechatError('no-answer', { doubtful: true }) : new WechatError('unreachable');
    }
  }
}

/** What the service said, success or not. @throws WechatError as above */
export const exchange = (ctx: ReadCtx, gateway: string, request: WechatRequest): Promise<WechatSaid> =>
  exchangeFor(ctx, gateway, request, ({ body }) => readSaid(body.toString('utf8')));
