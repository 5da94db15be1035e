import { type AppError, fen, isAppError, type Money, moneyToWire, ZERO } from '@nephra/plugin-sdk/contract';
import type { PayWay, SelfPayBody } from './charge.schema.ts';
import { changeOf, outstanding, type PaymentEntry, splitPayments } from './payment-split.ts';

/** One way of paying as typed at a desk; null = the field is empty. */
export interface PayRow {
  readonly way: PayWay;
  readonly amount: Money | null;
  /** Handed over; only for ways that give change. */
  readonly tendered: Money | null;
  readonly reference: string;
}

const wholeOrEmpty = (total: Money): Money | null => (total > 0 ? total : null);

/** A sum nobody has typed anything about yet: the first way pays it. */
export const startPayRows = (total: Money, ways: readonly PayWay[]): PayRow[] =>
  ways.map((way, at) => ({ way, amount: at === 0 ? wholeOrEmpty(total) : null, tendered: null, reference: '' }));

/** The whole sum by one way; what stood in the other rows is gone. */
export const payAllBy = (rows: readonly PayRow[], code: string, total: Money): PayRow[] =>
  rows.map((row) => ({ ...row, amount: row.way.payWay === code ? wholeOrEmpty(total) : null, tendered: null }));

/** One way pays what the others leave, nothing when they pay all. */
export function payRestBy(rows: readonly PayRow[], code: string, total: Money): PayRow[] {
  const rest = openOf(
    rows.filter((row) => row.way.payWay !== code),
    total,
  );
  return rows.map((row) => (row.way.payWay === code ? { ...row, amount: rest > 0 ? rest : null } : row));
}

/** Still to be paid; negative when the rows are above the total. */
export const openOf = (rows: readonly PayRow[], total: Money): Money =>
  outstanding(
    total,
    rows.map((row) => row.amount ?? ZERO),
  );

/** Empty rows are left out; what was handed over counts for ways that give change alone. */
const entriesOf = (rows: readonly PayRow[]): PaymentEntry[] =>
  rows.flatMap(({ way, amount, tendered, reference }) => {
    if (amount === null || amount === 0) return [];
    const handed = way.givesChange && tendered !== null ? { tendered } : {};
    return [{ payWay: way.payWay, amount, ...handed, ...(reference.trim() ? { reference: reference.trim() } : {}) }];
  });

/** What comes back to the patient, and why the rows cannot be taken yet; the server asks the same rule again. */
export function settlePayRows(rows: readonly PayRow[], total: Money): { readonly change: Money; readonly problem: AppError | null } {
  const rules = rows.map(({ way }) => ({ code: way.payWay, name: way.payWayName, givesChange: way.givesChange, needsReference: way.needsReference }));
  try {
    return { change: changeOf(splitPayments(total, entriesOf(rows), rules)), problem: null };
  } catch (error) {
    if (isAppError(error)) return { change: fen(0), problem: error };
    throw error;
  }
}

/** Rows as the calls send them. */
export const payRowsToWire = (rows: readonly PayRow[]): SelfPayBody['payments'] =>
  entriesOf(rows).map(({ amount, tendered, ...entry }) => ({
    ...entry,
    amount: moneyToWire(amount),
    ...(tendered === undefined ? {} : { tendered: moneyToWire(tendered) }),
  }));
