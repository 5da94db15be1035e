import { AppError, DAY_MS, EnvelopeCode, type PageRequest, toPage, CATALOGUE_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import { matchesKeyword, type RequestContext, selectPage } from '@nephra/plugin-sdk/server';
import { type CatalogueInfno, type CatalogueKindRow, type CatalogueRun, catalogueRunWaiting, type ListType, type NationalItem } from '../../contract/index.ts';
import { PAGED } from '../../domain/catalogue/catalogue-layout.ts';
import type { CatalogueTables, NationalItemTable } from './catalogue-tables.ts';
import { ACTIVE_RUNS } from './download/catalogue-run.repo.ts';

type Ctx = RequestContext<CatalogueTables>;

const RUN = [
  'id',
  'kind',
  'state',
  'from_version',
  'position',
  'total',
  'stored',
  'skipped',
  'error',
  'error_params',
  'user_name',
  'started_at',
  'ended_at',
] as const;
interface RunRecord {
  readonly id: string;
  readonly kind: CatalogueInfno;
  readonly state: CatalogueRun['state'];
  readonly from_version: string;
  readonly position: number;
  readonly total: number | null;
  readonly stored: number;
  readonly skipped: number;
  readonly error: string;
  readonly error_params: string | Record<string, string | number>;
  readonly user_name: string;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

const runToWire = (row: RunRecord): CatalogueRun => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  fromVersion: row.from_version,
  position: row.position,
  total: row.total,
  stored: row.stored,
  skipped: row.skipped,
  problem: row.error,
  problemParams: typeof row.error_params === 'string' ? {} : row.error_params,
  userName: row.user_name,
  startTime: row.started_at.getTime(),
  endTime: row.ended_at?.getTime() ?? null,
});

/** Kinds with version, age and last run. */
export async function catalogueKinds(ctx: Ctx): Promise<CatalogueKindRow[]> {
  const { orgId } = ctx.user;
  const [versions, runs] = [
    await ctx.db.selectFrom('insurance.catalogue_version').select(['kind', 'version', 'checked_at', 'row_count']).where('org_id', '=', orgId).execute(),
    await ctx.db
      .selectFrom('insurance.catalogue_run')
      .distinctOn('kind')
      .select(RUN)
      .where('org_id', '=', orgId)
      .orderBy('kind')
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  ];
  const now = ctx.clock.now().getTime();
  return CATALOGUE_TRANSACTIONS.map((kind) => {
    const version = versions.find((one) => one.kind === kind);
    const run = runs.find((one) => one.kind === kind);
    return {
      kind,
      shape: PAGED.includes(kind) ? ('query' as const) : ('file' as const),
      version: version?.version ?? '',
      rowCount: version?.row_count ?? 0,
      checkTime: version?.checked_at.getTime() ?? null,
      ageDays: version ? Math.max(0, Math.floor((now - version.checked_at.getTime()) / DAY_MS)) : null,
      run: run ? runToWire(run) : null,
    };
  });
}

