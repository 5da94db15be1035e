import { addMoney, AppError, EnvelopeCode, moneyFromText, moneyToText, moneyToWire, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import { organizationNames, type RequestContext } from '@nephra/plugin-sdk/server';
import { type LedgerStateTotal, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { insuredSettlement, type MonthBook } from '../../../contract/index.ts';
import { assertOver, isOver, monthSpan } from '../../../domain/month/month.ts';
import { partOf } from '../../../domain/month/month-account.ts';
import { assertSeesWholeDesk, deskRights, seesWholeDesk } from '../../bills/bill-row-filter.ts';
import { assertMonthOpen, lockMonth } from './month-lock.ts';
import { facilityOf } from './month-run.command.ts';
import { ACTIVE } from './month-run.repo.ts';
import type { MonthTables } from '../month-tables.ts';

type Ctx = RequestContext<MonthTables>;

const isOpen = (row: LedgerStateTotal): boolean => partOf(row) !== 'charged';

async function openRows(ctx: Ctx, orgIds: readonly OrgId[], month: string): Promise<LedgerStateTotal[]> {
  if (orgIds.length === 0) return [];
  const { startDate, endDate } = monthSpan(month);
  return (await ctx.service(prescriptionLedger).stateTotals({ orgIds, rights: deskRights(ctx), startDate, endDate })).filter(isOpen);
}

const countOf = (rows: readonly LedgerStateTotal[]): number => rows.reduce((sum, row) => sum + row.count, 0);
const sumOf = (rows: readonly LedgerStateTotal[]) => addMoney(ZERO, ...rows.map((row) => row.totalPrice));

/** GET monthclose: the month in each of the caller's facilities. What a closing left is told to whoever sees the whole desk. */
export async function monthBooks(ctx: Ctx, month: string): Promise<{ list: MonthBook[] }> {
  monthSpan(month);
  const orgIds = [...ctx.user.orgIds];
  const facilities = await ctx.db.selectFrom('charging.facility').select(['org_id', 'facility_name']).where('org_id', 'in', orgIds).orderBy('org_id').execute();
  const shown = facilities.length > 0 ? facilities : [{ org_id: ctx.user.orgId, facility_name: '' }];
  const names = await ctx.service(organizationNames).of(orgIds);
  const closes = await ctx.db
    .selectFrom('charging.month_close')
    .select(['org_id', 'closed_at', 'closed_by_name', 'leave_reason', 'left_count', 'left_total'])
    .where('org_id', 'in', orgIds) // no guard: matched with the facilities shown below; spares the closes of others
    .where('month', '=', month)
    .where('reopened_at', 'is', null)
    .execute();
  const whole = seesWholeDesk(ctx);
  let active = ctx.db
    .selectFrom('charging.month_run')
    .select(['id', 'org_id'])
    .where('org_id', 'in', orgIds) // no guard: matched with the facilities shown below; spares the runs of others
    .where('patient_id', '=', '')
    .where('state', 'in', [...ACTIVE]);
  // As `seenRun`: an id that leads nowhere is told to nobody.
  if (!whole) active = active.where('user_id', '=', ctx.user.userId);
  const runs = await active.execute();
  const open = await openRows(ctx, orgIds, month);
  const list = shown.map(({ org_id: orgId, facility_name: facilityName }): MonthBook => {
    const close = closes.find((row) => row.org_id === orgId);
    // Summed up over everything when the month was closed; nobody can say any more whose it was.
    const left = whole ? close : undefined;
    const mine = open.filter((row) => row.orgId === orgId);
    return {
      orgId,
      facilityName: facilityName || (names.get(orgId as OrgId) ?? ''),
      month,
      closed: close !== undefined,
      over: isOver(month, ctx.clock.today()),
      closeTime: close?.closed_at.getTime() ?? null,
      closedBy: close?.closed_by_name ?? '',
      leaveReason: left?.leave_reason ?? '',
      leftCount: left?.left_count ?? 0,
      leftPrice: moneyToWire(left ? moneyFromText(left.left_total) : ZERO),
      openCount: countOf(mine),
      openPrice: moneyToWire(sumOf(mine)),
      activeRunId: runs.find((row) => row.org_id === orgId)?.id ?? null,
      insurable: ctx.optionalService(insuredSettlement) !== undefined,
    };
  });
  return { list };
}

async function bookOf(ctx: Ctx, orgId: OrgId, month: string): Promise<MonthBook> {
  const { list } = await monthBooks(ctx, month);
  const book = list.find((one) => one.orgId === orgId);
  if (!book) throw new AppError('charging.other-org', { code: EnvelopeCode.Forbidden });
  return book;
}

/**
 * POST monthclose.
 * @throws AppError `charging.month-not-over`, `charging.month-closed`, `charging.month-run-busy`, `charging.month-pending`,
 * `charging.month-not-settled` when something is open and no reason is given to leave it.
 */
export async function closeMonth(ctx: Ctx, body: { month: string; orgId?: string; leaveReason?: string }): Promise<MonthBook> {
  assertSeesWholeDesk(ctx);
  const { month } = body;
  const orgId = facilityOf(ctx, body.orgId);
  assertOver(month, ctx.clock.today());
  await lockMonth(ctx.db, orgId, month);
  await assertMonthOpen(ctx.db, orgId, month);
  const busy = await ctx.db
    .selectFrom('charging.month_run')
    .select('id')
    .where('org_id', '=', orgId)
    .where('month', '=', month)
    .where('state', 'in', [...ACTIVE])
    .executeTakeFirst();
  if (busy) throw new AppError('charging.month-run-busy', { code: EnvelopeCode.Conflict });
  const open = await openRows(ctx, [orgId], month);
  const pending = open.filter((row) => partOf(row) === 'pending');
  if (pending.length > 0) throw new AppError('charging.month-pending', { params: { count: countOf(pending) } });
  const leaveReason = body.leaveReason?.trim() ?? '';
  if (open.length > 0 && leaveReason === '') {
    throw new AppError('charging.month-not-settled', { params: { month, count: countOf(open), price: moneyToText(sumOf(open)) } });
  }
  const id = ctx.newId();
  await ctx.db
    .insertInto('charging.month_close')
    .values({
      id,
      org_id: orgId,
      month,
      closed_at: ctx.clock.now(),
      closed_by: ctx.user.userId,
      closed_by_name: ctx.user.userName,
      leave_reason: open.length > 0 ? leaveReason : '',
      left_count: countOf(open),
      left_total: moneyToText(sumOf(open)),
    })
    .execute();
  ctx.audit({
    subject: 'charging.month-close',
    subjectId: id,
    after: { month, orgId, leaveReason, leftCount: countOf(open), leftPrice: moneyToText(sumOf(open)) },
  });
  ctx.message('monthClosed', { month });
  return await bookOf(ctx, orgId, month);
}

/** POST monthclose/Actions/Reopen. @throws AppError `charging.month-is-open`. */
export async function reopenMonth(ctx: Ctx, body: { month: string; orgId?: string; reason: string }): Promise<MonthBook> {
  assertSeesWholeDesk(ctx);
  const { month } = body;
  const orgId = facilityOf(ctx, body.orgId);
  const reason = body.reason.trim();
  if (reason === '') throw new AppError('charging.reopen-reason-missing', { code: EnvelopeCode.Invalid });
  await lockMonth(ctx.db, orgId, month);
  const reopened = await ctx.db
    .updateTable('charging.month_close')
    .set({ reopened_at: ctx.clock.now(), reopened_by: ctx.user.userId, reopened_by_name: ctx.user.userName, reopen_reason: reason })
    .where('org_id', '=', orgId)
    .where('month', '=', month)
    .where('reopened_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!reopened) throw new AppError('charging.month-is-open', { params: { month } });
  ctx.audit({ subject: 'charging.month-close', subjectId: reopened.id, after: { month, orgId, reopened: reason } });
  ctx.message('monthReopened', { month });
  return await bookOf(ctx, orgId, month);
}
