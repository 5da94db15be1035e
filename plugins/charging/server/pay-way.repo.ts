import { type Language, type Money, moneyFromWire, moneyToWire } from '@nephra/plugin-sdk/contract';
import { type Kysely, prepared } from '@nephra/plugin-sdk/server';
import type { PayWay, SelfPayBody } from '../contract/index.ts';
import { type PaymentEntry, type SettledPayment, splitPayments } from '../contract/charge/payment-split.ts';
import type { ChargingTables } from './charging-tables.ts';
import { payWayTable } from './tables/pay-way.table.ts';

export interface PayWayEntry extends PayWay {
  readonly enabled: boolean;
}

// rows: compiled once; each charge asks. Ways to pay are the same everywhere
const allWays = prepared((db: Kysely<ChargingTables>) =>
  db.selectFrom('charging.pay_way as way').select(payWayTable.sqlColumns('way')).orderBy('sort_code').orderBy('code'),
);

/** All payment ways, also those no longer on offer (old bills name them), in their order. */
export async function readPayWays(db: Kysely<ChargingTables>, language: Language): Promise<PayWayEntry[]> {
  const rows = await allWays(db, {});
  return rows.map(({ code, nameZh: zh, nameZhtw: zhtw, nameEn: en, ...way }) => ({ ...way, payWay: code, payWayName: { zh, zhtw, en }[language], amount: 0 }));
}

export const payWayName = (ways: readonly PayWay[], code: string): string => ways.find((way) => way.payWay === code)?.payWayName ?? code;

export const paymentsToWire = (payments: readonly SettledPayment[], ways: readonly PayWay[]) =>
  payments.map((payment) => ({
    payWay: payment.payWay,
    payWayName: payWayName(ways, payment.payWay),
    amount: moneyToWire(payment.amount),
    tendered: moneyToWire(payment.tendered),
    change: moneyToWire(payment.change),
    reference: payment.reference,
  }));

/** Payment rows of a call. */
export const paymentEntries = (rows: SelfPayBody['payments']): PaymentEntry[] =>
  rows.map((row) => ({
    payWay: row.payWay,
    amount: moneyFromWire(row.amount),
    tendered: row.tendered === undefined ? undefined : moneyFromWire(row.tendered),
    reference: row.reference,
  }));

/** Payment rows checked against the ways on offer. */
export const checkedPayments = (total: Money, entries: readonly PaymentEntry[], ways: readonly PayWayEntry[]): SettledPayment[] =>
  splitPayments(
    total,
    entries,
    ways
      .filter((way) => way.enabled)
      .map((way) => ({ code: way.payWay, name: way.payWayName, givesChange: way.givesChange, needsReference: way.needsReference })),
  );
