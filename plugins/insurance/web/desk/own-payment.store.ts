import { fen, type Money, moneyToText, moneyToWire } from '@nephra/plugin-sdk/contract';
import { action, computed, makeObservable, observableRef } from 'mobx';
import type { PayWay } from '../../../charging/contract/index.ts';
import type { SettleBody } from '../../contract/index.ts';

/** One way of paying as typed; null = the field is empty. */
export interface OwnPaymentRow {
  readonly way: PayWay;
  readonly amount: Money | null;
  /** Handed over; only for ways that give change. */
  readonly tendered: Money | null;
  readonly reference: string;
}

/** Why the patient's part cannot be taken yet: a key below `desk.pay`. */
export interface OwnPaymentProblem {
  readonly key: string;
  readonly params: Record<string, string>;
}

/** How the patient pays what the insurer leaves to him. The server asks the same again. */
export class OwnPaymentStore {
  readonly total: Money;
  rows: readonly OwnPaymentRow[];

  constructor(total: Money, ways: readonly PayWay[]) {
    this.total = total;
    this.rows = ways.map((way, at) => ({ way, amount: at === 0 && total > 0 ? total : null, tendered: null, reference: '' }));
    makeObservable(this, { rows: observableRef, open: computed, change: computed, problem: computed, set: action, payAllBy: action, payRestBy: action });
  }

  /** Still to be paid; negative when the rows are above the total. */
  get open(): Money {
    return fen(this.rows.reduce((left, row) => left - (row.amount ?? 0), this.total as number));
  }

  get change(): Money {
    return fen(this.rows.reduce((sum, row) => sum + Math.max(0, (row.tendered ?? row.amount ?? 0) - (row.amount ?? 0)), 0));
  }

  get problem(): OwnPaymentProblem | null {
    if (this.open !== 0) return { key: this.open > 0 ? 'short' : 'over', params: { amount: moneyToText(fen(Math.abs(this.open))) } };
    for (const { way, amount, tendered, reference } of this.rows) {
      if (!amount) continue;
      if (tendered !== null && tendered < amount) return { key: 'tenderedShort', params: { way: way.payWayName } };
      if (way.needsReference && reference.trim() === '') return { key: 'referenceMissing', params: { way: way.payWayName } };
    }
    return null;
  }

  set(code: string, change: Partial<Pick<OwnPaymentRow, 'amount' | 'tendered' | 'reference'>>): void {
    this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, ...change } : row));
  }

  /** Everything by one way. */
  payAllBy(code: string): void {
    this.rows = this.rows.map((row) => ({ ...row, amount: row.way.payWay === code && this.total > 0 ? this.total : null, tendered: null }));
  }

  /** What is still open, on top of what the way pays already. */
  payRestBy(code: string): void {
    const rest = this.open;
    if (rest > 0) this.rows = this.rows.map((row) => (row.way.payWay === code ? { ...row, amount: fen((row.amount ?? 0) + rest) } : row));
  }

  toWire(): SettleBody['payments'] {
    return this.rows
      .filter((row) => row.amount !== null && row.amount > 0)
      .map(({ way, amount, tendered, reference }) => ({
        payWay: way.payWay,
        amount: moneyToWire(amount ?? fen(0)),
        ...(way.givesChange && tendered !== null ? { tendered: moneyToWire(tendered) } : {}),
        ...(reference.trim() ? { reference: reference.trim() } : {}),
      }));
  }
}
