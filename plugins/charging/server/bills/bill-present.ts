import { addMoney, moneyToWire, negateMoney, ZERO } from '@nephra/plugin-sdk/contract';
import type { BillRecord, BillState, PayWay } from '../../contract/index.ts';
import { billTotals, sumsByType } from '../../domain/money/bill-totals.ts';
import { changeOf } from '../../contract/charge/payment-split.ts';
import { type Bill, headToWire, lineToWire, totalsToWire } from './bill-model.ts';
import { HIDDEN_NUMBER } from './bill-row-filter.ts';
import type { BillKind } from '../tables/bill.table.ts';
import { paymentsToWire } from '../pay-way.repo.ts';
import type { BillLinks } from './refund.repo.ts';

export function billStateOf(kind: BillKind, links: BillLinks | undefined): BillState {
  if (kind === 'refund') return 'refund';
  if (!links || (links.refunds.length === 0 && links.hidden === undefined)) return 'charged';
  return links.takenBack ? 'cancelled' : 'partly';
}

const numbersOf = ({ refunds, hidden }: BillLinks): string =>
  [...refunds.map((refund) => refund.billNo), ...(hidden === undefined ? [] : [HIDDEN_NUMBER])].join('、');

/** What calls say about a bill's refunds; by the rule at `HIDDEN_NUMBER`. */
export const linksToWire = (links: BillLinks | undefined) => ({
  counterBillNo: links?.original?.billNo ?? (links ? numbersOf(links) : ''),
  refundedPrice: moneyToWire(negateMoney(addMoney(links?.hidden ?? ZERO, ...(links?.refunds ?? []).map((refund) => refund.total)))),
  hiddenRefundPrice: moneyToWire(links?.hidden ?? ZERO),
  refunds: (links?.refunds ?? []).map((refund) => ({
    chargeId: refund.id,
    billNo: refund.billNo,
    totalPrice: moneyToWire(refund.total),
    chargeTime: refund.chargedAt.getTime(),
    cashierName: refund.cashierName,
    reason: refund.reason,
  })),
});

/** What stands beside a bill when it is shown. */
export interface BillSurroundings {
  readonly ways: readonly PayWay[];
  readonly links?: BillLinks;
  /** The insurer's code of its facility. */
  readonly fixmedinsCode: string;
  readonly ownForm: boolean;
  readonly simulated: boolean;
}

/** A bill as calls send it. */
export function billToWire(bill: Bill, { ways, links, fixmedinsCode, ownForm, simulated }: BillSurroundings): BillRecord {
  return {
    ...headToWire(bill),
    state: billStateOf(bill.kind, links),
    simulated,
    dpNumbers: bill.prescriptions.map((one) => one.dpNumber),
    payments: paymentsToWire(bill.payments, ways),
    ...linksToWire(links),
    lines: bill.lines.map(lineToWire),
    totals: totalsToWire(billTotals(bill.lines)),
    sums: sumsByType(bill.lines).map((sum) => ({ drugType: sum.drugType, amount: moneyToWire(sum.amount), lines: sum.lines })),
    tendered: moneyToWire(addMoney(ZERO, ...bill.payments.map((payment) => payment.tendered))),
    change: moneyToWire(changeOf(bill.payments)),
    fixmedinsCode,
    ownForm,
  };
}
