import { AppError, EnvelopeCode, type NationalEnvelope as Envelope, type Moment, type TransportRequest } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { buildEnvelope, operatorNo } from '../../domain/exchange/envelope.ts';
import { nodeOf, textOf } from '../../domain/exchange/field-names.ts';
import { withoutIdNumbers } from '../../domain/exchange/masking.ts';
import { reasonWords } from '../../domain/exchange/reason-words.ts';
import { isNotSignedIn, type Verdict } from '../../domain/exchange/outcome.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { clockRefusal } from './clock-refusal.ts';
import type { ReadyConnection } from './connection-reader.ts';
import { type Delivery, deliver } from './deliver.ts';
import { completeEntry, countAttempt, type JournalEntry, openEntry, reopenEntry } from './journal.repo.ts';
import type { Passage } from './line.repo.ts';
import { nextMessageNumber } from './message-number.ts';
import type { CallOptions, ExchangeSubject } from './national-client.ts';
import { ownAddress } from './own-address.ts';
import { forgetSignIn, readSignIn, type SignInKey, writeSignIn } from './sign-in.repo.ts';

type Ctx = ServerContext<InsuranceTables>;
type Input = Readonly<Record<string, unknown>>;

/** One message in the making. */
export interface Message {
  readonly infno: string;
  readonly input: Input;
  readonly subject: ExchangeSubject;
  readonly onJournalled?: CallOptions['onJournalled'];
  readonly signal?: AbortSignal;
  readonly replayOf?: string;
  readonly wantsFile?: boolean;
  /** In place of the region's usual request. */
  readonly request?: (envelope: Envelope, moment: Moment) => TransportRequest;
  /** A row whose message goes once more. */
  readonly again?: { readonly exchangeId: string; readonly envelope: Envelope };
}

export interface Exchanged {
  readonly exchangeId: string;
  readonly msgid: string;
  readonly verdict: Verdict;
  readonly content?: Buffer;
}

const keyOf = (ctx: Ctx, { connection }: ReadyConnection, { operator }: ExchangeSubject): SignInKey => ({
  orgId: connection.orgId,
  operatorNo: operatorNo(operator.userId, connection.fixmedinsCode),
  day: ctx.clock.today(),
});

const signingIn = new Map<string, Promise<string>>();

/** The operator's sign-in of this day; asks for one (9001) where there is none, once for however many wait. */
async function signedIn(ctx: Ctx, ready: ReadyConnection, subject: ExchangeSubject, passage: Passage): Promise<string> {
  const key = keyOf(ctx, ready, subject);
  const known = await readSignIn(ctx.db, key);
  if (known !== undefined) return known;
  const name = `${key.orgId}/${key.operatorNo}/${key.day}`;
  const running = signingIn.get(name) ?? signIn(ctx, ready, subject, passage, key).finally(() => signingIn.delete(name));
  signingIn.set(name, running);
  return running;
}

/** Signs in although the day may have a sign-in already. */
export async function renewSignIn(ctx: Ctx, ready: ReadyConnection, subject: ExchangeSubject, passage: Passage): Promise<void> {
  await signIn(ctx, ready, subject, passage, keyOf(ctx, ready, subject));
}

async function signIn(ctx: Ctx, ready: ReadyConnection, { orgId, operator }: ExchangeSubject, passage: Passage, key: SignInKey): Promise<string> {
  const input = { signIn: { opter_no: key.operatorNo, ...ownAddress() } };
  const { verdict } = await exchangeUnsigned(ctx, ready, { infno: '9001', input, subject: { orgId, operator } }, passage, '');
  const signNo = verdict.kind === 'success' ? textOf(nodeOf(verdict.output, 'signinoutb'), 'sign_no') : '';
  if (signNo === '') {
    const reason = verdict.kind === 'success' ? 'sign_no' : verdict.reason;
    const clock = clockRefusal(withoutIdNumbers(reason));
    if (clock) throw clock;
    if (reasonWords(reason)) throw new AppError('insurance.sign-in-silent', { code: EnvelopeCode.Unavailable });
    throw new AppError('insurance.sign-in-failed', { code: EnvelopeCode.Unavailable, params: { reason: withoutIdNumbers(reason) } });
  }
  await writeSignIn(ctx.db, key, signNo, ctx.clock.now());
  return signNo;
}

