import { AppError, EnvelopeCode, type OrgId, toPage } from '@nephra/plugin-sdk/contract';
import { type Kysely, moneyColumnToWire, pageBounds, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { MonthRun, MonthRunItem, RunItemState, RunState } from '../../../contract/index.ts';
import { seesWholeDesk } from '../../bills/bill-row-filter.ts';
import type { MonthTables } from '../month-tables.ts';

type Db = Kysely<MonthTables>;

export const ACTIVE = ['running', 'cancelling'] as const satisfies readonly RunState[];

const RUN = [
  'run.id',
  'run.org_id',
  'run.month',
  'run.state',
  'run.patient_id',
  'run.settle_way',
  'run.take_in',
  'run.pay_way',
  'run.reference',
  'run.fingerprint',
  'run.user_id',
  'run.user_name',
  'run.language',
  'run.started_at',
  'run.ended_at',
] as const;

const counted = (state: RunItemState) => sql<string>`count(*) filter (where item.state = ${sql.lit(state)})`;

const runs = (db: Db) =>
  db
    .selectFrom('charging.month_run as run')
    .leftJoin('charging.month_run_item as item', 'item.run_id', 'run.id')
    .select(RUN)
    .select([
      counted('waiting').as('waiting'),
      counted('done').as('done'),
      counted('failed').as('failed'),
      counted('skipped').as('skipped'),
      counted('cancelled').as('cancelled'),
      sql<string>`coalesce(sum(item.amount) filter (where item.state = 'done'), 0)`.as('done_price'),
    ])
    .groupBy(RUN);

type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>;

function toWire(row: RunRow): MonthRun {
  const [waiting, done, failed, skipped, cancelled] = [row.waiting, row.done, row.failed, row.skipped, row.cancelled].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    runId: row.id,
    orgId: row.org_id,
    month: row.month,
    state: row.state,
    settleWay: row.settle_way,
    patientId: row.patient_id === '' ? null : row.patient_id,
    startTime: row.started_at.getTime(),
    endTime: row.ended_at?.getTime() ?? null,
    userName: row.user_name,
    total: waiting + done + failed + skipped + cancelled,
    waiting,
    done,
    failed,
    skipped,
    cancelled,
    donePrice: moneyColumnToWire(row.done_price),
  };
}

/** A run with its counts. @throws AppError `charging.run-not-found`, also for another facility's. */
export async function readRun(db: Db, runId: string, orgIds: readonly OrgId[]): Promise<MonthRun> {
  const row = await runs(db)
    .where('run.id', '=', runId)
    .where('run.org_id', 'in', [...orgIds])
    .executeTakeFirst();
  if (!row) throw new AppError('charging.run-not-found', { code: EnvelopeCode.NotFound });
  return toWire(row);
}

type Ctx = RequestContext<MonthTables>;

/** A run names patients of the whole facility: whoever does not see all of its desk sees the runs that he started himself. */
export async function seenRun(ctx: Ctx, runId: string): Promise<MonthRun> {
  const run = await readRun(ctx.db, runId, ctx.user.orgIds);
  if (seesWholeDesk(ctx)) return run;
  const own = await ctx.db.selectFrom('charging.month_run').select('id').where('id', '=', runId).where('user_id', '=', ctx.user.userId).executeTakeFirst();
  if (!own) throw new AppError('charging.run-not-found', { code: EnvelopeCode.NotFound });
  return run;
}

/** Runs of a month, newest first; runs of one patient are left out. */
export async function listRuns(ctx: Ctx, month: string, orgIds: readonly OrgId[]): Promise<MonthRun[]> {
  if (orgIds.length === 0) return [];
  let found = runs(ctx.db);
  if (!seesWholeDesk(ctx)) found = found.where('run.user_id', '=', ctx.user.userId);
  const rows = await found
    .where('run.month', '=', month)
    .where('run.org_id', 'in', [...orgIds])
    .where('run.patient_id', '=', '')
    .orderBy('run.started_at', 'desc')
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

export async function listItems(db: Db, runId: string, filter: ItemPage) {
  let query = db.selectFrom('charging.month_run_item').where('run_id', '=', runId);
  if (filter.state) query = query.where('state', '=', filter.state);
  const { count } = await query.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const { pageSize, offset } = pageBounds(filter);
  const rows = await query
    .select(['patient_id', 'patient_name', 'outpatient_code', 'state', 'amount', 'bill_id', 'bill_no', 'error', 'error_params'])
    .orderBy('seq')
    .limit(pageSize)
    .offset(offset)
    .execute();
  const list = rows.map(
    (row): MonthRunItem => ({
      patientId: row.patient_id,
      patientName: row.patient_name,
      outpatientCode: row.outpatient_code,
      state: row.state,
      amount: moneyColumnToWire(row.amount),
      chargeId: row.bill_id ?? '',
      billNo: row.bill_no,
      error: row.error,
      errorParams: row.error_params,
    }),
  );
  return toPage(list, Number(count), filter);
}
