import type { NationalEnvelope as Envelope } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { hasVoucherToken, maskedText, maskPersonal } from '../../domain/exchange/masking.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { exchangeTable } from '../tables/exchange.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';
import type { ExchangeSubject } from './national-client.ts';
import { dueAfterMs } from './time-outs.ts';

type Ctx = ServerContext<InsuranceTables>;

/** Answers longer than this are cut in the journal; none that moves money is nearly so long. */
const MAX_ANSWER = 200_000;

export interface JournalEntry {
  readonly exchangeId: string;
  readonly msgid: string;
  readonly envelope: Envelope;
}

export interface Opening {
  readonly subject: ExchangeSubject;
  readonly testRegion: boolean;
  readonly replayOf?: string;
}

/** Writes the row of a message that is about to leave. Its caller commits before anything is sent. */
export async function openEntry(ctx: Ctx, entry: JournalEntry, { subject, testRegion, replayOf }: Opening): Promise<void> {
  const { envelope, exchangeId: id, msgid } = entry;
  const { operator, insuplcAdmdvs: _area, ...about } = subject;
  const row = {
    ...about,
    id,
    infno: envelope.infno,
    msgid,
    state: 'sending' as const,
    operatorId: operator.userId,
    operatorName: operator.userName,
    sentAt: ctx.clock.now(),
    source: 'server' as const,
    replayOf: replayOf ?? null,
    testRegion,
    dueAt: new Date(ctx.clock.steady().getTime() + dueAfterMs(envelope.infno)),
    request: JSON.stringify(maskPersonal(envelope)),
    sealedEnvelope: hasVoucherToken(envelope.input) ? null : ctx.secrets.seal(JSON.stringify(envelope)),
  };
  await ctx.db
    .insertInto('insurance.exchange')
    .values(exchangeTable.toSql(wholeCharacters(row)))
    .execute();
}

/** The same message leaves once more. */
export async function countAttempt(ctx: Ctx, { exchangeId, envelope }: JournalEntry): Promise<void> {
  // rows: the message that this server is sending; no person looks at it
  await ctx.db
    .updateTable('insurance.exchange')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: new Date(ctx.clock.steady().getTime() + dueAfterMs(envelope.infno)) }))
    .where('id', '=', exchangeId)
    .execute();
}

/** Takes a row that nobody got an answer for back into work. False when somebody else did, or it has its answer. */
export async function reopenEntry(ctx: Ctx, exchangeId: string, infno: string): Promise<boolean> {
  // rows: the message that this server is sending; no person looks at it
  const taken = await ctx.db
    .updateTable('insurance.exchange')
    .set((row) => ({
      state: 'sending' as const,
      attempts: row('attempts', '+', 1),
      doubted: true,
      due_at: new Date(ctx.clock.steady().getTime() + dueAfterMs(infno)),
    }))
    .where('id', '=', exchangeId)
    .where('state', '=', 'unknown')
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

export interface Completion {
  readonly state: 'success' | 'refused' | 'unknown';
  readonly code: string;
  readonly reason: string;
  /** As it came. */
  readonly answer: string;
  readonly startedAt: number;
}

/**
 * Writes the answer. False when the row was given up meanwhile: then its outcome stays unknown, because somebody may act on that already.
 * The sealed envelope goes as soon as the message surely will not be sent again.
 */
export async function completeEntry(
  ctx: Ctx,
  { exchangeId }: JournalEntry,
  { state, code, reason, answer, startedAt }: Completion,
  keepSealed: boolean,
): Promise<boolean> {
  const now = ctx.clock.now();
  // rows: the message that this server is sending; no person looks at it
  const done = await ctx.db
    .updateTable('insurance.exchange')
    .set({
      state,
      infcode: code.slice(0, 30),
      err_msg: reason.slice(0, 2000),
      answer: maskedText(answer).slice(0, MAX_ANSWER),
      answered_at: now,
      ms: ctx.clock.steady().getTime() - startedAt,
      ...(state === 'unknown' || keepSealed ? {} : { sealed_envelope: null }),
    })
    .where('id', '=', exchangeId)
    .where('state', '=', 'sending')
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Rows of processes that died on the way: nobody can say whether their message arrived. */
export async function giveUpLostEntries(ctx: Ctx): Promise<number> {
  // rows: a job for all facilities; no person looks at it
  const lost = await ctx.db
    .updateTable('insurance.exchange')
    .set({ state: 'unknown', err_msg: 'process-ended' })
    .where('source', '=', 'server')
    .where('state', '=', 'sending')
    .where('due_at', '<', ctx.clock.steady())
    .returning('id')
    .execute();
  return lost.length;
}