/** Starts one run per kind that has none under way. A file that was left half stored goes on where it stopped. */
export async function startDownloads(ctx: Ctx, kinds: readonly CatalogueInfno[]): Promise<void> {
  const { orgId, userId, userName } = ctx.user;
  const now = ctx.clock.now();
  for (const kind of new Set(kinds)) {
    const version = await ctx.db
      .selectFrom('insurance.catalogue_version')
      .select('version')
      .where('org_id', '=', orgId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    const last = await ctx.db
      .selectFrom('insurance.catalogue_run')
      .select(['state', 'from_version', 'file_hash', 'position', 'seen_version'])
      .where('org_id', '=', orgId)
      .where('kind', '=', kind)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const from = version?.version ?? '';
    const left = last && (last.state === 'failed' || last.state === 'cancelled') && last.from_version === from && last.file_hash !== '' ? last : undefined;
    const id = ctx.newId();
    const made = await ctx.db
      .insertInto('insurance.catalogue_run')
      .values({
        id,
        org_id: orgId,
        kind,
        state: 'waiting',
        from_version: from,
        seen_version: left?.seen_version ?? '',
        file_query_no: '',
        file_name: '',
        file_hash: left?.file_hash ?? '',
        position: left?.position ?? 0,
        total: null,
        stored: 0,
        skipped: 0,
        attempts: 0,
        error: '',
        error_params: '{}',
        user_id: userId,
        user_name: userName,
        started_at: now,
        ended_at: null,
        lease_owner: '',
        lease_until: ctx.clock.steady(),
      })
      .onConflict((any) => any.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) ctx.publish(catalogueRunWaiting, { runId: made.id });
  }
  ctx.audit({ subject: 'insurance-catalogue', subjectId: orgId, after: { kinds: [...new Set(kinds)] } });
}

export async function catalogueRuns(ctx: Ctx, query: PageRequest & { kind?: CatalogueInfno }) {
  let rows = ctx.db.selectFrom('insurance.catalogue_run').select(RUN).where('org_id', '=', ctx.user.orgId);
  if (query.kind) rows = rows.where('kind', '=', query.kind);
  const page = await selectPage(rows, { db: ctx.db, request: query, sorts: {}, byDefault: ['started_at', 'desc'], tieBreaker: 'id' });
  return { ...page, list: page.list.map(runToWire) };
}

/** @throws AppError `insurance.run-missing` */
export async function cancelRun(ctx: Ctx, runId: string): Promise<CatalogueRun> {
  const own = () => ctx.db.selectFrom('insurance.catalogue_run').select(RUN).where('id', '=', runId).where('org_id', '=', ctx.user.orgId).executeTakeFirst();
  if (!(await own())) throw new AppError('insurance.run-missing', { code: EnvelopeCode.NotFound });
  // One that nobody works on ends at once; a worker ends its own after the rows in hand.
  await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ state: 'cancelled', ended_at: ctx.clock.now() })
    .where('id', '=', runId)
    .where('state', 'in', [...ACTIVE_RUNS])
    .where('lease_owner', '=', '')
    .execute();
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

export const ITEM = [
  'code',
  'list_type',
  'name',
  'generic_name',
  'spec',
  'form',
  'unit',
  'approval_number',
  'maker',
  'grade',
  'limited',
  'limit_text',
  'valid',
  'end_date',
] as const satisfies readonly (keyof NationalItemTable)[];

export const itemToWire = (row: Pick<NationalItemTable, (typeof ITEM)[number]>): NationalItem => ({
  code: row.code,
  listType: row.list_type,
  name: row.name,
  genericName: row.generic_name,
  spec: row.spec,
  form: row.form,
  unit: row.unit,
  approvalNumber: row.approval_number,
  maker: row.maker,
  grade: row.grade,
  limited: row.limited,
  limitText: row.limit_text,
  valid: row.valid,
  endDate: row.end_date,
});

/** Nobody pages further; counting 200,000 rows at every keystroke would be slow. */
const MAX_FOUND = 1000;

export async function nationalItems(ctx: Ctx, query: PageRequest & { keyword?: string; listType?: ListType; code?: string }) {
  let rows = ctx.db.selectFrom('insurance.national_item').select(ITEM).where('org_id', '=', ctx.user.orgId);
  if (query.listType) rows = rows.where('list_type', '=', query.listType);
  if (query.code) rows = rows.where('code', '=', query.code);
  const keyword = matchesKeyword('search_grams', query.keyword);
  if (keyword) rows = rows.where(keyword);
  const found = await selectPage(rows, { db: ctx.db, request: query, sorts: {}, byDefault: ['code', 'asc'], tieBreaker: 'code', countUpTo: MAX_FOUND });
  return toPage(found.list.map(itemToWire), found.pagination.total, query);
}
