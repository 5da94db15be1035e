import { AppError, addMoney, type Money, moneyToText, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';
import { MAX_REFERENCE } from '../limits.ts';

/** How one payment way behaves at the desk. */
export interface PayWayRule {
  readonly code: string;
  /** Name for the sentences of refusals. */
  readonly name: string;
  /** Cash: the patient may hand over more and gets change. */
  readonly givesChange: boolean;
  /** Card, WeChat, Alipay: the number on the slip or in the merchant app must be recorded. */
  readonly needsReference: boolean;
}

/** One row of the payment panel. */
export interface PaymentEntry {
  readonly payWay: string;
  /** Part of the bill that this way pays. */
  readonly amount: Money;
  /** What the patient handed over; only for ways that give change. Absent = exactly the amount. */
  readonly tendered?: Money;
  readonly reference?: string;
}

export interface SettledPayment {
  readonly payWay: string;
  readonly amount: Money;
  readonly tendered: Money;
  readonly change: Money;
  readonly reference: string;
}

function settle(entry: PaymentEntry, rule: PayWayRule): SettledPayment {
  if (entry.amount < 0) throw new AppError('charging.payment-negative', { params: { payWay: rule.name } });
  const tendered = entry.tendered ?? entry.amount;
  if (!rule.givesChange && tendered !== entry.amount) throw new AppError('charging.payment-no-change', { params: { payWay: rule.name } });
  if (tendered < entry.amount)
    throw new AppError('charging.payment-tendered-short', {
      params: { payWay: rule.name, tendered: moneyToText(tendered), amount: moneyToText(entry.amount) },
    });
  const reference = (entry.reference ?? '').trim();
  if (rule.needsReference && entry.amount > 0 && reference === '') throw new AppError('charging.payment-reference-missing', { params: { payWay: rule.name } });
  if (reference.length > MAX_REFERENCE) throw new AppError('charging.payment-reference-long', { params: { max: MAX_REFERENCE } });
  return { payWay: entry.payWay, amount: entry.amount, tendered, change: subtractMoney(tendered, entry.amount), reference };
}

/**
 * Checks the payment rows of one bill and works out the change.
 * Rows of zero are dropped; a bill of zero needs no row at all.
 * @throws AppError `charging.payment-sum` unless the amounts add up to the total; `charging.payment-way-unknown`, `charging.payment-way-twice`,
 * `charging.payment-negative`, `charging.payment-no-change`, `charging.payment-tendered-short`, `charging.payment-reference-missing`, `charging.payment-reference-long`.
 */
export function splitPayments(total: Money, entries: readonly PaymentEntry[], ways: readonly PayWayRule[]): SettledPayment[] {
  const seen = new Set<string>();
  const settled = entries.map((entry) => {
    const rule = ways.find((way) => way.code === entry.payWay);
    if (!rule) throw new AppError('charging.payment-way-unknown', { params: { payWay: entry.payWay } });
    if (seen.has(rule.code)) throw new AppError('charging.payment-way-twice', { params: { payWay: rule.name } });
    seen.add(rule.code);
    return settle(entry, rule);
  });
  const paid = addMoney(ZERO, ...settled.map((payment) => payment.amount));
  if (paid !== total) throw new AppError('charging.payment-sum', { params: { paid: moneyToText(paid), total: moneyToText(total) } });
  return settled.filter((payment) => payment.amount !== 0);
}

export const changeOf = (payments: readonly SettledPayment[]): Money => addMoney(ZERO, ...payments.map((payment) => payment.change));

/** What is still to be paid while the cashier types; negative when the rows are above the total. */
export const outstanding = (total: Money, amounts: readonly Money[]): Money => subtractMoney(total, addMoney(ZERO, ...amounts));
