import { AppError, formatInstant, isAppError } from '@nephra/plugin-sdk/contract';
import type { Lease, ServerContext, ZippedLinesLimits } from '@nephra/plugin-sdk/server';
import { createHash } from 'node:crypto';
import type { CatalogueInfno } from '../../../contract/index.ts';
import { type CatalogueRow, cellsOf, type Layout, type Layouts, laterVersion, PAGED, rowOf } from '../../../domain/catalogue/catalogue-layout.ts';
import { clockRefusal } from '../../client/clock-refusal.ts';
import type { ExchangeSubject, NationalClient, Outcome } from '../../client/national-client.ts';
import { zippedLines } from './catalogue-file.ts';
import { storePage } from './catalogue-pages.store.ts';
import { activeRun, advance, end, Interrupted, noteVersion, type Run } from './catalogue-run.repo.ts';
import { storeRows } from '../catalogue-store.ts';
import type { InsuranceTables } from '../../insurance-tables.ts';

type Ctx = ServerContext<InsuranceTables>;

export interface CatalogueWorkerOptions {
  readonly platform: NationalClient;
  readonly layouts: Layouts;
  readonly limits?: ZippedLinesLimits;
}

/** What works on a run, and the run in hand. */
interface AtWork extends CatalogueWorkerOptions {
  readonly lease: Lease;
}

/** Rows of one statement and one transaction. */
const BATCH = 500;
const PAGE_SIZE = 100;
const MAX_PAGES = 20_000;
/** Versions that one run fetches one after the other; the next run goes on. */
const MAX_VERSIONS = 60;
/** Waits before it asks again when nobody answered, in seconds. */
const BACK_OFF = [10, 30, 60, 300, 900] as const;
/** Refusals of our own client that pass by themselves. */
const WAITS = ['insurance.line-down', 'insurance.line-busy'];
const FIRST_TIME = '2000-01-01 00:00:00';
const HOUR_MS = 3_600_000;

/** Nobody answered: try again later. */
class NoAnswer extends Error {}

const subjectOf = (run: Run): ExchangeSubject => ({ orgId: run.orgId, operator: { userId: run.userId, userName: run.userName } });

function answered<O extends Outcome>(outcome: O): Extract<O, { kind: 'success' }> {
  const clock = outcome.kind === 'refused' ? clockRefusal(outcome.reason) : undefined;
  if (clock) throw clock;
  if (outcome.kind === 'refused') throw new AppError('insurance.catalogue-refused', { params: { reason: outcome.reason.slice(0, 200) } });
  if (outcome.kind === 'unknown') throw new NoAnswer(outcome.reason);
  return outcome as Extract<O, { kind: 'success' }>;
}

