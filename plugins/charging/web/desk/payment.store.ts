import type { ErrorParams, Money } from '@nephra/plugin-sdk/contract';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { openOf, type PayRow, type PayWay, payAllBy, payRestBy, payRowsToWire, type SelfPayBody, settlePayRows, startPayRows } from '../../contract/index.ts';

/** Why the rows cannot be charged yet: a key below `errors.` of the locale files. */
export interface PaymentProblem {
  readonly key: string;
  readonly params: ErrorParams;
}

/** How one bill is being paid. Knows no server: the rules are those the server asks again. */
export class PaymentStore {
  readonly total: Money;
  rows: readonly PayRow[];
  /** The way that takes what the others leave, until somebody types an amount into it. */
  private balancing: string | null;

  constructor(total: Money, ways: readonly PayWay[]) {
    this.total = total;
    this.rows = startPayRows(total, ways);
    this.balancing = ways[0]?.payWay ?? null;
    makeObservable(this, {
      rows: observableRef,
      open: computed,
      settled: computed,
      payAllBy: action,
      payRestBy: action,
      set: action,
    });
  }

  /** Still to be paid; negative when the rows are above the total. */
  get open(): Money {
    return openOf(this.rows, this.total);
  }

  get settled(): ReturnType<typeof settlePayRows> {
    return settlePayRows(this.rows, this.total);
  }

  get change(): Money {
    return this.settled.change;
  }

  get problem(): PaymentProblem | null {
    return this.settled.problem;
  }

  payAllBy(code: string): void {
    this.balancing = code;
    this.rows = payAllBy(this.rows, code, this.total);
  }

  /** What is still open goes to this way on top of what it pays already; from now on it takes what the others leave. */
  payRestBy(code: string): void {
    this.balancing = code;
    this.rows = payRestBy(this.rows, code, this.total);
  }

  /** What was typed stands; the balancing way takes the rest: 100 in cash typed, the remainder stays on WeChat. */
  set(code: string, change: Partial<Pick<PayRow, 'amount' | 'tendered' | 'reference'>>): void {
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
    if (change.amount === undefined) return;
    if (this.balancing === code) this.balancing = null;
    else if (this.balancing !== null) this.rows = payRestBy(this.rows, this.balancing, this.total);
  }

  /** Rows as the call sends them. */
  toWire(): SelfPayBody['payments'] {
    return payRowsToWire(this.rows);
  }
}
