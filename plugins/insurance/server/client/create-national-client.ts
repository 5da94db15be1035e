import { AppError, EnvelopeCode, type OrgId, readNationalAnswer, type NationalEnvelope as Envelope } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type ReadyConnection, readConnection } from './connection-reader.ts';
import { originOf } from '../../domain/exchange/platform-address.ts';
import { type Exchanged, exchangeMessage, type Message, renewSignIn } from './exchange-message.ts';
import { type Passage, passLine } from './line.repo.ts';
import { inLine } from './line-queue.ts';
import type { ExchangeSubject, NationalClient, Outcome } from './national-client.ts';
import { dueAfterMs } from './time-outs.ts';

type Ctx = ServerContext<InsuranceTables>;

export const outcomeOfExchange = ({ exchangeId, msgid, verdict }: Exchanged): Outcome => {
  if (verdict.kind === 'success') return { kind: 'success', exchangeId, msgid, output: verdict.output };
  if (verdict.kind === 'refused') return { kind: 'refused', exchangeId, msgid, code: verdict.code, reason: verdict.reason };
  return { kind: 'unknown', exchangeId, msgid, reason: verdict.reason };
};

/** Waits for a place in the line and for the line itself. */
async function inPassage<T>(
  ctx: Ctx,
  { connection }: ReadyConnection,
  infno: string,
  signal: AbortSignal | undefined,
  work: (passage: Passage) => Promise<T>,
): Promise<T> {
  const { orgId, baseUrl } = connection;
  if (!ctx.outbound.allows(baseUrl))
    throw new AppError('insurance.address-not-allowed', { code: EnvelopeCode.Unavailable, params: { address: originOf(baseUrl) } });
  // Sign-in and message both have their time.
  return await inLine(orgId, async () => work(await passLine(ctx.db, orgId, ctx.clock, dueAfterMs(infno) * 2)), signal);
}

/** One message through the facility's line. @throws AppError when nothing was sent */
export const sendMessage = (ctx: Ctx, ready: ReadyConnection, message: Message): Promise<Exchanged> =>
  inPassage(ctx, ready, message.infno, message.signal, (passage) => exchangeMessage(ctx, ready, message, passage));

/** Signs a person in whatever the state of the day is; says so when the platform refuses. @throws AppError `insurance.sign-in-failed` and those of a call */
export async function signInAnew(ctx: Ctx, ready: ReadyConnection, subject: ExchangeSubject): Promise<void> {
  await inPassage(ctx, ready, '9001', undefined, (passage) => renewSignIn(ctx, ready, subject, passage));
}

/** How everything on the server talks to the platform; see the interface. */
export function nationalClient(ctx: Ctx): NationalClient {
  const outcomeOf = async (exchangeId: string): Promise<Outcome | undefined> => {
    // rows: the message that this server is sending; no person looks at it
    const row = await ctx.db
      .selectFrom('insurance.exchange')
      .select(['id', 'msgid', 'state', 'infcode', 'err_msg', 'answer'])
      .where('id', '=', exchangeId)
      .executeTakeFirst();
    if (!row || row.state === 'sending') return undefined;
    const { id, msgid } = row;
    if (row.state === 'refused') return { kind: 'refused', exchangeId: id, msgid, code: row.infcode, reason: row.err_msg };
    const output = row.state === 'success' ? readNationalAnswer(row.answer)?.output : undefined;
    return output ? { kind: 'success', exchangeId: id, msgid, output } : { kind: 'unknown', exchangeId: id, msgid, reason: row.err_msg };
  };

  return {
    async call(infno, input, subject, { again, onJournalled, signal } = {}) {
      const ready = await readConnection(ctx, subject.orgId);
      const message = { infno, input, subject, ...(onJournalled ? { onJournalled } : {}), ...(signal ? { signal } : {}) };
      if (again === undefined) return outcomeOfExchange(await sendMessage(ctx, ready, message));
      const known = await outcomeOf(again);
      if (!known) throw new AppError('insurance.still-sending', { code: EnvelopeCode.Conflict });
      if (known.kind !== 'unknown') return known;
      const envelope = await keptEnvelope(ctx, again, subject.orgId);
      return outcomeOfExchange(await sendMessage(ctx, ready, { ...message, infno: envelope.infno, again: { exchangeId: again, envelope } }));
    },

    async upload(file, subject) {
      const ready = await readConnection(ctx, subject.orgId);
      const input = { fsUploadIn: { filename: file.name, fixmedins_code: ready.connection.fixmedinsCode } };
      const request: Message['request'] = (envelope, moment) => ready.adapter.upload(envelope, file, ready.connection, moment);
      return outcomeOfExchange(await sendMessage(ctx, ready, { infno: '9101', input, subject, request }));
    },

    async download({ fileQueryNo, fileName, facility }, subject) {
      const ready = await readConnection(ctx, subject.orgId);
      const fixmedinsCode = facility === 'plc' ? 'plc' : ready.connection.fixmedinsCode;
      const input = { fsDownloadIn: { file_qury_no: fileQueryNo, filename: fileName, fixmedins_code: fixmedinsCode } };
      const exchanged = await sendMessage(ctx, ready, { infno: '9102', input, subject, wantsFile: true });
      const { exchangeId, msgid, content } = exchanged;
      if (content) return { kind: 'file', content, exchangeId };
      const outcome = outcomeOfExchange(exchanged);
      // An answer that is neither file nor error.
      return outcome.kind === 'success' ? { kind: 'unknown', exchangeId, msgid, reason: 'no-file' } : outcome;
    },

    outcomeOf,
    connectionOf: (orgId: OrgId) => readConnection(ctx, orgId),
  };
}

/** The message of a row as it left. @throws AppError `insurance.not-kept` when it held a voucher's token, or is another facility's. */
export async function keptEnvelope(ctx: Ctx, exchangeId: string, orgId: OrgId): Promise<Envelope> {
  // rows: the message of a settlement or a visit in hand; its facility is asked for
  const row = await ctx.db
    .selectFrom('insurance.exchange')
    .select('sealed_envelope')
    .where('id', '=', exchangeId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  if (!row?.sealed_envelope) throw new AppError('insurance.not-kept');
  return JSON.parse(ctx.secrets.open(row.sealed_envelope)) as Envelope;
}
