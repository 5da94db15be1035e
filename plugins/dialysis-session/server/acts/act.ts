import { createHash } from 'node:crypto';
import { AppError, canonicalJson, dayOf, EnvelopeCode, type UserId } from '@nephra/plugin-sdk/contract';
import { sessionFrames } from '../../contract/session.frames.ts';
import type { ActReply, EntryKind } from '../../contract/session.schema.ts';
import { PASSABLE, REASON_ENOUGH, type Guard, type SessionAct } from '../../contract/states.ts';
import { BEDSIDE_MENU } from '../../contract/limits.ts';
import { type EntryTime, entryTime, type SentTime } from '../../domain/entry-time.ts';
import type { Flaw } from '../../domain/plausible.ts';
import { guardsAgainst, notPassed, type SessionFacts } from '../../domain/session-states.ts';
import { entryTable } from '../tables/entry.table.ts';
import { sessionTable, type SessionStored } from '../tables/session.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { around, type Around } from '../reading/around.ts';
import { requireSeen } from '../reading/visible.ts';
import { wholeOf } from '../reading/whole-session.ts';

export interface Sent extends SentTime {
  readonly clientId: string;
}
export type Passes = readonly { readonly guard: Guard; readonly reason: string }[] | undefined;

/** What an act does to the row, and what its entry says. */
export interface Done {
  readonly patch: Partial<Omit<SessionStored, 'id' | 'orgId' | 'version' | 'createdAt' | 'updatedAt'>>;
  readonly content: Readonly<Record<string, unknown>>;
  readonly second?: { readonly userId: UserId; readonly userName: string };
  readonly conflicts?: ActReply['conflicts'];
  /** The moment of the entry where it is another one than that of the sending. */
  readonly at?: number;
  /** Something that everybody in the room has to hear of. */
  readonly red?: boolean;
}

export interface Acting {
  readonly ctx: Ctx;
  readonly session: SessionStored;
  readonly around: Around;
  readonly time: EntryTime;
  /** Names the entry that the act writes. */
  readonly entryId: string;
}

export const guardError = (guard: Guard, params: Readonly<Record<string, string | number>> = {}): AppError =>
  new AppError(`dialysis-session.guard.${guard}`, { params });
export const flawError = ({ field, kind, params }: Flaw): AppError =>
  new AppError(`dialysis-session.flaw.${kind}`, { code: EnvelopeCode.Invalid, params: { ...params, field }, fields: [{ path: field, msg: '' }] });

/** @throws the first flaw, at its field */
export function assertFlawless(flaws: readonly Flaw[]): void {
  const [first] = flaws;
  if (first) throw flawError(first);
}

/**
 * @throws AppError `dialysis-session.guard.…` of the first guard that stands against the act and is not passed; `dialysis-session.override-right` where
 *   passing it needs a right
 */
export function assertMay(ctx: Ctx, act: SessionAct, facts: SessionFacts, passes: Passes = []): void {
  for (const { guard } of passes) {
    if (!PASSABLE.includes(guard)) throw guardError(guard);
    if (!REASON_ENOUGH.includes(guard) && !ctx.can(`${BEDSIDE_MENU}:btn_override`)) throw new AppError('dialysis-session.override-right');
  }
  const [first] = notPassed(
    guardsAgainst(act, facts),
    passes.map(({ guard }) => guard),
  );
  if (first) throw guardError(first);
}

/** The treatment, kept from other writers until the commit. @throws AppError `dialysis-session.not-found` also for one that the caller's data rights hide */
export async function lockSession(ctx: Ctx, id: string): Promise<SessionStored> {
  const session = await sessionTable.lock(ctx, id);
  await requireSeen(ctx, session.patientId);
  return session;
}

const digestOf = (userId: string, kind: EntryKind, what: unknown): string =>
  createHash('sha256')
    .update(canonicalJson([userId, kind, what]))
    .digest('hex');

/**
 * What was stored under this name. The same person sending the same act again reads what it became.
 * @throws AppError `dialysis-session.other-content` where the name stands for something else
 */
export async function storedUnder(ctx: Ctx, clientId: string, digest: string): Promise<{ readonly sessionId: string } | undefined> {
  const stored = await entryTable.select(ctx, 'e').where('e.clientId', '=', clientId).executeTakeFirst();
  if (stored && stored.digest !== digest) throw new AppError('dialysis-session.other-content', { code: EnvelopeCode.Conflict });
  return stored;
}

export const tell = (ctx: Ctx, { id, orgId, slotId, day }: Pick<SessionStored, 'id' | 'orgId' | 'slotId' | 'day'>, red = false): Promise<void> =>
  ctx.socket.push({ organisation: orgId }, sessionFrames, 'dialysisSessionChanged', { sessionId: id, slotId, date: day, red });

