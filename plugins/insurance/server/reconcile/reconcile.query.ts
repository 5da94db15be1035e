import { addMoney, AppError, DAY_MS, EnvelopeCode, formatInstant, type Money, moneyToWire, type OrgId, parseDay, ZERO } from '@nephra/plugin-sdk/contract';
import { assertVersion, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import { type ReconcileDay, type ReconcileDifference, type ReconcileRecord, reconcileWaiting } from '../../contract/index.ts';
import { type DayRow, sumsOf } from '../../domain/settlement/reconcile.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import {
  type ReconcileDayStored,
  reconcileDayTable,
  type ReconcileDifferenceStored,
  reconcileDifferenceTable,
  reconcileGroupTable,
} from '../tables/reconcile.table.ts';
import { closeDay } from './compare-day.ts';
import { daySettlements } from './day-settlements.query.ts';

type Ctx = RequestContext<InsuranceTables>;

export function differenceToWire(row: ReconcileDifferenceStored): ReconcileDifference {
  const { id, kind, state, settlementId, patientName, psnNo, setlId, mdtrtId, msgid, refund, stranger, decision, memo, note, noteUserName, version } = row;
  const { medfee, fund, account, theirMedfee, theirFund, theirAccount } = reconcileDifferenceTable.wire(row);
  const names = { id, kind, state, settlementId, patientName, psnNo, setlId, mdtrtId, msgid, refund };
  const amounts = { medfee, fund, account, theirMedfee, theirFund, theirAccount };
  return { ...names, ...amounts, stranger, decision, memo, note, noteUserName, noteTime: row.notedAt?.getTime() ?? null, version };
}

/** Differences of the caller's facility. */
export const ownDifferences = (ctx: Ctx) => reconcileDifferenceTable.select(ctx, 'found').where('found.orgId', '=', ctx.user.orgId);
/** Its days. */
const ownDays = (ctx: Ctx) => reconcileDayTable.select(ctx, 'day').where('day.orgId', '=', ctx.user.orgId);

/** The platform's sums follow from ours and from what differs, as far as it told amounts. */
function dayToWire(
  day: string,
  rows: readonly DayRow[],
  record: ReconcileDayStored | undefined,
  differences: readonly ReconcileDifferenceStored[],
): ReconcileDay {
  const ours = sumsOf(rows);
  const there = differences.filter((row) => row.state !== 'gone');
  const compared = record !== undefined && ['equal', 'explained', 'unexplained'].includes(record.state);
  const money = (amount: Money | null) => amount ?? ZERO;
  const known = there.every((row) => row.kind === 'facility-only' || row.theirMedfee !== null);
  const shift = (own: 'medfee' | 'fund', their: 'theirMedfee' | 'theirFund') =>
    there.map((row) => (row.kind === 'facility-only' ? -money(row[own]) : money(row[their]) - money(row[own])) as Money);
  const theirs = (own: 'medfee' | 'fund', their: 'theirMedfee' | 'theirFund') =>
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
    theirMedfee: theirs('medfee', 'theirMedfee'),
    theirFund: theirs('fund', 'theirFund'),
    differences: there.length,
    unexplained: there.filter((row) => row.state !== 'explained').length,
    done: record?.done ?? 0,
    total: record?.total ?? 0,
    problem: record?.problem ?? '',
    problemParams: record?.problemParams ?? {},
    userName: record?.userName ?? '',
    compareTime: record?.comparedAt?.getTime() ?? null,
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
  const records = await ownDays(ctx).where('day.day', 'in', days).execute();
  const differences = await ownDifferences(ctx).where('found.day', 'in', days).execute();
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
  const record = await ownDays(ctx).where('day.day', '=', day).executeTakeFirst();
  const differences = await ownDifferences(ctx).where('found.day', '=', day).orderBy('found.foundAt').orderBy('found.id').execute();
  const groups = await reconcileGroupTable
    .select(ctx, 'one')
    .where('one.orgId', '=', orgId)
    .where('one.day', '=', day)
    .orderBy('one.insutype')
    .orderBy('one.clrType')
    .orderBy('one.clrOptins')
    .orderBy('one.refund')
    .execute();
  return {
    day: dayToWire(day, await daySettlements(ctx.db, orgId, day), record, differences),
    groups: groups.map(({ insutype, clrType, clrOptins, refund, rowsCount: count, result, said, ...sums }) => {
      const [medfee, fund, account] = [moneyToWire(sums.medfee), moneyToWire(sums.fund), moneyToWire(sums.account)];
      return { insutype, clrType, clrOptins, refund, count, medfee, fund, account, result, said };
    }),
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
  const own = () => ownDifferences(ctx).where('found.id', '=', id);
  const before = await own().forUpdate().executeTakeFirst();
  if (!before) throw new AppError('insurance.difference-missing', { code: EnvelopeCode.NotFound });
  assertVersion(before.version, version, 'insurance.difference-stale');
  // A stranger's note is the reason of its decision.
  if (before.stranger) throw new AppError(`insurance.${before.decision === '' ? 'stranger-undecided' : 'no-stranger'}`, { code: EnvelopeCode.Conflict });
  // rows: a difference that came through its door (`ownDifferences`)
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
  // rows: the day of a difference that came through its door
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
