import { fen, isAppError, type Money, moneyToWire, type ErrorParams } from '@nephra/plugin-sdk/contract';
import { action, computed, makeObservable, observableRef } from 'mobx';
import type { PayWay, SelfPayBody } from '../../contract/index.ts';
import { changeOf, outstanding, type PaymentEntry, splitPayments } from '../../domain/payment-split.ts';

/** One row of the payment panel as typed; null = the field is empty. */
export interface PaymentRow {
  readonly way: PayWay;
  readonly amount: Money | null;
  /** Handed over; only for ways that give change. */
  readonly tendered: Money | null;
  readonly reference: string;
}

/** Why the rows cannot be charged yet: a key below `errors.` of the locale files. */
export interface PaymentProblem {
  readonly key: string;
  readonly params: ErrorParams;
}

/** How one bill is being paid. Knows no server: the rules are those the server asks again. */
export class PaymentStore {
  readonly total: Money;
  rows: readonly PaymentRow[];

  constructor(total: Money, ways: readonly PayWay[]) {
    this.total = total;
    this.rows = ways.map((way, at) => ({ way, amount: at === 0 && total > 0 ? total : null, tendered: null, reference: '' }));
    makeObservable(this, {
      rows: observableRef,
      outstanding: computed,
      change: computed,
      problem: computed,
      payAllBy: action,
      fillRest: action,
      set: action,
    });
  }

  /** Still to be paid; negative when the rows are above the total. */
  get outstanding(): Money {
    return outstanding(
      this.total,
      this.rows.map((row) => row.amount ?? fen(0)),
    );
  }

  get change(): Money {
    const settled = this.settled();
    return Array.isArray(settled) ? changeOf(settled) : fen(0);
  }

  get problem(): PaymentProblem | null {
    const settled = this.settled();
    return Array.isArray(settled) ? null : settled;
  }

  /** The whole bill by one way; what stood in the other rows is gone. */
  payAllBy(code: string): void {
    this.rows = this.rows.map((row) => ({ ...row, amount: row.way.payWay === code ? this.total : null, tendered: null }));
  }

  /** What is still open goes to this way on top of what it pays already. */
  fillRest(code: string): void {
    const rest = this.outstanding;
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, amount: fen(Math.max(0, (row.amount ?? 0) + rest)) } : row));
  }

  set(code: string, change: Partial<Pick<PaymentRow, 'amount' | 'tendered' | 'reference'>>): void {
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
  }

  /** Rows as the call sends them. */
  toWire(): SelfPayBody['payments'] {
    return this.entries().map((entry) => ({
      payWay: entry.payWay,
      amount: moneyToWire(entry.amount),
      ...(entry.tendered === undefined ? {} : { tendered: moneyToWire(entry.tendered) }),
      ...(entry.reference ? { reference: entry.reference } : {}),
    }));
  }

  private entries(): PaymentEntry[] {
    return this.rows
      .filter((row) => row.amount !== null && row.amount !== 0)
      .map((row) => ({
        payWay: row.way.payWay,
        amount: row.amount ?? fen(0),
        tendered: row.way.givesChange && row.tendered !== null ? row.tendered : undefined,
        reference: row.reference.trim() || undefined,
      }));
  }

  private settled(): ReturnType<typeof splitPayments> | PaymentProblem {
    const ways = this.rows.map(({ way }) => ({ code: way.payWay, name: way.payWayName, givesChange: way.givesChange, needsReference: way.needsReference }));
    try {
      return splitPayments(this.total, this.entries(), ways);
    } catch (error) {
      if (isAppError(error)) return { key: error.key, params: error.params };
      throw error;
    }
  }
}
