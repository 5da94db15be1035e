import { AppError, formatInstant, isAppError, type OrgId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { createHash } from 'node:crypto';
import type { CatalogueInfno } from '../../contract/index.ts';
import { type CatalogueRow, cellsOf, type Layout, type Layouts, laterVersion, PAGED, rowOf } from '../../domain/catalogue-layout.ts';
import type { ExchangeSubject, NationalClient, Outcome } from '../client/national-client.ts';
import { type FileLimits, zippedLines } from './catalogue-file.ts';
import { storePage, storeRows } from './catalogue-store.ts';
import type { CatalogueTables } from './catalogue-tables.ts';

type Ctx = ServerContext<CatalogueTables>;

export interface CatalogueWorkerOptions {
  readonly platform: NationalClient;
  readonly layouts: Layouts;
  /** This process; a run belongs to one at a time. */
  readonly owner: string;
  /** A worker that says nothing for so long is taken for dead. Longer than a download takes. */
  readonly leaseMs: number;
  readonly limits?: FileLimits;
  readonly stopping: () => boolean;
}

export const ACTIVE_RUNS = ['waiting', 'running', 'cancelling'] as const;
/** Rows of one statement and one transaction. */
const BATCH = 500;
const PAGE_SIZE = 100;
const MOST_PAGES = 20_000;
/** Versions that one run fetches one after the other; the next run goes on. */
const MOST_VERSIONS = 60;
/** Waits before it asks again when nobody answered, in seconds. */
const BACK_OFF = [10, 30, 60, 300, 900] as const;
/** Refusals of our own client that pass by themselves. */
const WAITS = ['insurance.line-down', 'insurance.line-busy'];
const FIRST_TIME = '2000-01-01 00:00:00';
const HOUR_MS = 3_600_000;

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
const takeRun = (ctx: Ctx, runId: string, { owner, leaseMs }: CatalogueWorkerOptions) => {
  const now = ctx.clock.now();
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
type Run = NonNullable<Awaited<ReturnType<typeof takeRun>>>;

/** Ends a piece of work without a word: the run is somebody else's, is to end, or this process stops. */
class Interrupted extends Error {}
/** Nobody answered: try again later. */
class NoAnswer extends Error {}

const subjectOf = (run: Run): ExchangeSubject => ({ orgId: run.org_id as OrgId, operator: { userId: run.user_id, userName: run.user_name } });

function answered<O extends Outcome>(outcome: O): Extract<O, { kind: 'success' }> {
  if (outcome.kind === 'refused') throw new AppError('insurance.catalogue-refused', { params: { reason: outcome.reason.slice(0, 200) } });
  if (outcome.kind === 'unknown') throw new NoAnswer(outcome.reason);
  return outcome as Extract<O, { kind: 'success' }>;
}

const wordIn = (output: Readonly<Record<string, unknown>>, name: string): string => {
  const value = output[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A run from where it stands to its end. Every batch is stored together with the place it reaches, so a worker may die at any moment. */
export async function workCatalogueRun(ctx: Ctx, runId: string, options: CatalogueWorkerOptions): Promise<void> {
  const run = await takeRun(ctx, runId, options);
  if (!run) return;
  try {
    if (run.state === 'cancelling') return await end(ctx, run, 'cancelled');
    await (PAGED.includes(run.kind) ? workPages(ctx, run, options) : workFiles(ctx, run, options));
  } catch (error) {
    await stumble(ctx, run, error, options);
  }
}

async function stumble(ctx: Ctx, begun: Run, error: unknown, options: CatalogueWorkerOptions): Promise<void> {
  const run = await takeRun(ctx, begun.id, options);
  if (!run) return;
  if (run.state === 'cancelling') return await end(ctx, run, 'cancelled');
  if (error instanceof Interrupted) return await release(ctx, run, 0);
  const silent = error instanceof NoAnswer;
  const told = isAppError(error) ? error : new AppError(silent ? 'insurance.catalogue-silent' : 'insurance.catalogue-fault');
  const wait = BACK_OFF[run.attempts];
  if (wait !== undefined && (silent || WAITS.includes(told.key))) {
    const params = JSON.stringify(told.params);
    const next = { attempts: run.attempts + 1, error: told.key, error_params: params, state: 'waiting' as const };
    await ctx.db.updateTable('insurance.catalogue_run').set(next).where('id', '=', run.id).where('state', '=', 'running').execute();
    return await release(ctx, run, wait * 1000);
  }
  if (!silent && !isAppError(error)) ctx.log.error({ err: error, runId: run.id, kind: run.kind }, 'a catalogue download failed');
  await end(ctx, run, 'failed', told);
}

async function release(ctx: Ctx, run: Run, waitMs: number): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + waitMs);
  await ctx.db.updateTable('insurance.catalogue_run').set({ lease_owner: '', lease_until: until }).where('id', '=', run.id).execute();
}

async function end(ctx: Ctx, run: Run, state: 'done' | 'failed' | 'cancelled', error?: AppError): Promise<void> {
  await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ state, ended_at: ctx.clock.now(), error: error?.key ?? '', error_params: JSON.stringify(error?.params ?? {}) })
    .where('id', '=', run.id)
    .where('state', 'in', [...ACTIVE_RUNS])
    .execute();
}

