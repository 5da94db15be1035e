import { addMoney, AppError, EnvelopeCode, type Money, moneyFromText, moneyToWire, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';
import { type FigureQuestion, type FigureRows, pageBounds, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { SettledPayment } from '../../contract/charge/payment-split.ts';
import type { ChargeGroup } from '../../../catalogue/contract/index.ts';
import { ACCOUNT_WAY, FUND_WAY, HOSPITAL_WAY } from '../../domain/money/insured-parts.ts';
import { type BillFilter, billsMatching, scopeOf } from '../bills/bill-filter.ts';
import { billModel } from '../bills/bill-row-filter.ts';
import { paymentsOf } from '../bills/bill.repo.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billPage } from '../bills/bill-page.query.ts';
import { payWayName, readPayWays } from '../pay-way.repo.ts';
import { type BillStored, billTable } from '../tables/bill.table.ts';
import { FIGURE_COLUMNS, PATIENT_COLUMNS } from './figure-words.ts';

type Ctx = RequestContext<ChargingTables>;

/** What of a bill counts into a figure. */
interface Counted extends Pick<BillStored, 'total' | 'west' | 'diagTreat' | 'assay'> {
  readonly payments: readonly SettledPayment[];
}

/** Which bills a figure is made of, and how much of each. */
interface FigureBills {
  readonly filter: BillFilter;
  readonly amount: (bill: Counted) => Money;
}

const whole = (bill: Counted): Money => bill.total;
const paidBy =
  (...ways: readonly string[]) =>
  ({ payments }: Counted): Money =>
    addMoney(ZERO, ...payments.filter((one) => ways.includes(one.payWay)).map((one) => one.amount));

const OF_PATIENT = (bill: Counted): Money => subtractMoney(whole(bill), paidBy(FUND_WAY, HOSPITAL_WAY)(bill));

const TOTALS: Readonly<Record<string, FigureBills>> = {
  net: { filter: {}, amount: whole },
  charged: { filter: { kind: 'charge' }, amount: whole },
  refunded: { filter: { kind: 'refund' }, amount: whole },
  bills: { filter: { kind: 'charge' }, amount: whole },
  insuredFund: { filter: { insured: true, payWay: FUND_WAY }, amount: paidBy(FUND_WAY) },
  insuredOwn: { filter: { insured: true }, amount: OF_PATIENT },
};

const GROUP_AMOUNTS: Readonly<Record<ChargeGroup, (bill: Counted) => Money>> = {
  west: (bill) => bill.west,
  diagTreat: (bill) => bill.diagTreat,
  assay: (bill) => bill.assay,
};
const isGroup = (part: string): part is ChargeGroup => Object.hasOwn(GROUP_AMOUNTS, part);

const INSURED_PARTS: Readonly<Record<string, FigureBills>> = {
  fund: { filter: { insured: true, payWay: FUND_WAY }, amount: paidBy(FUND_WAY) },
  account: { filter: { insured: true, payWay: ACCOUNT_WAY }, amount: paidBy(ACCOUNT_WAY) },
  hospital: { filter: { insured: true, payWay: HOSPITAL_WAY }, amount: paidBy(HOSPITAL_WAY) },
  cash: { filter: { insured: true }, amount: (bill) => subtractMoney(OF_PATIENT(bill), paidBy(ACCOUNT_WAY)(bill)) },
};

const unknownFigure = (): AppError => new AppError('charging.figure-unknown', { code: EnvelopeCode.NotFound });

/** @throws AppError `charging.figure-unknown` */
function billsOfFigure({ figure, part }: Pick<FigureQuestion, 'figure' | 'part'>): FigureBills {
  const total = Object.hasOwn(TOTALS, figure) ? TOTALS[figure] : undefined;
  if (total) return total;
  if (figure === 'insurer') {
    const share = part !== undefined && Object.hasOwn(INSURED_PARTS, part) ? INSURED_PARTS[part] : undefined;
    if (share) return share;
  } else if (figure === 'days' || figure === 'way') {
    return part === undefined ? { filter: {}, amount: whole } : { filter: { payWay: part }, amount: paidBy(part) };
  } else if (figure === 'cashier' && part !== undefined) {
    return { filter: { cashierId: part }, amount: whole };
  } else if (figure === 'group' && part !== undefined && isGroup(part)) {
    return { filter: { group: part }, amount: GROUP_AMOUNTS[part] };
  }
  throw unknownFigure();
}

/** Bills and refunds that a figure is made of, newest first. @throws AppError `charging.figure-unknown` */
export async function figureRows(ctx: Ctx, question: FigureQuestion): Promise<FigureRows> {
  const { startDate, endDate, day, currentPage, pageSize } = question;
  if (day !== undefined && (day < startDate || day > endDate)) throw unknownFigure();
  const asked = { startDate: day ?? startDate, endDate: day ?? endDate, currentPage, pageSize };
  if (question.figure === 'patients') return await patientRows(ctx, { ...asked, kind: 'charge' });
  const { filter, amount } = billsOfFigure(question);
  return await billRowsOf(ctx, { ...asked, ...filter }, amount);
}

async function billRowsOf(ctx: Ctx, filter: BillFilter, amount: FigureBills['amount']): Promise<FigureRows> {
  const scope = await scopeOf(ctx, filter);
  // A figure and its rows say the same number, however large.
  const { ids, total } = await billPage(ctx.db, filter, scope, Number.MAX_SAFE_INTEGER);
  if (ids.length === 0) return { columns: FIGURE_COLUMNS, list: [], total };
  const heads = await billTable
    .select(ctx, 'bill')
    .where('bill.id', 'in', ids)
    .orderBy('bill.businessDay', 'desc')
    .orderBy('bill.chargedAt', 'desc')
    .orderBy('bill.id', 'desc')
    .execute();
  const ways = await readPayWays(ctx.db, ctx.language);
  const paid = await paymentsOf(
    ctx.db,
    heads.map((head) => head.id),
  );
  const list = heads.map((head) => {
    const payments = paid.get(head.id) ?? [];
    return {
      key: head.id,
      cells: {
        number: head.billNo,
        time: head.chargedAt.getTime(),
        patient: head.patientName,
        cashier: head.cashierName,
        way: payments.map((one) => payWayName(ways, one.payWay)).join(ctx.language === 'en' ? ', ' : '、'),
        amount: moneyToWire(amount({ ...head, payments })),
      },
      opens: { menu: billModel.menu, query: { billId: head.id } },
    };
  });
  return { columns: FIGURE_COLUMNS, list, total };
}

/** Patients who were charged, how often and how much, latest first. */
async function patientRows(ctx: Ctx, filter: BillFilter): Promise<FigureRows> {
  const scope = await scopeOf(ctx, filter);
  const { offset, pageSize } = pageBounds(filter);
  const byPatient = billsMatching(ctx.db, filter, scope)
    .select(['bill.patientId', sql<string>`max(bill."patientName")`.as('patient_name'), sql<string>`count(*)`.as('bills')])
    .select([sql<string>`sum(bill.total)`.as('charged'), sql<Date>`max(bill."chargedAt")`.as('latest')])
    .groupBy('bill.patientId');
  const { total } = await ctx.db.selectFrom(byPatient.as('one')).select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const list = await byPatient.orderBy('latest', 'desc').orderBy('bill.patientId').limit(pageSize).offset(offset).execute();
  return {
    columns: PATIENT_COLUMNS,
    list: list.map((row) => ({
      key: row.patientId,
      cells: {
        patient: row.patient_name,
        bills: Number(row.bills),
        amount: moneyToWire(moneyFromText(row.charged)),
        time: row.latest.getTime(),
      },
      opens: { menu: billModel.menu, query: { patientId: row.patientId } },
    })),
    total: Number(total),
  };
}
