import {
  addMoney,
  isAppError,
  type Money,
  moneyFromWire,
  moneyToWire,
  type Quantity,
  quantityFromWire,
  quantityToWire,
  subtractMoney,
  unitPriceFromWire,
  ZERO,
} from '@nephra/plugin-sdk/contract';
import { Act, ApiError, createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type BillRecord, type BillRow, type CancelBody, chargeContract, type RefundLine, type RefundPreview } from '../../contract/index.ts';
import type { InsuredRefundProps } from '../../contract/slots.ts';
import {
  leftByWay,
  type PaidWay,
  planRefund,
  type RefundableLine,
  type RefundedLine,
  refundTotal,
  refundWays,
  takesLast,
  type WantedLine,
} from '../../domain/refund-plan.ts';

const CONFLICT = 409;
const NONE = 0 as Quantity;

/** How the last press on "refund" ended when it did not succeed. `unknown`: no answer came, so nobody here knows. */
export type RefundFault = { readonly kind: 'refused'; readonly text: string; readonly stale: boolean } | { readonly kind: 'unknown' };

export type RefundState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly preview: RefundPreview };

/** Why something cannot be: a key below `errors.` of the locale files. */
type Refusal = { readonly key: string; readonly params: Record<string, string | number> };

/** Lines of an insurer's bill that are to go back. */
export type InsuredRefundRequest = Omit<InsuredRefundProps, 'onBusy' | 'onDone'>;

/** What would go back, or why it cannot. */
export type RefundPlan = { readonly entries: readonly RefundedLine[] } | Refusal;

/** By which ways it would go back, or why it cannot. */
export type WayPlan = { readonly ways: readonly { readonly payWay: string; readonly amount: Money }[] } | Refusal;

/** What a rule answers, or its refusal. */
function orRefusal<T>(rule: () => T): T | Refusal {
  try {
    return rule();
  } catch (error) {
    if (isAppError(error)) return { key: error.key, params: error.params };
    throw error;
  }
}

const ruleLine = (line: RefundLine): RefundableLine => ({
  detailId: line.detailId,
  dpId: line.dpId,
  drugName: line.drugName,
  quantityUnit: line.drugNumUnit,
  price: unitPriceFromWire(line.price),
  quantity: quantityFromWire(line.drugNum),
  subTotal: moneyFromWire(line.subTotal),
  refunded: quantityFromWire(line.refundedNum),
  refundedAmount: moneyFromWire(line.refundedPrice),
  withPatient: quantityFromWire(line.withPatientNum),
});

/** One refund being put together: which lines, how many, how much goes back by which way. The rules are those the server asks again. */
export class RefundStore {
  readonly bill: BillRow;
  state: RefundState = { kind: 'loading' };
  /** Quantity chosen for each line. */
  wanted: ReadonlyMap<string, Quantity> = new Map();
  /** Amounts that the cashier chose for a way, the last choice at the end; the other ways bring the rest. */
  chosenWays: ReadonlyMap<string, Money> = new Map();
  reason = '';
  fault: RefundFault | null = null;
  private insurerAtWork = false;
  private readonly client;
  private readonly ctx: WebContext;
  private readonly act: Act;

  constructor(ctx: WebContext, bill: BillRow) {
    this.ctx = ctx;
    this.act = new Act(ctx, 'refund');
    this.bill = bill;
    this.client = createClient(chargeContract, ctx.http);
    makeObservable<this, 'insurerAtWork'>(this, {
      insurerAtWork: observable,
      state: observableRef,
      wanted: observableRef,
      chosenWays: observableRef,
      reason: observable,
      sending: computed,
      fault: observableRef,
      plan: computed,
      total: computed,
      wayPlan: computed,
      want: action,
      chooseWay: action,
      wantAll: action,
      wantNone: action,
      explainReason: action,
      busy: action,
    });
  }

  get sending(): boolean {
    return this.insurerAtWork || this.act.busy;
  }

