import { createHash } from 'node:crypto';
import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { type Lease, type LeaseClaim, LeaseLost, type RequestContext } from '@nephra/plugin-sdk/server';
import { type FindingRun, findingRunWaiting } from '../../contract/money/finding-run.contract.ts';
import { type AuditedMonth, daysOfMonth, findingsOfMonth } from '../money/findings.query.ts';
import { type FindingRunStored, findingRunTable } from '../tables/finding-run.table.ts';
import type { SessionDb, WorkCtx } from '../tables/tables.ts';

type Ctx = RequestContext<SessionDb>;

const ACTIVE = ['running', 'cancelling'] as const;
/** A run belongs to one process at a time. */
export const findingClaim: LeaseClaim = { table: 'dialysis_session.finding_run', open: ACTIVE, order: 'started_at' };

/** Ended runs of which nobody asks any more, days. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** The month as whoever calls may look through it. */
export const monthOf = ({ user }: Ctx, month: string): AuditedMonth => ({ orgId: user.orgId, orgIds: user.orgIds, month });

/** Names a question: who has lost a facility, or gained one, asks another one. */
export const askedBy = (ctx: Ctx, { orgId, orgIds, month }: AuditedMonth): string =>
  createHash('sha256')
    .update(JSON.stringify([ctx.user.userId, month, orgId, [...orgIds].sort()]))
    .digest('hex');

export function runToWire(ctx: Ctx, run: FindingRunStored): FindingRun {
  const { id, month, state, daysRead, days, startedAt, endedAt, error, errorParams } = run;
  return {
    ...{ runId: id, month, state, daysRead, days, startedAt: startedAt.getTime(), endedAt: endedAt?.getTime() ?? null },
    error: error === '' ? '' : ctx.text(`errors.${error}`, errorParams),
  };
}

const runs = (ctx: Ctx) => findingRunTable.select(ctx, 'run').where('run.userId', '=', ctx.user.userId);

/** @throws AppError `dialysis-session.not-found`, also for another person's */
async function storedRun(ctx: Ctx, id: string): Promise<FindingRunStored> {
  const run = await runs(ctx).where('run.id', '=', id).executeTakeFirst();
  if (!run) throw new AppError('dialysis-session.not-found', { code: EnvelopeCode.NotFound });
  return run;
}
export const ownRun = async (ctx: Ctx, id: string): Promise<FindingRun> => runToWire(ctx, await storedRun(ctx, id));

/** Begins to look a month through, or finds that this is under way. */
export async function startFindingRun(ctx: Ctx, month: string): Promise<FindingRun> {
  const audit = monthOf(ctx, month);
  const asked = askedBy(ctx, audit);
  const now = ctx.clock.now();
  // rows: of the person who calls, whose answers nobody asks for any more
  await ctx.db
    .deleteFrom('dialysis_session.finding_run')
    .where('user_id', '=', ctx.user.userId)
    .where('state', 'not in', [...ACTIVE])
    .where('ended_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .execute();
  const made = await ctx.db
    .insertInto('dialysis_session.finding_run')
    .values(
      findingRunTable.toSql({
        ...{ id: ctx.newId(), orgId: audit.orgId, facilities: [...audit.orgIds], asked, month, state: 'running', userId: ctx.user.userId },
        ...{ daysRead: 0, days: daysOfMonth(month), startedAt: now, endedAt: null, error: '', errorParams: {}, found: null },
        ...{ leaseOwner: '', leaseUntil: ctx.clock.steady() },
      }),
    )
    .onConflict((any) => any.doNothing())
    .returning('id')
    .executeTakeFirst();
  const run = await runs(ctx).where('run.asked', '=', asked).orderBy('run.startedAt', 'desc').orderBy('run.id', 'desc').limit(1).executeTakeFirst();
  if (!run) throw new AppError('dialysis-session.not-found', { code: EnvelopeCode.NotFound });
  if (made) ctx.publish(findingRunWaiting, { runId: made.id });
  return runToWire(ctx, run);
}

/** Ends one's own run at its next safe place; one that is over stays as it is. */
export async function cancelFindingRun(ctx: Ctx, id: string): Promise<FindingRun> {
  await storedRun(ctx, id);
  // rows: of the person who calls, read above
  await ctx.db.updateTable('dialysis_session.finding_run').set({ state: 'cancelling' }).where('id', '=', id).where('state', '=', 'running').execute();
  const run = await storedRun(ctx, id);
  ctx.audit({ subject: 'dialysis-finding-run', subjectId: id, after: { state: run.state } });
  // One that waits for its turn is ended by whoever takes it up.
  if (run.state === 'cancelling') ctx.publish(findingRunWaiting, { runId: id });
  return runToWire(ctx, run);
}

/** Somebody cancelled the run, or this process is to stop. */
class RunStopped extends Error {}

/** Looks a month through day by day. It begins anew where a process died: nothing of it is kept before it is done. */
export async function workFindings(ctx: WorkCtx, id: string, lease: Lease): Promise<void> {
  const active = () =>
    findingRunTable
      .everywhere(ctx, 'work of a run goes on whoever is there', 'run')
      .where('run.id', '=', id)
      .where('run.state', 'in', [...ACTIVE])
      .executeTakeFirst();
  const end = async (over: Partial<FindingRunStored>): Promise<void> => {
    await lease.keep();
    // rows: the run in hand, under its lease; no person works on it
    await ctx.db
      .updateTable('dialysis_session.finding_run')
      .set(findingRunTable.toSql({ ...over, endedAt: ctx.clock.now() }))
      .where('id', '=', id)
      .execute();
  };
  const run = await active();
  if (!run) return;
  try {
    const found = await findingsOfMonth(ctx, { orgIds: run.facilities as AuditedMonth['orgIds'], orgId: run.orgId, month: run.month }, async (daysRead) => {
      if ((await active())?.state !== 'running' || lease.stopping()) throw new RunStopped();
      // rows: the run in hand, under its lease; no person works on it
      await ctx.db.updateTable('dialysis_session.finding_run').set({ days_read: daysRead }).where('id', '=', id).execute();
    });
    await ctx.transaction(async () => {
      await end({ state: 'done', found });
      // rows: answers to the same question that this one takes the place of
      await ctx.db
        .deleteFrom('dialysis_session.finding_run')
        .where('asked', '=', run.asked)
        .where('id', '<>', id)
        .where('state', 'not in', [...ACTIVE])
        .execute();
    });
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof RunStopped) {
      if ((await active())?.state === 'cancelling') await end({ state: 'cancelled' });
      return;
    }
    // A database that is gone says nothing about the month: the run waits until somebody takes it up again.
    if (isAppError(error) && error.code === EnvelopeCode.Unavailable) throw error;
    const refused = isAppError(error) && error.key.startsWith('dialysis-session.');
    if (!refused) ctx.log.error({ err: error, runId: id }, 'a run over findings failed');
    await end({ state: 'failed', error: refused ? error.key : 'dialysis-session.findings-failed', errorParams: refused ? { ...error.params } : {} });
  }
}
