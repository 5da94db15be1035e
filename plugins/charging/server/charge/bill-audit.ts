import { addMoney, moneyToWire } from '@nephra/plugin-sdk/contract';
import type { Bill } from '../bills/bill-model.ts';
import type { RefundPlan } from './write-refund.ts';

const subjectOf = (bill: Bill) => ({ subject: 'charging.bill', subjectId: bill.id, patientId: bill.patientId });

/** Facts of a new bill for the audit log. */
export const auditOfCharge = (bill: Bill, more: Record<string, string> = {}) => ({
  ...subjectOf(bill),
  after: {
    billNo: bill.billNo,
    ...more,
    total: moneyToWire(bill.total),
    payments: bill.payments.map(({ payWay, amount, tendered, change, reference }) => ({
      payWay,
      amount: moneyToWire(amount),
      tendered: moneyToWire(tendered),
      change: moneyToWire(change),
      reference,
    })),
    dpNumbers: bill.prescriptions.map((one) => one.dpNumber),
  },
});

/** Facts of a refund for the audit log. */
export const auditOfRefund = (refund: Bill, { bill, soFar, amount }: RefundPlan) => ({
  ...subjectOf(refund),
  before: { billNo: bill.billNo, total: moneyToWire(bill.total), refunded: moneyToWire(soFar.total) },
  after: {
    billNo: refund.billNo,
    total: moneyToWire(refund.total),
    refunded: moneyToWire(addMoney(soFar.total, amount)),
    reason: refund.reason,
  },
});
