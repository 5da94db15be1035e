import type { AppError, OrgId } from '@nephra/plugin-sdk/contract';
import type { Lease, LeaseClaim, ServerContext } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { countRows } from '../row-counts.query.ts';

type Ctx = ServerContext<InsuranceTables>;

export const ACTIVE_RUNS = ['waiting', 'running', 'cancelling'] as const;

/** A run belongs to one process at a time. */
export const catalogueClaim: LeaseClaim = { table: 'insurance.catalogue_run', open: ACTIVE_RUNS, order: 'started_at', taken: { waiting: 'running' } };

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

/** The run that is in hand; nothing when it is over. */
export const activeRun = (ctx: Ctx, runId: string) =>
  ctx.db
    .selectFrom('insurance.catalogue_run')
    .select(RUN)
    .where('id', '=', runId)
    .where('state', 'in', [...ACTIVE_RUNS])
    .executeTakeFirst();
export type Run = NonNullable<Awaited<ReturnType<typeof activeRun>>>;

/** Ends a piece of work without a word: the run is to end, or this process stops. */
export class Interrupted extends Error {}

export async function end(ctx: Ctx, run: Run, state: 'done' | 'failed' | 'cancelled', error?: AppError): Promise<void> {
  await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ state, ended_at: ctx.clock.now(), error: error?.key ?? '', error_params: JSON.stringify(error?.params ?? {}) })
    .where('id', '=', run.id)
    .where('state', 'in', [...ACTIVE_RUNS])
    .execute();
}

/** Writes progress, with the running transaction where there is one. @throws LeaseLost when somebody else has the run @throws Interrupted when it is to end */
export async function advance(
  ctx: Ctx,
  run: Run,
  lease: Lease,
  change: Partial<Pick<Run, 'position' | 'total' | 'stored' | 'skipped' | 'seen_version' | 'file_query_no' | 'file_name' | 'file_hash' | 'from_version'>>,
): Promise<Run> {
  return await ctx.transaction(async () => {
    await lease.keep();
    const moved = await ctx.db
      .updateTable('insurance.catalogue_run')
      .set({ ...change, attempts: 0, error: '' })
      .where('id', '=', run.id)
      .where('state', '=', 'running')
      .returning(RUN)
      .executeTakeFirst();
    if (!moved) throw new Interrupted();
    return moved;
  });
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
