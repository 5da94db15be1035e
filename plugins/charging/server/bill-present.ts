import { addMoney, moneyToWire, ZERO } from '@nephra/plugin-sdk/contract';
import type { BillRecord, BillState, PayWay } from '../contract/index.ts';
import { billTotals, sumsByType } from '../domain/bill-totals.ts';
import { changeOf } from '../domain/payment-split.ts';
import { type Bill, lineToWire, totalsToWire } from './bill-model.ts';
import type { CounterBill } from './bill.repo.ts';
import type { BillKind } from './charging-tables.ts';
import { paymentsToWire } from './pay-way.repo.ts';

export const billStateOf = (kind: BillKind, counter: CounterBill | undefined): BillState => (kind === 'refund' ? 'refund' : counter ? 'cancelled' : 'charged');

/** A bill as calls send it. */
export function billToWire(bill: Bill, ways: readonly PayWay[], counter: CounterBill | undefined): BillRecord {
  return {
    chargeId: bill.id,
    billNo: bill.billNo,
    state: billStateOf(bill.kind, counter),
    orgId: bill.orgId,
    patientId: bill.patientId,
    patientName: bill.patientName,
    patientSex: bill.patientSex,
    patientAge: bill.patientAge,
    outpatientCode: bill.outpatientCode,
    reimWay: bill.reimWay,
    medInsMark: bill.medInsMark,
    dpNumbers: bill.prescriptions.map((one) => one.dpNumber),
    totalPrice: moneyToWire(bill.total),
    payments: paymentsToWire(bill.payments, ways),
    chargeTime: bill.chargedAt.getTime(),
    cashierId: bill.cashierId,
    cashierName: bill.cashierName,
    reason: bill.reason,
    counterBillNo: counter?.billNo ?? '',
    lines: bill.lines.map(lineToWire),
    totals: totalsToWire(billTotals(bill.lines)),
    sums: sumsByType(bill.lines).map((sum) => ({ drugType: sum.drugType, amount: moneyToWire(sum.amount), lines: sum.lines })),
    tendered: moneyToWire(addMoney(ZERO, ...bill.payments.map((payment) => payment.tendered))),
    change: moneyToWire(changeOf(bill.payments)),
  };
}
