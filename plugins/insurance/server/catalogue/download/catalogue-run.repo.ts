import type { AppError } from '@nephra/plugin-sdk/contract';
import type { Lease, LeaseClaim, ServerContext } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../../insurance-tables.ts';
import { type CatalogueRunStored, catalogueRunTable } from '../../tables/catalogue-run.table.ts';
import { wholeCharacters } from '../../tables/whole-characters.ts';
import { countRows } from '../row-counts.query.ts';

type Ctx = ServerContext<InsuranceTables>;

export const ACTIVE_RUNS = ['waiting', 'running', 'cancelling'] as const;

/** A run belongs to one process at a time. */
export const catalogueClaim: LeaseClaim = { table: 'insurance.catalogue_run', open: ACTIVE_RUNS, order: 'started_at', taken: { waiting: 'running' } };

const KEYS = [
  'id',
  'orgId',
  'kind',
  'state',
  'fromVersion',
  'seenVersion',
  'fileQueryNo',
  'fileName',
  'fileHash',
  'position',
  'total',
  'stored',
  'skipped',
  'attempts',
  'userId',
  'userName',
  'startedAt',
] as const;
const RUN = catalogueRunTable.sqlColumns('insurance.catalogue_run', KEYS);
export interface Run extends Pick<CatalogueRunStored, (typeof KEYS)[number]> {}

/** The run that is in hand; nothing when it is over. */
export async function activeRun(ctx: Ctx, runId: string): Promise<Run | undefined> {
  // rows: the run in hand, under its lease; no person works on it
  const row = await ctx.db
    .selectFrom('insurance.catalogue_run')
    .select(RUN)
    .where('id', '=', runId)
    .where('state', 'in', [...ACTIVE_RUNS])
    .executeTakeFirst();
  return row && catalogueRunTable.fromSql(row);
}

/** Ends a piece of work without a word: the run is to end, or this process stops. */
export class Interrupted extends Error {}

export async function end(ctx: Ctx, run: Run, state: 'done' | 'failed' | 'cancelled', error?: AppError): Promise<void> {
  // rows: the run in hand, under its lease; no person works on it
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
  change: Partial<Pick<Run, 'position' | 'total' | 'stored' | 'skipped' | 'seenVersion' | 'fileQueryNo' | 'fileName' | 'fileHash' | 'fromVersion'>>,
): Promise<Run> {
  return await ctx.transaction(async () => {
    await lease.keep();
    // rows: the run in hand, under its lease; no person works on it
    const moved = await ctx.db
      .updateTable('insurance.catalogue_run')
      .set(catalogueRunTable.toSql(wholeCharacters({ ...change, attempts: 0, error: '' })))
      .where('id', '=', run.id)
      .where('state', '=', 'running')
      .returning(RUN)
      .executeTakeFirst();
    if (!moved) throw new Interrupted();
    return catalogueRunTable.fromSql(moved);
  });
}

/** What the facility now has of the run's kind; rows are counted here once, not by everybody who looks at the list. */
export async function noteVersion(ctx: Ctx, run: Run, version: string): Promise<void> {
  const [checked_at, row_count] = [ctx.clock.now(), await countRows(ctx.db, run.orgId, run.kind)];
  await ctx.db
    .insertInto('insurance.catalogue_version')
    .values({ org_id: run.orgId, kind: run.kind, version, checked_at, row_count })
    .onConflict((any) => any.columns(['org_id', 'kind']).doUpdateSet({ version, checked_at, row_count }))
    .execute();
}
