import { isOutboundError, type OutboundReply } from '@nephra/plugin-sdk/server';
import { readSaid, type WorkSaid } from '../../domain/work/work-errors.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { WorkError } from './work-error.ts';

const CONNECT_MS = 4_000;
/** A person waits for a sign-in; a message has time, and its lane is held for 20 s by whoever sends. */
const TIMEOUT_MS = 7_000;
const MAX_BYTES = 8 * 1_048_576;
const OK = 200;

export interface WorkRequest {
  readonly path: `/cgi-bin/${string}`;
  readonly query: Readonly<Record<string, string>>;
  /** Left out: a GET. */
  readonly body?: object;
  /** Doing it twice does no harm, so a lost answer is asked for once more. */
  readonly repeatable: boolean;
}

async function once(ctx: ReadCtx, gateway: string, { path, query, body }: WorkRequest): Promise<OutboundReply> {
  const url = `${gateway}${path}?${new URLSearchParams(query)}`;
  const request = { url, connectTimeoutMs: CONNECT_MS, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  if (body === undefined) return await ctx.outbound.send({ ...request, method: 'GET' });
  return await ctx.outbound.send({ ...request, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/**
 * One exchange with the service: what it said, success or not. What certainly did not arrive is sent once more; so is a repeatable request whose answer was lost.
 * @throws WorkError `not-listed`, `unreachable`, `no-answer`, `garbled`
 */
export async function exchange(ctx: ReadCtx, gateway: string, request: WorkRequest): Promise<WorkSaid> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { status, body } = await once(ctx, gateway, request);
      const said = status === OK ? readSaid(body.toString('utf8')) : undefined;
      // The page of a proxy says nothing about what the service did.
      if (!said) throw new WorkError('garbled', { said: `HTTP ${status}`, doubtful: true });
      return said;
    } catch (error) {
      if (!isOutboundError(error)) throw error;
      if (error.failure === 'not-allowed') throw new WorkError('not-listed');
      if (tries === 1 && (!error.sent || request.repeatable)) continue;
      throw error.sent ? new WorkError('no-answer', { doubtful: true }) : new WorkError('unreachable');
    }
  }
}
