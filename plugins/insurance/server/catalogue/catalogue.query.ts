import { AppError, DAY_MS, EnvelopeCode, type PageRequest, toPage, CATALOGUE_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, type RequestContext, selectPage } from '@nephra/plugin-sdk/server';
import { type CatalogueInfno, type CatalogueKindRow, type CatalogueRun, catalogueRunWaiting, type ListType, type NationalItem } from '../../contract/index.ts';
import { PAGED } from '../../domain/catalogue/catalogue-layout.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { readerOf } from '../tables/door-columns.ts';
import { type CatalogueRunStored, catalogueRunTable, catalogueVersionTable } from '../tables/catalogue-run.table.ts';
import { nationalItemTable } from '../tables/national-list.table.ts';
import { ACTIVE_RUNS } from './download/catalogue-run.repo.ts';

type Ctx = RequestContext<InsuranceTables>;

function runToWire(row: CatalogueRunStored): CatalogueRun {
  const { id, kind, state, fromVersion, position, total, stored, skipped, error: problem, errorParams: problemParams, userName } = row;
  const times = { startTime: row.startedAt.getTime(), endTime: row.endedAt?.getTime() ?? null };
  return { id, kind, state, fromVersion, position, total, stored, skipped, problem, problemParams, userName, ...times };
}

/** Runs of the caller's facility. */
const ownRuns = (ctx: Ctx) => catalogueRunTable.select(ctx, 'run').where('run.orgId', '=', ctx.user.orgId);

/** Kinds with version, age and last run. */
export async function catalogueKinds(ctx: Ctx): Promise<CatalogueKindRow[]> {
  const { orgId } = ctx.user;
  const [versions, runs] = [
    await catalogueVersionTable.select(ctx, 'version').where('version.orgId', '=', orgId).execute(),
    await ownRuns(ctx).distinctOn('run.kind').orderBy('run.kind').orderBy('run.startedAt', 'desc').orderBy('run.id', 'desc').execute(),
  ];
  const now = ctx.clock.now().getTime();
  return CATALOGUE_TRANSACTIONS.map((kind) => {
    const version = versions.find((one) => one.kind === kind);
    const run = runs.find((one) => one.kind === kind);
    return {
      kind,
      shape: PAGED.includes(kind) ? ('query' as const) : ('file' as const),
      version: version?.version ?? '',
      rowCount: version?.rowCount ?? 0,
      checkTime: version?.checkedAt.getTime() ?? null,
      ageDays: version ? Math.max(0, Math.floor((now - version.checkedAt.getTime()) / DAY_MS)) : null,
      run: run ? runToWire(run) : null,
    };
  });
}

/** Starts one run per kind that has none under way. A file that was left half stored goes on where it stopped. */
export async function startDownloads(ctx: Ctx, kinds: readonly CatalogueInfno[]): Promise<void> {
  const { orgId, userId, userName } = ctx.user;
  for (const kind of new Set(kinds)) {
    const version = await catalogueVersionTable.select(ctx).where('row.orgId', '=', orgId).where('row.kind', '=', kind).executeTakeFirst();
    const last = await ownRuns(ctx).where('run.kind', '=', kind).orderBy('run.startedAt', 'desc').orderBy('run.id', 'desc').limit(1).executeTakeFirst();
    const from = version?.version ?? '';
    const left = last && (last.state === 'failed' || last.state === 'cancelled') && last.fromVersion === from && last.fileHash !== '' ? last : undefined;
    const id = ctx.newId();
    const made = await ctx.db
      .insertInto('insurance.catalogue_run')
      .values(
        catalogueRunTable.toSql({
          id,
          orgId,
          kind,
          state: 'waiting',
          fromVersion: from,
          seenVersion: left?.seenVersion ?? '',
          fileHash: left?.fileHash ?? '',
          position: left?.position ?? 0,
          userId,
          userName,
          startedAt: ctx.clock.now(),
          leaseUntil: ctx.clock.steady(),
        }),
      )
      .onConflict((any) => any.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) ctx.publish(catalogueRunWaiting, { runId: made.id });
  }
  ctx.audit({ subject: 'insurance-catalogue', subjectId: orgId, after: { kinds: [...new Set(kinds)] } });
}

export async function catalogueRuns(ctx: Ctx, query: PageRequest & { kind?: CatalogueInfno }) {
  const rows = query.kind ? ownRuns(ctx).where('run.kind', '=', query.kind) : ownRuns(ctx);
  const page = await selectPage(rows, { db: ctx.db, request: query, sorts: {}, byDefault: ['run.startedAt', 'desc'], tieBreaker: 'run.id' });
  return { ...page, list: page.list.map(runToWire) };
}

/** @throws AppError `insurance.run-missing` */
export async function cancelRun(ctx: Ctx, runId: string): Promise<CatalogueRun> {
  const own = () => ownRuns(ctx).where('run.id', '=', runId).executeTakeFirst();
  if (!(await own())) throw new AppError('insurance.run-missing', { code: EnvelopeCode.NotFound });
  // One that nobody works on ends at once; a worker ends its own after the rows in hand.
  // rows: the run came through its door (`ownRuns`)
  await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ state: 'cancelled', ended_at: ctx.clock.now() })
    .where('id', '=', runId)
    .where('state', 'in', [...ACTIVE_RUNS])
    .where('lease_owner', '=', '')
    .execute();
  // rows: the run came through its door (`ownRuns`)
  await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ state: 'cancelling' })
    .where('id', '=', runId)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
  ctx.audit({ subject: 'insurance-catalogue-run', subjectId: runId });
  const row = await own();
  if (!row) throw new AppError('insurance.run-missing', { code: EnvelopeCode.NotFound });
  return runToWire(row);
}

/** Columns of an entry of the national list as it stands on the wire; `nationalItemTable.fromSql` reads them. */
export const ITEM = [
  'item.code',
  'item.listType',
  'item.name',
  'item.genericName',
  'item.spec',
  'item.form',
  'item.unit',
  'item.approvalNumber',
  'item.maker',
  'item.grade',
  'item.limited',
  'item.limitText',
  'item.valid',
  'item.endDate',
] as const;

/** Nobody pages further; counting 200,000 rows at every keystroke would be slow. */
const MAX_FOUND = 1000;

export async function nationalItems(ctx: Ctx, query: PageRequest & { keyword?: string; listType?: ListType; code?: string }) {
  let rows = ctx.db.selectFrom(nationalItemTable.as(readerOf(ctx, [ctx.user.orgId]), 'item')).select(ITEM);
  if (query.listType) rows = rows.where('item.listType', '=', query.listType);
  if (query.code) rows = rows.where('item.code', '=', query.code);
  const keyword = matchesKeyword('item.searchGrams', query.keyword);
  if (keyword) rows = rows.where(keyword);
  const found = await selectPage(rows, { db: ctx.db, request: query, sorts: {}, byDefault: ['code', 'asc'], tieBreaker: 'code', countUpTo: MAX_FOUND });
  return toPage<NationalItem>(
    found.list.map((row) => nationalItemTable.fromSql(row)),
    found.pagination.total,
    query,
  );
}
