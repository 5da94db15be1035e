import { addMoney, AppError, DAY_MS, EnvelopeCode, formatInstant, moneyFromText, moneyToWire, type OrgId, parseDay, ZERO } from '@nephra/plugin-sdk/contract';
import { assertVersion, moneyColumnToWire, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import { type ReconcileDay, type ReconcileDifference, type ReconcileRecord, reconcileWaiting } from '../../contract/index.ts';
import { type DayRow, sumsOf } from '../../domain/settlement/reconcile.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { closeDay } from './compare-day.ts';
import { daySettlements } from './day-settlements.query.ts';
import type { ReconcileDayTable, ReconcileDifferenceTable } from './reconcile-tables.ts';

type Ctx = RequestContext<InsuranceTables>;

const DAY = ['day', 'state', 'done', 'total', 'problem', 'problem_params', 'user_name', 'compared_at'] as const satisfies readonly (keyof ReconcileDayTable)[];
export const DIFFERENCE = [
  'id',
  'day',
  'kind',
  'state',
  'settlement_id',
  'patient_name',
  'psn_no',
  'setl_id',
  'mdtrt_id',
  'msgid',
  'refund',
  'medfee',
  'fund',
  'account',
  'their_medfee',
  'their_fund',
  'their_account',
  'stranger',
  'decision',
  'memo',
  'note',
  'note_user_name',
  'noted_at',
  'version',
] as const satisfies readonly (keyof ReconcileDifferenceTable)[];
type DayRecord = Pick<ReconcileDayTable, (typeof DAY)[number]>;
type DifferenceRecord = Pick<ReconcileDifferenceTable, (typeof DIFFERENCE)[number]>;

const yuan = (text: string | null) => (text === null ? null : moneyColumnToWire(text));

export const differenceToWire = (row: DifferenceRecord): ReconcileDifference => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  settlementId: row.settlement_id,
  patientName: row.patient_name,
  psnNo: row.psn_no,
  setlId: row.setl_id,
  mdtrtId: row.mdtrt_id,
  msgid: row.msgid,
  refund: row.refund,
  medfee: yuan(row.medfee),
  fund: yuan(row.fund),
  account: yuan(row.account),
  theirMedfee: yuan(row.their_medfee),
  theirFund: yuan(row.their_fund),
  theirAccount: yuan(row.their_account),
  stranger: row.stranger,
  decision: row.decision,
  memo: row.memo,
  note: row.note,
  noteUserName: row.note_user_name,
  noteTime: row.noted_at?.getTime() ?? null,
  version: row.version,
});

/** The platform's sums follow from ours and from what differs, as far as it told amounts. */
function dayToWire(day: string, rows: readonly DayRow[], record: DayRecord | undefined, differences: readonly DifferenceRecord[]): ReconcileDay {
  const ours = sumsOf(rows);
  const there = differences.filter((row) => row.state !== 'gone');
  const compared = record !== undefined && ['equal', 'explained', 'unexplained'].includes(record.state);
  const money = (text: string | null) => (text === null ? ZERO : moneyFromText(text));
  const known = there.every((row) => row.kind === 'facility-only' || row.their_medfee !== null);
  const shift = (own: 'medfee' | 'fund', their: 'their_medfee' | 'their_fund') =>
    there.map((row) => (row.kind === 'facility-only' ? -money(row[own]) : money(row[their]) - money(row[own])) as ReturnType<typeof money>);
  const theirs = (own: 'medfee' | 'fund', their: 'their_medfee' | 'their_fund') =>
    compared && known ? moneyToWire(addMoney(ours[own], ...shift(own, their))) : null;
  const extra = there.filter((row) => row.kind === 'platform-only').length - there.filter((row) => row.kind === 'facility-only').length;
  return {
    day,
    state: record?.state ?? 'open',
    count: ours.count,
    medfee: moneyToWire(ours.medfee),
    fund: moneyToWire(ours.fund),
    account: moneyToWire(ours.account),
    theirCount: compared ? ours.count + extra : null,
    theirMedfee: theirs('medfee', 'their_medfee'),
    theirFund: theirs('fund', 'their_fund'),
    differences: there.length,
    unexplained: there.filter((row) => row.state !== 'explained').length,
    done: record?.done ?? 0,
    total: record?.total ?? 0,
    problem: record?.problem ?? '',
    problemParams: record && typeof record.problem_params !== 'string' ? record.problem_params : {},
    userName: record?.user_name ?? '',
    compareTime: record?.compared_at?.getTime() ?? null,
  };
}

/** @throws AppError `insurance.reconcile-day` for a day that is none or has not come yet */
function assertPast(ctx: Pick<Ctx, 'clock'>, day: string): void {
  const start = Date.parse(`${day}T00:00:00Z`);
  const real = !Number.isNaN(start) && new Date(start).toISOString().slice(0, 10) === day && day >= '2000-01-01';
  if (!real || day > ctx.clock.today()) throw new AppError('insurance.reconcile-day', { code: EnvelopeCode.Invalid });
}

