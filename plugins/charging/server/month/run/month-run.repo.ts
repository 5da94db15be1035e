import { AppError, EnvelopeCode, type OrgId, toPage } from '@nephra/plugin-sdk/contract';
import { moneyColumnToWire, pageBounds, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { MonthRun, MonthRunItem, RunItemState, RunState } from '../../../contract/index.ts';
import { seesWholeDesk } from '../../bills/bill-row-filter.ts';
import type { ChargingTables } from '../../charging-tables.ts';
import { monthRunItemTable, type MonthRunStored, monthRunTable } from '../../tables/month.table.ts';

type Ctx = RequestContext<ChargingTables>;

export const ACTIVE = ['running', 'cancelling'] as const satisfies readonly RunState[];

type Counts = Readonly<Record<RunItemState, number>>;

const counted = (state: RunItemState) => sql`${sql.lit(state)}, count(*) filter (where item.state = ${sql.lit(state)})`;
// rows: people of runs that came through their door
const COUNTS = sql<Counts>`(select json_build_object(${sql.join(['waiting', 'done', 'failed', 'skipped', 'cancelled'].map((state) => counted(state as RunItemState)))})
  from charging.month_run_item as item where item.run_id = run.id)`;
// rows: people of runs that came through their door
const DONE_PRICE = sql<string>`(select coalesce(sum(item.amount), 0) from charging.month_run_item as item where item.run_id = run.id and item.state = 'done')`;

const runs = (ctx: Ctx) => monthRunTable.select(ctx, 'run').select([COUNTS.as('counts'), DONE_PRICE.as('donePrice')]);

interface CountedRun extends MonthRunStored {
  readonly counts: Counts;
  readonly donePrice: string;
}

function toWire({ counts, donePrice, ...run }: CountedRun): MonthRun {
  const { id, orgId, month, state, settleWay, patientId, startedAt, endedAt, userName } = monthRunTable.wire(run);
  return {
    runId: id,
    orgId,
    month,
    state,
    settleWay,
    patientId: patientId === '' ? null : patientId,
    startTime: startedAt,
    endTime: endedAt,
    userName,
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...counts,
    donePrice: moneyColumnToWire(donePrice),
  };
}

async function storedRun(ctx: Ctx, runId: string): Promise<CountedRun> {
  const run = await runs(ctx).where('run.id', '=', runId).executeTakeFirst();
  if (!run) throw notFound();
  return run;
}

const notFound = (): AppError => new AppError('charging.run-not-found', { code: EnvelopeCode.NotFound });

/** A run with its counts. @throws AppError `charging.run-not-found`, also for another facility's. */
export const readRun = async (ctx: Ctx, runId: string): Promise<MonthRun> => toWire(await storedRun(ctx, runId));

/** A run names patients of the whole facility: whoever does not see all of its desk sees the runs that he started himself. */
export async function seenRun(ctx: Ctx, runId: string): Promise<MonthRun> {
  const run = await storedRun(ctx, runId);
  if (!seesWholeDesk(ctx) && run.userId !== ctx.user.userId) throw notFound();
  return toWire(run);
}

/** Runs of a month, newest first; runs of one patient are left out. */
export async function listRuns(ctx: Ctx, month: string, orgIds: readonly OrgId[]): Promise<MonthRun[]> {
  if (orgIds.length === 0) return [];
  let found = runs(ctx);
  if (!seesWholeDesk(ctx)) found = found.where('run.userId', '=', ctx.user.userId);
  const rows = await found
    .where('run.month', '=', month)
    .where('run.orgId', 'in', [...orgIds])
    .where('run.patientId', '=', '')
    .orderBy('run.startedAt', 'desc')
    .orderBy('run.id', 'desc')
    .limit(50)
    .execute();
  return rows.map(toWire);
}

interface ItemPage {
  readonly state?: RunItemState;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

export async function listItems(ctx: Ctx, runId: string, filter: ItemPage) {
  let query = monthRunItemTable.select(ctx, 'item').where('item.runId', '=', runId);
  if (filter.state) query = query.where('item.state', '=', filter.state);
  const { count } = await query
    .clearSelect()
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const { pageSize, offset } = pageBounds(filter);
  const rows = await query.orderBy('item.seq').limit(pageSize).offset(offset).execute();
  const list = rows.map((row): MonthRunItem => {
    const { patientId, patientName, outpatientCode, state, amount, billId, billNo, error, errorParams } = monthRunItemTable.wire(row);
    return { patientId, patientName, outpatientCode, state, amount, chargeId: billId ?? '', billNo, error, errorParams };
  });
  return toPage(list, Number(count), filter);
}
