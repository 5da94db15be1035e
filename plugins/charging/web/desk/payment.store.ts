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
  /** The way that takes what the others leave, until somebody types an amount into it. */
  private balancing: string | null;

  constructor(total: Money, ways: readonly PayWay[]) {
    this.total = total;
    this.rows = ways.map((way, at) => ({ way, amount: at === 0 && total > 0 ? total : null, tendered: null, reference: '' }));
    this.balancing = ways[0]?.payWay ?? null;
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
    this.balancing = code;
    this.rows = this.rows.map((row) => ({ ...row, amount: row.way.payWay === code ? this.total : null, tendered: null }));
  }

  /** What is still open goes to this way on top of what it pays already; from now on it takes what the others leave. */
  fillRest(code: string): void {
    this.balancing = code;
    this.balance();
  }

  /** What was typed stands; the balancing way takes the rest: 100 in cash typed, the remainder stays on WeChat. */
  set(code: string, change: Partial<Pick<PaymentRow, 'amount' | 'tendered' | 'reference'>>): void {
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
    if (change.amount === undefined) return;
    if (this.balancing === code) this.balancing = null;
    else this.balance();
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

  private balance(): void {
    const others = this.rows.filter((row) => row.way.payWay !== this.balancing).map((row) => row.amount ?? fen(0));
    const rest = Math.max(0, outstanding(this.total, others));
    this.rows = this.rows.map((row) => (row.way.payWay === this.balancing ? { ...row, amount: rest > 0 ? fen(rest) : null } : row));
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