export async function reconcileMonth(ctx: Ctx, month: string): Promise<ReconcileDay[]> {
  const { orgId } = ctx.user;
  if (month < '2000-01') throw new AppError('insurance.reconcile-day', { code: EnvelopeCode.Invalid });
  const first = `${month}-01`;
  const days: string[] = [];
  for (let at = parseDay(first); ; at += DAY_MS) {
    const day = formatInstant(at, 'yyyy-MM-dd');
    if (!day.startsWith(month) || day > ctx.clock.today()) break;
    days.push(day);
  }
  if (days.length === 0) return [];
  const records = await ctx.db.selectFrom('insurance.reconcile_day').select(DAY).where('org_id', '=', orgId).where('day', 'in', days).execute();
  const differences = await ctx.db
    .selectFrom('insurance.reconcile_difference')
    .select(DIFFERENCE)
    .where('org_id', '=', orgId)
    .where('day', 'in', days)
    .execute();
  const list: ReconcileDay[] = [];
  for (const day of days) {
    const rows = await daySettlements(ctx.db, orgId, day);
    const record = records.find((one) => one.day === day);
    list.push(
      dayToWire(
        day,
        rows,
        record,
        differences.filter((one) => one.day === day),
      ),
    );
  }
  return list;
}

async function recordOf(ctx: Ctx, day: string): Promise<ReconcileRecord> {
  const { orgId } = ctx.user;
  const record = await ctx.db.selectFrom('insurance.reconcile_day').select(DAY).where('org_id', '=', orgId).where('day', '=', day).executeTakeFirst();
  const differences = await ctx.db
    .selectFrom('insurance.reconcile_difference')
    .select(DIFFERENCE)
    .where('org_id', '=', orgId)
    .where('day', '=', day)
    .orderBy('found_at')
    .orderBy('id')
    .execute();
  const groups = await ctx.db
    .selectFrom('insurance.reconcile_group')
    .select(['insutype', 'clr_type', 'clr_optins', 'refund', 'rows_count', 'medfee', 'fund', 'account', 'result', 'said'])
    .where('org_id', '=', orgId)
    .where('day', '=', day)
    .orderBy('insutype')
    .orderBy('clr_type')
    .orderBy('clr_optins')
    .orderBy('refund')
    .execute();
  return {
    day: dayToWire(day, await daySettlements(ctx.db, orgId, day), record, differences),
    groups: groups.map((row) => ({
      insutype: row.insutype,
      clrType: row.clr_type,
      clrOptins: row.clr_optins,
      refund: row.refund,
      count: row.rows_count,
      medfee: moneyColumnToWire(row.medfee),
      fund: moneyColumnToWire(row.fund),
      account: moneyColumnToWire(row.account),
      result: row.result,
      said: row.said,
    })),
    differences: differences.map(differenceToWire),
  };
}

export async function reconcileOf(ctx: Ctx, day: string): Promise<ReconcileRecord> {
  assertPast(ctx, day);
  return await recordOf(ctx, day);
}

/** Marks a day to be compared; one that is being compared is left to it. */
export async function askToCompare(
  ctx: Pick<ServerContext<InsuranceTables>, 'db' | 'clock' | 'publish'>,
  orgId: OrgId,
  day: string,
  by: { readonly userId: string; readonly userName: string },
): Promise<void> {
  const fresh = {
    state: 'running' as const,
    done: 0,
    total: 0,
    attempts: 0,
    problem: '',
    problem_params: '{}',
    user_id: by.userId,
    user_name: by.userName,
    lease_owner: '',
    lease_until: ctx.clock.steady(),
  };
  await ctx.db
    .insertInto('insurance.reconcile_day')
    .values({ ...fresh, org_id: orgId, day, compared_at: null })
    .onConflict((any) => any.columns(['org_id', 'day']).doUpdateSet(fresh).where('insurance.reconcile_day.state', '<>', 'running'))
    .execute();
  ctx.publish(reconcileWaiting, { orgId, day });
}

export async function startComparison(ctx: Ctx, day: string): Promise<ReconcileDay> {
  assertPast(ctx, day);
  await askToCompare(ctx, ctx.user.orgId, day, ctx.user);
  ctx.audit({ subject: 'insurance-reconcile', subjectId: day });
  return (await recordOf(ctx, day)).day;
}

/** @throws AppError `insurance.difference-missing`, `core.stale` */
export async function explainDifference(
  ctx: Ctx,
  id: string,
  { note, version }: { readonly note: string; readonly version: number },
): Promise<ReconcileDifference> {
  const { orgId, userName } = ctx.user;
  const own = () => ctx.db.selectFrom('insurance.reconcile_difference').select(DIFFERENCE).where('id', '=', id).where('org_id', '=', orgId);
  const before = await own().forUpdate().executeTakeFirst();
  if (!before) throw new AppError('insurance.difference-missing', { code: EnvelopeCode.NotFound });
  assertVersion(before.version, version, 'insurance.difference-stale');
  // A stranger's note is the reason of its decision.
  if (before.stranger) throw new AppError(`insurance.${before.decision === '' ? 'stranger-undecided' : 'no-stranger'}`, { code: EnvelopeCode.Conflict });
  await ctx.db
    .updateTable('insurance.reconcile_difference')
    .set({
      note: note.trim(),
      note_user_name: userName,
      noted_at: ctx.clock.now(),
      state: before.state === 'gone' ? 'gone' : 'explained',
      version: version + 1,
    })
    .where('id', '=', id)
    .execute();
  const running = await ctx.db
    .selectFrom('insurance.reconcile_day')
    .select('state')
    .where('org_id', '=', orgId)
    .where('day', '=', before.day)
    .executeTakeFirst();
  if (running && running.state !== 'running') await closeDay(ctx, orgId, before.day);
  ctx.audit({ subject: 'insurance-difference', subjectId: id, before: { note: before.note }, after: { note } });
  return differenceToWire(await own().executeTakeFirstOrThrow());
}
