import { addMoney, type Money, moneyFromText, negateMoney, type OrgId, type Quantity, quantityFromText, ZERO } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import { negateQuantity } from '../../domain/refund-plan.ts';
import type { VisibleBills } from './bill-filter.ts';
import { HIDDEN_NUMBER } from './bill-row-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { type BillStored, billTable } from '../tables/bill.table.ts';

type Db = Kysely<ChargingTables>;

/** A refund as its bill names it; the amount is zero or negative. */
export interface RefundHead extends Pick<BillStored, (typeof HEAD)[number]> {}
const HEAD = ['id', 'billNo', 'total', 'chargedAt', 'cashierName', 'reason'] as const;

/** What belongs to a bill, told by the rule at `HIDDEN_NUMBER`: its visible refunds, oldest first; for a refund the bill that it takes back. */
export interface BillLinks {
  readonly original: { readonly id: string; readonly billNo: string } | undefined;
  readonly refunds: readonly RefundHead[];
  /** Sum of its hidden refunds, zero or negative; undefined when there is none. */
  readonly hidden: Money | undefined;
  /** A refund, visible or not, took what was left of it. */
  readonly takenBack: boolean;
}

const NO_LINKS: BillLinks = { original: undefined, refunds: [], hidden: undefined, takenBack: false };

export type LinksOf = (billId: string) => BillLinks;

/** Which of these bills and refunds whoever reads may see. */
async function seenAmong(db: Db, ids: readonly string[], bills: VisibleBills): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(bills)
    .select('bill.id')
    .where('bill.id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Bills and their refunds, in both directions.
 * @param bills that whoever reads may see; the bills themselves were found among them already
 */
export async function linksOf(db: Db, billIds: readonly string[], bills: VisibleBills): Promise<LinksOf> {
  if (billIds.length === 0) return () => NO_LINKS;
  // rows: of bills that came through their door; what of these links is hidden `seenAmong` says
  const rows = await db
    .selectFrom('charging.bill as refund')
    .innerJoin('charging.bill as charge', 'charge.id', 'refund.reverses_id')
    .select(billTable.sqlColumns('refund', [...HEAD, 'takesLast']))
    .select(['charge.id as chargeId', 'charge.bill_no as chargeNo'])
    // Each by its own index: asked as one condition over the join, all refunds that ever were are read.
    .where('refund.id', 'in', (own) =>
      own
        .selectFrom('charging.bill')
        .select('id')
        .where('id', 'in', [...billIds])
        .where('reverses_id', 'is not', null)
        .union((taken) =>
          taken
            .selectFrom('charging.bill')
            .select('id')
            .where('reverses_id', 'in', [...billIds]),
        ),
    )
    .orderBy('refund.charged_at')
    .orderBy('refund.id')
    .execute();
  const seen = await seenAmong(db, [...new Set(rows.flatMap((row) => [row.id, row.chargeId]))], bills);
  const links = new Map<string, BillLinks>();
  for (const { chargeId, chargeNo, takesLast, ...head } of rows.map(billTable.fromSql)) {
    links.set(head.id, { ...NO_LINKS, original: { id: chargeId, billNo: seen.has(chargeId) ? chargeNo : HIDDEN_NUMBER } });
    const charge = links.get(chargeId) ?? NO_LINKS;
    links.set(chargeId, {
      ...charge,
      ...(seen.has(head.id) ? { refunds: [...charge.refunds, head] } : { hidden: addMoney(charge.hidden ?? ZERO, head.total) }),
      takenBack: charge.takenBack || takesLast,
    });
  }
  return (billId) => links.get(billId) ?? NO_LINKS;
}

/** What earlier refunds of a bill took, by line and by way; all figures zero or more. */
export interface RefundedSoFar {
  readonly lines: ReadonlyMap<string, { readonly quantity: Quantity; readonly amount: Money }>;
  readonly ways: ReadonlyMap<string, Money>;
  readonly total: Money;
}

/** Lines and ways are read in one statement, so of one moment: between two, another refund may have been written. */
export async function refundedSoFar(db: Db, billId: string): Promise<RefundedSoFar> {
  // rows: of a bill that came through its door; what is left of it is true whoever looks (HIDDEN_NUMBER)
  const rows = await db
    .selectFrom('charging.bill as refund')
    .innerJoin('charging.bill_line as line', 'line.bill_id', 'refund.id')
    .select(['line.detail_id as key', sql<boolean>`false`.as('by_way')])
    .select((select) => [select.fn.sum<string>('line.quantity').as('quantity'), select.fn.sum<string>('line.sub_total').as('amount')])
    .where('refund.reverses_id', '=', billId)
    .groupBy('line.detail_id')
    .unionAll((union) =>
      union
        .selectFrom('charging.bill as refund')
        .innerJoin('charging.payment as payment', 'payment.bill_id', 'refund.id')
        .select(['payment.pay_way as key', sql<boolean>`true`.as('by_way')])
        .select((select) => [sql<string>`0`.as('quantity'), select.fn.sum<string>('payment.amount').as('amount')])
        .where('refund.reverses_id', '=', billId)
        .groupBy('payment.pay_way'),
    )
    .execute();
  const amountOf = (row: { readonly amount: string }): Money => negateMoney(moneyFromText(row.amount));
  const lines = rows
    .filter((row) => !row.by_way)
    .map((row) => ({ detailId: row.key, quantity: negateQuantity(quantityFromText(row.quantity)), amount: amountOf(row) }));
  return {
    lines: new Map(lines.map(({ detailId, ...sums }) => [detailId, sums])),
    ways: new Map(rows.filter((row) => row.by_way).map((row) => [row.key, amountOf(row)])),
    total: addMoney(ZERO, ...lines.map((one) => one.amount)),
  };
}

/** What was paid back of one prescription since it was charged last, by line, in the unit that was sold; zero or more. */
export async function paidBackLines(db: Db, dpId: string, orgIds: readonly OrgId[]): Promise<{ detailId: string; quantity: Quantity }[]> {
  // rows: the pharmacy asks for a prescription that it has found; facilities are asked for
  const rows = await db
    .selectFrom('charging.bill_prescription as one')
    .innerJoin('charging.bill as refund', 'refund.id', 'one.bill_id')
    .innerJoin('charging.bill_line as line', (join) => join.onRef('line.bill_id', '=', 'one.bill_id').onRef('line.dp_id', '=', 'one.dp_id'))
    .select((select) => ['line.detail_id', select.fn.sum<string>('line.quantity').as('quantity')])
    .where('one.dp_id', '=', dpId)
    .where('one.kind', '=', 'refund')
    .where('one.round', '=', (select) =>
      select
        .selectFrom('charging.bill_prescription as charge')
        .select((max) => max.fn.max('charge.round').as('round'))
        .where('charge.dp_id', '=', dpId)
        .where('charge.kind', '=', 'charge'),
    )
    .where('refund.org_id', 'in', [...orgIds])
    .groupBy('line.detail_id')
    .execute();
  return rows.map((row) => ({ detailId: row.detail_id, quantity: negateQuantity(quantityFromText(row.quantity)) }));
}
