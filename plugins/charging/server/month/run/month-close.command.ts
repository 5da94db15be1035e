import { addMoney, AppError, EnvelopeCode, moneyToText, moneyToWire, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import { organizationNames, type RequestContext } from '@nephra/plugin-sdk/server';
import { type LedgerStateTotal, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { insuredSettlement, type MonthBook } from '../../../contract/index.ts';
import { assertOver, isOver, monthSpan } from '../../../domain/month/month.ts';
import { partOf } from '../../../domain/month/month-account.ts';
import { assertSeesWholeDesk, deskRights, seesWholeDesk } from '../../bills/bill-row-filter.ts';
import { facilityTable } from '../../tables/facility.table.ts';
import { monthCloseTable, monthRunTable } from '../../tables/month.table.ts';
import { assertMonthOpen, lockMonth } from './month-lock.ts';
import { facilityOf } from './month-run.command.ts';
import { ACTIVE } from './month-run.repo.ts';
import type { ChargingTables } from '../../charging-tables.ts';

type Ctx = RequestContext<ChargingTables>;

const isOpen = (row: LedgerStateTotal): boolean => partOf(row) !== 'charged';

async function openRows(ctx: Ctx, orgIds: readonly OrgId[], month: string): Promise<LedgerStateTotal[]> {
  if (orgIds.length === 0) return [];
  const { startDate, endDate } = monthSpan(month);
  return (await ctx.service(prescriptionLedger).stateTotals({ orgIds, rights: deskRights(ctx), startDate, endDate })).filter(isOpen);
}

const countOf = (rows: readonly LedgerStateTotal[]): number => rows.reduce((sum, row) => sum + row.count, 0);
const sumOf = (rows: readonly LedgerStateTotal[]) => addMoney(ZERO, ...rows.map((row) => row.totalPrice));

/** Closings of the month that were not taken back. */
const standingClose = (ctx: Ctx, month: string) => monthCloseTable.select(ctx).where('row.month', '=', month).where('row.reopenedAt', 'is', null);

/** GET monthclose: the month in each of the caller's facilities. What a closing left is told to whoever sees the whole desk. */
export async function monthBooks(ctx: Ctx, month: string): Promise<{ list: MonthBook[] }> {
  monthSpan(month);
  const orgIds = [...ctx.user.orgIds];
  const facilities = await facilityTable.select(ctx).orderBy('row.orgId').execute();
  const shown = facilities.length > 0 ? facilities : [{ orgId: ctx.user.orgId, facilityName: '' }];
  const names = await ctx.service(organizationNames).of(orgIds);
  const closes = await standingClose(ctx, month).execute();
  const whole = seesWholeDesk(ctx);
  let active = monthRunTable
    .select(ctx)
    .where('row.patientId', '=', '')
    .where('row.state', 'in', [...ACTIVE]);
  // As `seenRun`: an id that leads nowhere is told to nobody.
  if (!whole) active = active.where('row.userId', '=', ctx.user.userId);
  const runs = await active.execute();
  const open = await openRows(ctx, orgIds, month);
  const list = shown.map(({ orgId, facilityName }): MonthBook => {
    const close = closes.find((row) => row.orgId === orgId);
    // Summed up over everything when the month was closed; nobody can say any more whose it was.
    const left = whole ? close : undefined;
    const mine = open.filter((row) => row.orgId === orgId);
    return {
      orgId,
      facilityName: facilityName || (names.get(orgId) ?? ''),
      month,
      closed: close !== undefined,
      over: isOver(month, ctx.clock.today()),
      closeTime: close?.closedAt.getTime() ?? null,
      closedBy: close?.closedByName ?? '',
      leaveReason: left?.leaveReason ?? '',
      leftCount: left?.leftCount ?? 0,
      leftPrice: moneyToWire(left?.leftTotal ?? ZERO),
      openCount: countOf(mine),
      openPrice: moneyToWire(sumOf(mine)),
      activeRunId: runs.find((row) => row.orgId === orgId)?.id ?? null,
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
  const busy = await monthRunTable
    .select(ctx)
    .where('row.orgId', '=', orgId)
    .where('row.month', '=', month)
    .where('row.state', 'in', [...ACTIVE])
    .executeTakeFirst();
  if (busy) throw new AppError('charging.month-run-busy', { code: EnvelopeCode.Conflict });
  const open = await openRows(ctx, [orgId], month);
  const pending = open.filter((row) => partOf(row) === 'pending');
  if (pending.length > 0) throw new AppError('charging.month-pending', { params: { count: countOf(pending) } });
  const leaveReason = body.leaveReason?.trim() ?? '';
  if (open.length > 0 && leaveReason === '') {
    throw new AppError('charging.month-not-settled', { params: { month, count: countOf(open), price: moneyToText(sumOf(open)) } });
  }
  const { id } = await monthCloseTable.insert(ctx, {
    orgId,
    month,
    closedAt: ctx.clock.now(),
    closedBy: ctx.user.userId,
    closedByName: ctx.user.userName,
    leaveReason: open.length > 0 ? leaveReason : '',
    leftCount: countOf(open),
    leftTotal: sumOf(open),
    reopenedAt: null,
    reopenedBy: null,
    reopenedByName: null,
    reopenReason: null,
  });
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
  // rows: of a facility of the caller (`facilityOf`), whose month is locked
  const reopened = await ctx.db
    .updateTable('charging.month_close')
    .set(monthCloseTable.toSql({ reopenedAt: ctx.clock.now(), reopenedBy: ctx.user.userId, reopenedByName: ctx.user.userName, reopenReason: reason }))
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
