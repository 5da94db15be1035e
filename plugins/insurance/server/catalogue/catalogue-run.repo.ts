import type { AppError, OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { CatalogueTables } from './catalogue-tables.ts';
import { countRows } from './row-counts.query.ts';

type Ctx = ServerContext<CatalogueTables>;

/** Who works on a run, and how long silence may last until somebody else takes it up. */
export interface RunHolder {
  /** This process; a run belongs to one at a time. */
  readonly owner: string;
  readonly leaseMs: number;
}

export const ACTIVE_RUNS = ['waiting', 'running', 'cancelling'] as const;

const RUN = [
  'id',
  'org_id',
  'kind',
  'state',
  'from_version',
  'seen_version',
  'file_query_no',
  'file_name',
  'file_hash',
  'position',
  'total',
  'stored',
  'skipped',
  'attempts',
  'user_id',
  'user_name',
  'started_at',
] as const;

/** Takes or keeps the run; nothing when somebody else has it or it is over. */
export const takeRun = (ctx: Ctx, runId: string, { owner, leaseMs }: RunHolder) => {
  const now = ctx.clock.steady();
  return ctx.db
    .updateTable('insurance.catalogue_run')
    .set(({ eb }) => ({
      lease_owner: owner,
      lease_until: new Date(now.getTime() + leaseMs),
      state: eb
        .case()
        .when('state', '=', 'waiting')
        .then('running' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where('id', '=', runId)
    .where('state', 'in', [...ACTIVE_RUNS])
    .where(({ eb, or }) => or([eb('lease_owner', '=', owner), eb('lease_until', '<=', now)]))
    .returning(RUN)
    .executeTakeFirst();
};
export type Run = NonNullable<Awaited<ReturnType<typeof takeRun>>>;

/** Ends a piece of work without a word: the run is somebody else's, is to end, or this process stops. */
export class Interrupted extends Error {}
export async function release(ctx: Ctx, run: Run, waitMs: number): Promise<void> {
  const until = new Date(ctx.clock.steady().getTime() + waitMs);
  await ctx.db.updateTable('insurance.catalogue_run').set({ lease_owner: '', lease_until: until }).where('id', '=', run.id).execute();
}

export async function end(ctx: Ctx, run: Run, state: 'done' | 'failed' | 'cancelled', error?: AppError): Promise<void> {
  await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ state, ended_at: ctx.clock.now(), error: error?.key ?? '', error_params: JSON.stringify(error?.params ?? {}) })
    .where('id', '=', run.id)
    .where('state', 'in', [...ACTIVE_RUNS])
    .execute();
}

/** Writes progress inside the running transaction. @throws Interrupted when the run is no longer ours or is to end */
export async function advance(
  ctx: Ctx,
  run: Run,
  holder: RunHolder,
  change: Partial<Pick<Run, 'position' | 'total' | 'stored' | 'skipped' | 'seen_version' | 'file_query_no' | 'file_name' | 'file_hash' | 'from_version'>>,
): Promise<Run> {
  const moved = await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ ...change, attempts: 0, error: '', lease_until: new Date(ctx.clock.steady().getTime() + holder.leaseMs) })
    .where('id', '=', run.id)
    .where('lease_owner', '=', holder.owner)
    .where('state', '=', 'running')
    .returning(RUN)
    .executeTakeFirst();
  if (!moved) throw new Interrupted();
  return moved;
}

/** What the facility now has of the run's kind; rows are counted here once, not by everybody who looks at the list. */
export async function noteVersion(ctx: Ctx, run: Run, version: string): Promise<void> {
  const [checked_at, row_count] = [ctx.clock.now(), await countRows(ctx.db, run.org_id as OrgId, run.kind)];
  await ctx.db
    .insertInto('insurance.catalogue_version')
    .values({ org_id: run.org_id, kind: run.kind, version, checked_at, row_count })
    .onConflict((any) => any.columns(['org_id', 'kind']).doUpdateSet({ version, checked_at, row_count }))
    .execute();
}

/** Keeps a run while it waits for a long answer; @returns what ends that. */
export function holdRun(ctx: Ctx, run: Run, { owner, leaseMs }: RunHolder): () => void {
  const timer = setInterval(() => {
    ctx.db
      .updateTable('insurance.catalogue_run')
      .set({ lease_until: new Date(ctx.clock.steady().getTime() + leaseMs) })
      .where('id', '=', run.id)
      .where('lease_owner', '=', owner)
      .where('state', 'in', [...ACTIVE_RUNS])
      .execute()
      // Whoever takes it up meanwhile is found out with the next batch.
      .catch((error: unknown) => ctx.log.warn({ err: error, runId: run.id }, 'a catalogue download could not be held'));
  }, leaseMs / 3);
  return () => clearInterval(timer);
}
