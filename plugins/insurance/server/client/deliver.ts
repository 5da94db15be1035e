import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readNationalAnswer, type NationalEnvelope as Envelope, type Moment, type TransportReading, type TransportRequest } from '@nephra/plugin-sdk/contract';
import { isOutboundError, type OutboundReply, type ServerContext } from '@nephra/plugin-sdk/server';
import { clockReason, secondsAhead } from '../../domain/exchange/clock-offset.ts';
import { withoutIdNumbers } from '../../domain/exchange/masking.ts';
import { type Verdict, verdictOf } from '../../domain/exchange/outcome.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import type { ReadyConnection } from './connection-reader.ts';
import { countAttempt, type JournalEntry } from './journal.repo.ts';
import { lineFailed, type Passage, lineWorks } from './line.repo.ts';
import { CONNECT_MS, maxBytesOf, readTimeoutOf, REPEAT_PAUSES_MS } from './time-outs.ts';

type Ctx = ServerContext<InsuranceTables>;

export interface Delivery {
  readonly verdict: Verdict;
  /** For the journal. */
  readonly answer: string;
  /** A gateway surely kept it: the same message may go again. */
  readonly notForwarded?: boolean;
  /** Bytes of a file that was asked for. */
  readonly content?: Buffer;
}

export interface DeliveryOptions {
  readonly passage: Passage;
  /** How the message is put into HTTP. */
  readonly request: (envelope: Envelope, moment: Moment) => TransportRequest;
  readonly wantsFile?: boolean;
  readonly signal?: AbortSignal;
}

/** Code of a refusal for which nothing left this house. */
export const NOT_SENT = 'not-sent';
const BROKEN_SHOWN = 500;

const nonce = (): string => String(randomInt(1_000_000_000, 9_999_999_999));
const isFile = ({ status, headers }: OutboundReply): boolean => status === 200 && /octet-stream|zip/.test(headers['content-type'] ?? '');
/** Whoever answers so is no platform and no gateway that works. */
const isLineTrouble = (status: number, reading: TransportReading): boolean => reading.kind === 'broken' && status >= 500;

/**
 * Sends a message that stands in the journal, and says what came of it. A gateway that surely did not forward it gets the same message again,
 * newly signed; nothing else is repeated.
 */
export async function deliver(ctx: Ctx, ready: ReadyConnection, entry: JournalEntry, options: DeliveryOptions): Promise<Delivery> {
  for (const wait of [...REPEAT_PAUSES_MS, undefined]) {
    const delivery = await sendOnce(ctx, ready, entry, options);
    if (wait === undefined || !delivery.notForwarded) return delivery;
    await pause(wait);
    await countAttempt(ctx, entry);
  }
  throw new Error('the last try always returns');
}

async function sendOnce(
  ctx: Ctx,
  ready: ReadyConnection,
  { envelope }: JournalEntry,
  { passage, request, wantsFile, signal }: DeliveryOptions,
): Promise<Delivery> {
  const { infno } = envelope;
  const { orgId } = ready.connection;
  // A region from outside runs in a process of its own: what it works out comes later.
  const { url, headers, body } = await request(envelope, { now: ctx.clock.now(), nonce: nonce() });
  let reply: OutboundReply;
  try {
    reply = await ctx.outbound.send({
      url,
      method: 'POST',
      headers,
      body,
      connectTimeoutMs: CONNECT_MS,
      timeoutMs: readTimeoutOf(infno),
      maxBytes: maxBytesOf(infno),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (!isOutboundError(cause)) throw cause;
    if (cause.failure === 'connect' || cause.failure === 'timeout' || cause.failure === 'broken') await lineFailed(ctx.db, orgId, ctx.clock.steady(), passage);
    ctx.log.warn({ infno, orgId, failure: cause.failure, sent: cause.sent }, 'no answer of the insurer');
    return { verdict: { kind: cause.sent ? 'unknown' : 'refused', code: cause.sent ? cause.failure : NOT_SENT, reason: cause.failure }, answer: '' };
  }
  if (wantsFile && isFile(reply)) {
    await lineWorks(ctx.db, orgId, ctx.clock.steady());
    return { verdict: { kind: 'success', output: {} }, answer: JSON.stringify({ bytes: reply.body.length }), content: reply.body };
  }
  const text = reply.body.toString('utf8');
  const reading = await ready.adapter.read({ status: reply.status, contentType: reply.headers['content-type'] ?? '', text });
  if (isLineTrouble(reply.status, reading)) await lineFailed(ctx.db, orgId, ctx.clock.steady(), passage);
  else await lineWorks(ctx.db, orgId, ctx.clock.steady());
  const notForwarded = reading.kind === 'gateway' && !reading.forwarded;
  const verdict = verdictOf(infno, reading, ready.adapter.rules);
  const told = notForwarded ? withClock(verdict, secondsAhead(reply.headers.date, ctx.clock.now().getTime()), ready.adapter.rules.clockWindowSeconds) : verdict;
  return { verdict: told, answer: answerText(reading, text), notForwarded };
}

/** A gateway that refuses while our clock is further off than it allows means the clock, whatever words it has for that. */
function withClock(verdict: Verdict, aheadSeconds: number | undefined, allowed: number | null): Verdict {
  if (verdict.kind !== 'refused' || aheadSeconds === undefined || allowed === null || Math.abs(aheadSeconds) <= allowed) return verdict;
  return { ...verdict, reason: clockReason({ said: verdict.reason, aheadSeconds, allowed }) };
}

/** As it came where that can be read again without its region, else in the national form. */
function answerText(reading: TransportReading, text: string): string {
  if (reading.kind === 'broken') return withoutIdNumbers(text.slice(0, BROKEN_SHOWN));
  if (reading.kind === 'gateway') return JSON.stringify({ errcode: reading.errcode, errmsg: reading.errmsg });
  return readNationalAnswer(text) ? text : JSON.stringify(reading.answer);
}
