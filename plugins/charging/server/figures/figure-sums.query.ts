import { addMoney, type Money, moneyFromText, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';
import { type FigurePeriod, type RequestContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { ACCOUNT_WAY, FUND_WAY, HOSPITAL_WAY } from '../../domain/money/insured-parts.ts';
import { type BillScope, billsMatching } from '../bills/bill-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Ctx = RequestContext<ChargingTables>;

/** A period and the one before it, without a gap between them. */
export interface TwoPeriods {
  readonly period: FigurePeriod;
  readonly before: FigurePeriod;
}

export interface BillSums {
  readonly bills: number;
  /** Different patients with a bill. */
  readonly patients: number;
  readonly charged: Money;
  /** Zero or negative. */
  readonly refunded: Money;
}

/** Who paid what an insurer settled; the parts add up to the bills. */
export interface InsuredSums {
  readonly fund: Money;
  readonly account: Money;
  readonly hospital: Money;
  /** Paid by the patient beside the account. */
  readonly cash: Money;
}

const isNow = ({ period }: TwoPeriods) => sql<SqlBool>`bill."businessDay" >= ${period.startDate}`;
const money = (text: string | null): Money => (text === null ? ZERO : moneyFromText(text));

/** What insurers' bills came to, in all and by the ways that only a settlement writes. */
export function insuredSums(total: Money, paidBy: (way: string) => Money): InsuredSums {
  const [fund, account, hospital] = [paidBy(FUND_WAY), paidBy(ACCOUNT_WAY), paidBy(HOSPITAL_WAY)];
  return { fund, account, hospital, cash: subtractMoney(total, addMoney(fund, account, hospital)) };
}

export interface ComparedSums {
  readonly patients: number;
  /** Bills that an insurer settled, less their refunds. */
  readonly insured: Money;
  readonly before: BillSums & { readonly insured: Money };
}

/**
 * What the days of the period do not tell, and what the period before came to. Added up by patient first: counting different ones among all bills
 * would sort them all.
 */
export async function comparedSums(ctx: Ctx, periods: TwoPeriods, scope: BillScope): Promise<ComparedSums> {
  const now = isNow(periods);
  const byPatient = billsMatching(ctx.db, { startDate: periods.before.startDate, endDate: periods.period.endDate }, scope)
    .select([
      sql<string>`count(*) filter (where bill.kind = 'charge' and ${now})`.as('bills_now'),
      sql<string>`sum(bill.total) filter (where bill."medInsMark" <> '0' and ${now})`.as('insured_now'),
      sql<string>`count(*) filter (where bill.kind = 'charge' and not ${now})`.as('bills'),
      sql<string>`sum(bill.total) filter (where bill.kind = 'charge' and not ${now})`.as('charged'),
      sql<string>`sum(bill.total) filter (where bill.kind = 'refund' and not ${now})`.as('refunded'),
      sql<string>`sum(bill.total) filter (where bill."medInsMark" <> '0' and not ${now})`.as('insured'),
    ])
    .groupBy('bill.patientId');
  const row = await ctx.db
    .selectFrom(byPatient.as('one'))
    .select([
      sql<string>`count(*) filter (where one.bills_now > 0)`.as('patients_now'),
      sql<string | null>`sum(one.insured_now)`.as('insured_now'),
      sql<string>`count(*) filter (where one.bills > 0)`.as('patients'),
      sql<string>`coalesce(sum(one.bills), 0)`.as('bills'),
      sql<string | null>`sum(one.charged)`.as('charged'),
      sql<string | null>`sum(one.refunded)`.as('refunded'),
      sql<string | null>`sum(one.insured)`.as('insured'),
    ])
    .executeTakeFirstOrThrow();
  return {
    patients: Number(row.patients_now),
    insured: money(row.insured_now),
    before: {
      bills: Number(row.bills),
      patients: Number(row.patients),
      charged: money(row.charged),
      refunded: money(row.refunded),
      insured: money(row.insured),
    },
  };
}

/** What came in by the ways that only an insurer's settlement writes. */
export async function settlementWays(ctx: Ctx, period: FigurePeriod, scope: BillScope): Promise<(way: string) => Money> {
  // rows: payments of bills that came through their door
  const rows = await billsMatching(ctx.db, { ...period, insured: true }, scope)
    .innerJoin('charging.payment as payment', 'payment.bill_id', 'bill.id')
    .where('payment.pay_way', 'in', [FUND_WAY, ACCOUNT_WAY, HOSPITAL_WAY])
    .select(['payment.pay_way', sql<string>`sum(payment.amount)`.as('amount')])
    .groupBy('payment.pay_way')
    .execute();
  const paid = new Map(rows.map((row) => [row.pay_way, moneyFromText(row.amount)]));
  return (way) => paid.get(way) ?? ZERO;
}

/** What each cashier took less what he gave back, most first. */
export async function cashierSums(ctx: Ctx, period: FigurePeriod, scope: BillScope): Promise<{ cashierId: string; cashierName: string; net: Money }[]> {
  const rows = await billsMatching(ctx.db, { ...period }, scope)
    .select(['bill.cashierId', sql<string>`max(bill."cashierName")`.as('cashier_name'), sql<string>`sum(bill.total)`.as('net')])
    .groupBy('bill.cashierId')
    .orderBy('net', 'desc')
    .orderBy('bill.cashierId')
    .execute();
  return rows.map((row) => ({ cashierId: row.cashierId, cashierName: row.cashier_name, net: money(row.net) }));
}
