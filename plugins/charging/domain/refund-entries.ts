import { type Money, negateMoney, type Quantity, ZERO } from '@nephra/plugin-sdk/contract';

interface RefundableLine {
  readonly quantity: Quantity;
  readonly subTotal: Money;
}

interface RefundablePayment {
  readonly amount: Money;
  readonly tendered: Money;
  readonly change: Money;
}

interface RefundableBill<Line extends RefundableLine, Payment extends RefundablePayment> {
  readonly total: Money;
  readonly lines: readonly Line[];
  readonly payments: readonly Payment[];
}

const negateQuantity = (quantity: Quantity): Quantity => (quantity === 0 ? quantity : (-quantity as Quantity));

/**
 * The counter-entries of a whole bill: every line and payment with the sign turned, nothing else changed. Money goes
 * back by the way it came; cash goes back as the amount, not as the note that was handed over.
 */
export function refundEntries<Line extends RefundableLine, Payment extends RefundablePayment>(
  bill: RefundableBill<Line, Payment>,
): RefundableBill<Line, Payment> {
  return {
    total: negateMoney(bill.total),
    lines: bill.lines.map((line) => ({ ...line, quantity: negateQuantity(line.quantity), subTotal: negateMoney(line.subTotal) })),
    payments: bill.payments.map((payment) => ({ ...payment, amount: negateMoney(payment.amount), tendered: negateMoney(payment.amount), change: ZERO })),
  };
}
