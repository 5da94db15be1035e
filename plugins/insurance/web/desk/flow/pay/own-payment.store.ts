import { fen, type Money, moneyToText } from '@nephra/plugin-sdk/contract';
import { action, computed, makeObservable, observableRef } from 'mobx';
import { openOf, type PayRow, type PayWay, payAllBy, payRestBy, payRowsToWire, settlePayRows, startPayRows } from '../../../../../charging/contract/index.ts';
import type { SettleBody } from '../../../../contract/index.ts';

/** Why the patient's part cannot be taken yet: a key below `desk.pay`. */
export interface OwnPaymentProblem {
  readonly key: string;
  readonly params: Record<string, string>;
}

/** The charging desk's complaints about one row, in the words of this one. */
const PROBLEMS: Readonly<Record<string, string>> = {
  'charging.payment-negative': 'negative',
  'charging.payment-tendered-short': 'tenderedShort',
  'charging.payment-reference-missing': 'referenceMissing',
  'charging.payment-reference-long': 'referenceLong',
};

/** How the patient pays what the insurer leaves to him. The server asks the same again. */
export class OwnPaymentStore {
  readonly total: Money;
  rows: readonly PayRow[];

  constructor(total: Money, ways: readonly PayWay[]) {
    this.total = total;
    this.rows = startPayRows(total, ways);
    makeObservable(this, { rows: observableRef, open: computed, settled: computed, problem: computed, set: action, payAllBy: action, payRestBy: action });
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

  get problem(): OwnPaymentProblem | null {
    if (this.open !== 0) return { key: this.open > 0 ? 'short' : 'over', params: { amount: moneyToText(fen(Math.abs(this.open))) } };
    const { problem } = this.settled;
    if (!problem) return null;
    const key = PROBLEMS[problem.key];
    // Rows that add up and name each way once can be wrong in no other manner.
    if (key === undefined) throw problem;
    return { key, params: { way: String(problem.params.payWay) } };
  }

  set(code: string, change: Partial<Pick<PayRow, 'amount' | 'tendered' | 'reference'>>): void {
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
  }

  payAllBy(code: string): void {
    this.rows = payAllBy(this.rows, code, this.total);
  }

  /** What is still open, on top of what the way pays already. */
  payRestBy(code: string): void {
    if (this.open > 0) this.rows = payRestBy(this.rows, code, this.total);
  }

  toWire(): SettleBody['payments'] {
    return payRowsToWire(this.rows);
  }
}