/** Writes progress inside the running transaction. @throws Interrupted when the run is no longer ours or is to end */
async function advance(
  ctx: Ctx,
  run: Run,
  options: CatalogueWorkerOptions,
  change: Partial<Pick<Run, 'position' | 'total' | 'stored' | 'skipped' | 'seen_version' | 'file_query_no' | 'file_name' | 'file_hash' | 'from_version'>>,
): Promise<Run> {
  const moved = await ctx.db
    .updateTable('insurance.catalogue_run')
    .set({ ...change, attempts: 0, error: '', lease_until: new Date(ctx.clock.now().getTime() + options.leaseMs) })
    .where('id', '=', run.id)
    .where('lease_owner', '=', options.owner)
    .where('state', '=', 'running')
    .returning(RUN)
    .executeTakeFirst();
  if (!moved) throw new Interrupted();
  return moved;
}

const noteVersion = (ctx: Ctx, run: Run, version: string) =>
  ctx.db
    .insertInto('insurance.catalogue_version')
    .values({ org_id: run.org_id, kind: run.kind, version, checked_at: ctx.clock.now() })
    .onConflict((any) => any.columns(['org_id', 'kind']).doUpdateSet({ version, checked_at: ctx.clock.now() }))
    .execute();

async function workFiles(ctx: Ctx, first: Run, options: CatalogueWorkerOptions): Promise<void> {
  const layout = options.layouts[first.kind];
  if (!layout) throw new AppError('insurance.catalogue-layout', { params: { kind: first.kind } });
  let run = first;
  for (let versions = 0; versions < MOST_VERSIONS; versions += 1) {
    if (options.stopping()) throw new Interrupted();
    const ver = run.from_version === '' ? '0' : run.from_version;
    const { output } = answered(await options.platform.call(run.kind, { data: { ver } }, subjectOf(run)));
    const fileQueryNo = wordIn(output, 'file_qury_no');
    if (fileQueryNo === '') break;
    const fileName = wordIn(output, 'filename');
    const file = await options.platform.download({ fileQueryNo, fileName, facility: 'plc' }, subjectOf(run));
    if (file.kind !== 'file') throw answered(file);
    run = await beginFile(ctx, run, options, { fileQueryNo, fileName, hash: hashOf(file.content), total: Number(wordIn(output, 'data_cnt')) || null });
    run = await storeFile(ctx, run, options, layout, file.content);
    const seen = laterVersion(run.seen_version, run.from_version);
    const further = seen !== run.from_version;
    run = await ctx.transaction(async () => {
      await noteVersion(ctx, run, seen);
      return await advance(ctx, run, options, {
        from_version: seen,
        position: 0,
        total: null,
        file_query_no: '',
        file_name: '',
        file_hash: '',
        seen_version: '',
      });
    });
    // A file that brings no later version would come for ever.
    if (!further) break;
  }
  await ctx.transaction(async () => {
    await noteVersion(ctx, run, run.from_version);
    await end(ctx, run, 'done');
  });
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The same file goes on behind the rows that are stored; any other begins anew. */
const beginFile = (
  ctx: Ctx,
  run: Run,
  options: CatalogueWorkerOptions,
  file: { readonly fileQueryNo: string; readonly fileName: string; readonly hash: string; readonly total: number | null },
): Promise<Run> => {
  const same = run.file_hash === file.hash;
  return advance(ctx, run, options, {
    file_query_no: file.fileQueryNo,
    file_name: file.fileName,
    file_hash: file.hash,
    total: file.total,
    ...(same ? {} : { position: 0, seen_version: '' }),
  });
};

async function storeFile(ctx: Ctx, begun: Run, options: CatalogueWorkerOptions, layout: Layout, content: Buffer): Promise<Run> {
  let run = begun;
  let at = 0;
  let rows: CatalogueRow[] = [];
  let unread = 0;
  let seen = run.seen_version;
  const flush = async (): Promise<void> => {
    if (options.stopping()) throw new Interrupted();
    const [batch, skipped] = [rows, unread];
    rows = [];
    unread = 0;
    run = await ctx.transaction(async () => {
      await storeRows(ctx.db, run.org_id as OrgId, run.kind, batch);
      return await advance(ctx, run, options, { position: at, stored: run.stored + batch.length, skipped: run.skipped + skipped, seen_version: seen });
    });
  };
  for await (const line of zippedLines(content, options.limits)) {
    at += 1;
    if (at <= begun.position) continue;
    const row = rowOf(cellsOf(line), layout);
    if (row) {
      rows.push(row);
      seen = laterVersion(seen, row.version);
    } else unread += 1;
    if (rows.length + unread >= BATCH) await flush();
  }
  if (rows.length + unread > 0) await flush();
  return run;
}

/** Conditions that a query wants besides time and page. */
async function filtersOf(kind: CatalogueInfno, run: Run, { platform }: CatalogueWorkerOptions): Promise<Record<string, string>> {
  if (kind !== '1317') return {};
  const { connection } = await platform.connectionOf(run.org_id as OrgId);
  return { fixmedins_code: connection.fixmedinsCode };
}

const listIn = (output: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] => {
  const found = [output.data, output.list, output.output].find(Array.isArray) ?? [];
  return (found as unknown[]).filter((row): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null);
};

async function workPages(ctx: Ctx, first: Run, options: CatalogueWorkerOptions): Promise<void> {
  let run = first;
  const since = run.from_version === '' ? FIRST_TIME : run.from_version;
  const filters = await filtersOf(run.kind, run, options);
  for (let page = run.position + 1; page <= MOST_PAGES; page += 1) {
    if (options.stopping()) throw new Interrupted();
    const data = { ...filters, updt_time: since, page_num: page, page_size: PAGE_SIZE };
    const { output } = answered(await options.platform.call(run.kind, { data }, subjectOf(run)));
    const rows = listIn(output);
    const pages = Number(wordIn(output, 'pages')) || null;
    run = await ctx.transaction(async () => {
      const unread = await storePage(ctx.db, run.org_id as OrgId, run.kind, rows);
      const stored = run.stored + rows.length - unread;
      return await advance(ctx, run, options, { position: page, total: pages ?? run.total, stored, skipped: run.skipped + unread });
    });
    if (pages === null ? rows.length < PAGE_SIZE : page >= pages) break;
  }
  // What changed while it ran, and clocks that differ a little, come once more with the next run.
  const until = formatInstant(run.started_at.getTime() - HOUR_MS, 'yyyy-MM-dd HH:mm:ss');
  await ctx.transaction(async () => {
    await noteVersion(ctx, run, laterVersion(until, run.from_version));
    await end(ctx, run, 'done');
  });
}

/** Runs that nobody works on and whose time has come. */
export async function abandonedCatalogueRuns(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('insurance.catalogue_run')
    .select('id')
    .where('state', 'in', [...ACTIVE_RUNS])
    .where('lease_until', '<=', ctx.clock.now())
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