  /** Reads what may go back; everything that may is chosen. */
  async load(): Promise<void> {
    runInAction(() => {
      this.state = { kind: 'loading' };
      this.fault = null;
    });
    try {
      const { data } = await this.client.refundPreview({ params: { id: this.bill.chargeId } }, { quiet: true });
      runInAction(() => {
        this.state = { kind: 'ready', preview: data };
        this.chosenWays = new Map();
        this.wantAll();
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** An insurer settled the bill and nobody here can ask him: what the dialog says instead of asking; null when something may go back. */
  get barred(): Refusal | null {
    if (this.state.kind !== 'ready' || this.state.preview.insurer !== 'off') return null;
    const { billNo, setlId } = this.state.preview;
    return { key: 'charging.cancel-insured-off', params: { billNo, setlId } };
  }

  /** An insurer settled the bill: it goes back as a whole, by him, and what remains is charged anew. */
  get insured(): boolean {
    return this.state.kind === 'ready' && this.state.preview.insurer === 'settled';
  }

  /** What is asked of whoever settles with the insurer. */
  get wish(): InsuredRefundRequest {
    return {
      billId: this.bill.chargeId,
      lines: this.entries.map((entry) => ({ detailId: entry.detailId, drugNum: quantityToWire(entry.quantity) })),
      totalPrice: moneyToWire(this.total),
      whole: this.entries.length > 0 && takesLast(this.lines.map(ruleLine), this.entries),
      reason: this.reason.trim(),
      ready: this.insured && this.entries.length > 0 && this.reason.trim() !== '',
    };
  }

  /** What remains on the bill after these lines. */
  get remains(): Money {
    const left = this.lines.reduce<Money>((sum, line) => addMoney(sum, subtractMoney(moneyFromWire(line.subTotal), moneyFromWire(line.refundedPrice))), ZERO);
    return subtractMoney(left, this.total);
  }

  /** Whoever settles with the insurer is at it, or done. */
  busy(sending: boolean): void {
    this.insurerAtWork = sending;
  }

  get lines(): readonly RefundLine[] {
    return this.state.kind === 'ready' ? this.state.preview.lines : [];
  }

  want(detailId: string, quantity: Quantity | null): void {
    this.wanted = new Map(this.wanted).set(detailId, quantity ?? NONE);
  }

  wantAll(): void {
    this.wanted = new Map(this.lines.map((line) => [line.detailId, quantityFromWire(line.refundableNum)]));
  }

  wantNone(): void {
    this.wanted = new Map();
  }

  explainReason(reason: string): void {
    this.reason = reason;
  }

  get plan(): RefundPlan {
    return orRefusal(() => ({ entries: planRefund(this.lines.map(ruleLine), this.chosen) }));
  }

  get entries(): readonly RefundedLine[] {
    return 'entries' in this.plan ? this.plan.entries : [];
  }

  /** What the patient gets back. */
  get total() {
    return refundTotal(this.entries);
  }

  get paid(): readonly PaidWay[] {
    if (this.state.kind !== 'ready') return [];
    return this.state.preview.ways.map((way) => ({
      payWay: way.payWay,
      name: way.payWayName,
      paid: moneyFromWire(way.paid),
      refunded: moneyFromWire(way.refunded),
    }));
  }

  /** Ways by which something can still go back: with more than one the cashier has a choice. */
  get openWays(): readonly PaidWay[] {
    return this.paid.filter((way) => leftByWay(way) > 0);
  }

  /** How it goes back. */
  get wayPlan(): WayPlan {
    return orRefusal(() => ({ ways: refundWays(this.paid, this.total, this.chosenWays) }));
  }

  /** What goes back by a way now. */
  byWay(payWay: string): Money {
    const planned = 'ways' in this.wayPlan ? this.wayPlan.ways.find((one) => one.payWay === payWay)?.amount : undefined;
    return planned ?? this.chosenWays.get(payWay) ?? ZERO;
  }

  /** An amount for one way. One way always stays free to bring the rest, so the oldest choice gives way. */
  chooseWay(payWay: string, amount: Money | null): void {
    const others = [...this.chosenWays].filter(([one]) => one !== payWay);
    const kept = others.slice(Math.max(0, others.length + 2 - this.openWays.length));
    this.chosenWays = new Map([...kept, [payWay, amount ?? ZERO]]);
  }

  get ready(): boolean {
    return (
      this.state.kind === 'ready' &&
      this.state.preview.insurer === 'none' &&
      this.entries.length > 0 &&
      'ways' in this.wayPlan &&
      this.reason.trim() !== '' &&
      !this.sending
    );
  }

  /** Sends the refund; pressing again after a lost answer asks for the same act. */
  async send(): Promise<BillRecord | undefined> {
    if (!this.ready) return undefined;
    const body: CancelBody = {
      chargeId: this.bill.chargeId,
      reason: this.reason.trim(),
      lines: this.entries.map((entry) => ({ detailId: entry.detailId, drugNum: quantityToWire(entry.quantity) })),
      totalPrice: moneyToWire(this.total),
      ...(this.chosenWays.size > 0 && 'ways' in this.wayPlan
        ? { ways: this.wayPlan.ways.map((way) => ({ payWay: way.payWay, amount: moneyToWire(way.amount) })) }
        : {}),
    };
    runInAction(() => {
      this.fault = null;
    });
    const end = await this.act.run(
      body,
      (options) => this.client.cancelBill({ body }, options),
      ({ msg }) => this.ctx.toast.success(msg),
    );
    if ('error' in end) this.fail(end.error);
    return end.kind === 'done' ? end.answer.data : undefined;
  }

  private get chosen(): WantedLine[] {
    return [...this.wanted].flatMap(([detailId, quantity]) => (quantity > 0 ? [{ detailId, quantity }] : []));
  }

  private fail(error: unknown): void {
    const unknown = isUnknownOutcome(error);
    const text = error instanceof ApiError ? error.message : this.ctx.t('desk.unexpected');
    runInAction(() => {
      this.fault = unknown ? { kind: 'unknown' } : { kind: 'refused', text, stale: error instanceof ApiError && error.code === CONFLICT };
    });
  }
}