/** Entries of another day than the treatment's need the right to correct: a nurse writes of the own shift alone. */
function assertOwnDay(ctx: Ctx, session: SessionStored, { overMidnight }: Around, at: number): void {
  const day = dayOf(at);
  const next = dayOf(Date.parse(`${session.day}T12:00:00+08:00`) + 86_400_000);
  if (day === session.day || (overMidnight && day === next) || ctx.can(`${BEDSIDE_MENU}:btn_correct`)) return;
  throw new AppError('dialysis-session.other-day', { params: { day: session.day } });
}

/** Writes the entry of an act, its audit entry, and tells who looks. */
export async function writeEntry(
  ctx: Ctx,
  session: SessionStored,
  kind: EntryKind,
  given: { readonly sent: Sent; readonly digest: string; readonly time: EntryTime; readonly entryId: string; readonly done: Done },
): Promise<void> {
  const { sent, digest, time, entryId, done } = given;
  await entryTable.insertAll({ db: ctx.db }, [
    {
      ...{ id: entryId, orgId: session.orgId, sessionId: session.id, clientId: sent.clientId, digest, kind },
      ...{ at: new Date(done.at ?? time.at), enteredAt: new Date(time.enteredAt), deviceAt: new Date(time.deviceAt), isLate: time.late },
      skewMs: Math.max(-2_000_000_000, Math.min(2_000_000_000, Math.round(time.skewMs))),
      ...{ byId: ctx.user.userId, byName: ctx.user.userName, coId: done.second?.userId ?? '', coName: done.second?.userName ?? '' },
      ...{ content: done.content, corrections: 0 },
    },
  ]);
  ctx.audit({ subject: 'dialysis-session', subjectId: session.id, patientId: session.patientId, after: { act: kind, ...done.content } });
  await tell(ctx, session, done.red);
}

const replyOf = async (
  ctx: Ctx,
  id: string,
  time: EntryTime | undefined,
  more: { repeated: boolean; conflicts?: ActReply['conflicts'] },
): Promise<ActReply> => ({
  session: await wholeOf(ctx, id),
  repeated: more.repeated,
  clockOff: time?.clockWrong === true ? Math.round(time.skewMs) : null,
  conflicts: more.conflicts ?? [],
});

/**
 * One act on a treatment, safe to send twice: its row is locked, what was stored under the act's name is answered again, and else the row, an entry, the
 * audit entry and the frame stand or fall together.
 */
export async function actOn(ctx: Ctx, id: string, kind: EntryKind, sent: Sent, what: unknown, work: (acting: Acting) => Promise<Done>): Promise<ActReply> {
  const session = await lockSession(ctx, id);
  const digest = digestOf(ctx.user.userId, kind, [id, what]);
  const time = entryTime(sent, ctx.clock.now().getTime());
  const stored = await storedUnder(ctx, sent.clientId, digest);
  if (stored) return await replyOf(ctx, stored.sessionId, time, { repeated: true });
  const entryId = ctx.newId();
  const of = await around(ctx, session);
  assertOwnDay(ctx, session, of, time.at);
  const done = await work({ ctx, session, around: of, time, entryId });
  await sessionTable.update(ctx, session, done.patch);
  await writeEntry(ctx, session, kind, { sent, digest, time, entryId, done });
  return await replyOf(ctx, id, time, { repeated: false, ...(done.conflicts && { conflicts: done.conflicts }) });
}

/** The same for a treatment that the act itself makes out of a slot. @param make locks the slot and answers the row with what was done */
export async function actOnSlot(
  ctx: Ctx,
  slotId: string,
  kind: EntryKind,
  sent: Sent,
  what: unknown,
  make: (time: EntryTime) => Promise<{ readonly session: SessionStored; readonly done: Done }>,
): Promise<ActReply> {
  const digest = digestOf(ctx.user.userId, kind, [slotId, what]);
  const time = entryTime(sent, ctx.clock.now().getTime());
  const before = await storedUnder(ctx, sent.clientId, digest);
  if (before) return await replyOf(ctx, before.sessionId, time, { repeated: true });
  const { session, done } = await make(time);
  // Asked again behind the lock of the slot: the same act may have been under way twice.
  const meanwhile = await storedUnder(ctx, sent.clientId, digest);
  if (meanwhile) return await replyOf(ctx, meanwhile.sessionId, time, { repeated: true });
  if (Object.keys(done.patch).length > 0) await sessionTable.update(ctx, session, done.patch);
  await writeEntry(ctx, session, kind, { sent, digest, time, entryId: ctx.newId(), done });
  return await replyOf(ctx, session.id, time, { repeated: false });
}