/** Signs in where needed, journals, sends, journals. */
export async function exchangeMessage(ctx: Ctx, ready: ReadyConnection, message: Message, passage: Passage): Promise<Exchanged> {
  return await exchangeUnsigned(ctx, ready, message, passage, await signedIn(ctx, ready, message.subject, passage));
}

async function exchangeUnsigned(ctx: Ctx, ready: ReadyConnection, message: Message, passage: Passage, signNo: string): Promise<Exchanged> {
  const entry = await writeEntry(ctx, ready, message, signNo);
  const options = {
    passage,
    request: message.request ?? ((envelope: Envelope, moment: Moment) => ready.adapter.request(envelope, ready.connection, moment)),
    ...(message.wantsFile ? { wantsFile: true } : {}),
    ...(message.signal ? { signal: message.signal } : {}),
  };
  const startedAt = ctx.clock.steady().getTime();
  let delivery: Delivery;
  try {
    delivery = await deliver(ctx, ready, entry, options);
    if (signNo !== '' && isNotSignedIn(delivery.verdict)) {
      await forgetSignIn(ctx.db, keyOf(ctx, ready, message.subject), signNo);
      const renewed = await signedIn(ctx, ready, message.subject, passage);
      await countAttempt(ctx, entry);
      delivery = await deliver(ctx, ready, { ...entry, envelope: { ...entry.envelope, sign_no: renewed } }, options);
    }
  } catch (fault) {
    // Whatever broke on our side, the message may be out.
    await completeEntry(ctx, entry, { state: 'unknown', code: 'fault', reason: 'fault', answer: '', startedAt }, true);
    throw fault;
  }
  return await closeEntry(ctx, ready, entry, message, delivery, startedAt);
}

async function writeEntry(ctx: Ctx, ready: ReadyConnection, message: Message, signNo: string): Promise<JournalEntry> {
  const { infno, subject, again } = message;
  if (again) {
    const entry = { exchangeId: again.exchangeId, msgid: again.envelope.msgid, envelope: { ...again.envelope, sign_no: signNo } };
    await ctx.transaction(async () => {
      if (!(await reopenEntry(ctx, entry.exchangeId, infno))) throw new AppError('insurance.still-sending', { code: EnvelopeCode.Conflict });
      await message.onJournalled?.(entry);
    });
    return entry;
  }
  const { connection } = ready;
  const instant = ctx.clock.now().getTime();
  const msgid = await nextMessageNumber(ctx.db, connection.fixmedinsCode, instant);
  const operator = {
    no: operatorNo(subject.operator.userId, connection.fixmedinsCode), // A job has no name; the platform wants one.
    name: subject.operator.userName.trim() || connection.fixmedinsName,
  };
  const envelope = buildEnvelope({ infno, msgid, connection, insuplcAdmdvs: subject.insuplcAdmdvs ?? '', operator, signNo, instant, input: message.input });
  const entry = { exchangeId: ctx.newId(), msgid, envelope };
  await ctx.transaction(async () => {
    await openEntry(ctx, entry, { subject, testRegion: ready.testRegion, ...(message.replayOf ? { replayOf: message.replayOf } : {}) });
    await message.onJournalled?.({ exchangeId: entry.exchangeId, msgid });
  });
  return entry;
}

/** A repetition that did not reach the platform proves nothing about the message that went before. */
const afterDoubt = (verdict: Verdict): Verdict =>
  verdict.kind === 'refused' && (verdict.code !== '-1' || isNotSignedIn(verdict)) ? { kind: 'unknown', code: verdict.code, reason: verdict.reason } : verdict;

async function closeEntry(ctx: Ctx, ready: ReadyConnection, entry: JournalEntry, message: Message, delivery: Delivery, startedAt: number): Promise<Exchanged> {
  const verdict = message.again ? afterDoubt(delivery.verdict) : delivery.verdict;
  const code = verdict.kind === 'success' ? '0' : verdict.code;
  const reason = verdict.kind === 'success' ? '' : withoutIdNumbers(verdict.reason);
  const { exchangeId, msgid } = entry;
  const written = await completeEntry(ctx, entry, { state: verdict.kind, code, reason, answer: delivery.answer, startedAt }, ready.testRegion);
  if (!written) return { exchangeId, msgid, verdict: { kind: 'unknown', code: 'late', reason: 'late' } };
  const told: Verdict = verdict.kind === 'success' ? verdict : { ...verdict, reason };
  return { exchangeId, msgid, verdict: told, ...(delivery.content ? { content: delivery.content } : {}) };
}