const wordIn = (output: Readonly<Record<string, unknown>>, name: string): string => {
  const value = output[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** A run from where it stands to its end. Every batch is stored together with the place it reaches, so a worker may die at any moment. */
export async function workCatalogueRun(ctx: Ctx, runId: string, options: CatalogueWorkerOptions, lease: Lease): Promise<void> {
  const run = await activeRun(ctx, runId);
  if (!run) return;
  const work: AtWork = { ...options, lease };
  try {
    if (run.state === 'cancelling') return await end(ctx, run, 'cancelled');
    await (PAGED.includes(run.kind) ? workPages(ctx, run, work) : workFiles(ctx, run, work));
  } catch (error) {
    await stumble(ctx, run, error, lease);
  }
}

async function stumble(ctx: Ctx, begun: Run, error: unknown, lease: Lease): Promise<void> {
  await lease.keep();
  const run = await activeRun(ctx, begun.id);
  if (!run) return;
  if (run.state === 'cancelling') return await end(ctx, run, 'cancelled');
  if (error instanceof Interrupted) return;
  const silent = error instanceof NoAnswer;
  const told = isAppError(error) ? error : new AppError(silent ? 'insurance.catalogue-silent' : 'insurance.catalogue-fault');
  const wait = BACK_OFF[run.attempts];
  if (wait !== undefined && (silent || WAITS.includes(told.key))) {
    const params = JSON.stringify(told.params);
    const next = { attempts: run.attempts + 1, error: told.key, error_params: params, state: 'waiting' as const };
    // rows: the run in hand, under its lease; no person works on it
    await ctx.db.updateTable('insurance.catalogue_run').set(next).where('id', '=', run.id).where('state', '=', 'running').execute();
    return await lease.giveBack(wait * 1000);
  }
  if (!silent && !isAppError(error)) ctx.log.error({ err: error, runId: run.id, kind: run.kind }, 'a catalogue download failed');
  await end(ctx, run, 'failed', told);
}

async function workFiles(ctx: Ctx, first: Run, work: AtWork): Promise<void> {
  const layout = work.layouts[first.kind];
  if (!layout) throw new AppError('insurance.catalogue-layout', { params: { kind: first.kind } });
  let run = first;
  for (let versions = 0; versions < MAX_VERSIONS; versions += 1) {
    if (work.lease.stopping()) throw new Interrupted();
    const ver = run.fromVersion === '' ? '0' : run.fromVersion;
    const { output } = answered(await work.platform.call(run.kind, { data: { ver } }, subjectOf(run)));
    const fileQueryNo = wordIn(output, 'file_qury_no');
    if (fileQueryNo === '') break;
    const fileName = wordIn(output, 'filename');
    const file = await work.platform.download({ fileQueryNo, fileName, facility: 'plc' }, subjectOf(run));
    if (file.kind !== 'file') throw answered(file);
    run = await beginFile(ctx, run, work, { fileQueryNo, fileName, hash: hashOf(file.content), total: Number(wordIn(output, 'data_cnt')) || null });
    run = await storeFile(ctx, run, work, layout, file.content);
    const seen = laterVersion(run.seenVersion, run.fromVersion);
    const further = seen !== run.fromVersion;
    run = await ctx.transaction(async () => {
      await noteVersion(ctx, run, seen);
      return await advance(ctx, run, work.lease, {
        fromVersion: seen,
        position: 0,
        total: null,
        fileQueryNo: '',
        fileName: '',
        fileHash: '',
        seenVersion: '',
      });
    });
    // A file that brings no later version would come for ever.
    if (!further) break;
  }
  await ctx.transaction(async () => {
    await work.lease.keep();
    await noteVersion(ctx, run, run.fromVersion);
    await end(ctx, run, 'done');
  });
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The same file goes on behind the rows that are stored; any other begins anew. */
const beginFile = (
  ctx: Ctx,
  run: Run,
  work: AtWork,
  file: { readonly fileQueryNo: string; readonly fileName: string; readonly hash: string; readonly total: number | null },
): Promise<Run> => {
  const same = run.fileHash === file.hash;
  return advance(ctx, run, work.lease, {
    fileQueryNo: file.fileQueryNo,
    fileName: file.fileName,
    fileHash: file.hash,
    total: file.total,
    ...(same ? {} : { position: 0, seenVersion: '' }),
  });
};

async function storeFile(ctx: Ctx, begun: Run, work: AtWork, layout: Layout, content: Buffer): Promise<Run> {
  let run = begun;
  let at = 0;
  let rows: CatalogueRow[] = [];
  let unread = 0;
  let seen = run.seenVersion;
  const flush = async (): Promise<void> => {
    if (work.lease.stopping()) throw new Interrupted();
    const [batch, skipped] = [rows, unread];
    rows = [];
    unread = 0;
    run = await ctx.transaction(async () => {
      const written = await storeRows(ctx.db, run.orgId, run.kind, batch);
      return await advance(ctx, run, work.lease, { position: at, stored: run.stored + written, skipped: run.skipped + skipped, seenVersion: seen });
    });
  };
  for await (const line of zippedLines(content, work.limits)) {
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
async function filtersOf(kind: CatalogueInfno, run: Run, { platform }: AtWork): Promise<Record<string, string>> {
  if (kind !== '1317') return {};
  const { connection } = await platform.connectionOf(run.orgId);
  return { fixmedins_code: connection.fixmedinsCode };
}

const listIn = (output: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] => {
  const found = [output.data, output.list, output.output].find(Array.isArray) ?? [];
  return (found as unknown[]).filter((row): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null);
};

async function workPages(ctx: Ctx, first: Run, work: AtWork): Promise<void> {
  let run = first;
  const since = run.fromVersion === '' ? FIRST_TIME : run.fromVersion;
  const filters = await filtersOf(run.kind, run, work);
  for (let page = run.position + 1; page <= MAX_PAGES; page += 1) {
    if (work.lease.stopping()) throw new Interrupted();
    const data = { ...filters, updt_time: since, page_num: page, page_size: PAGE_SIZE };
    const { output } = answered(await work.platform.call(run.kind, { data }, subjectOf(run)));
    const rows = listIn(output);
    const pages = Number(wordIn(output, 'pages')) || null;
    run = await ctx.transaction(async () => {
      const { unread, written } = await storePage(ctx.db, run.orgId, run.kind, rows);
      return await advance(ctx, run, work.lease, { position: page, total: pages ?? run.total, stored: run.stored + written, skipped: run.skipped + unread });
    });
    if (pages === null ? rows.length < PAGE_SIZE : page >= pages) break;
  }
  // What changed while it ran, and clocks that differ a little, come once more with the next run.
  const until = formatInstant(run.startedAt.getTime() - HOUR_MS, 'yyyy-MM-dd HH:mm:ss');
  await ctx.transaction(async () => {
    await work.lease.keep();
    await noteVersion(ctx, run, laterVersion(until, run.fromVersion));
    await end(ctx, run, 'done');
  });
}
