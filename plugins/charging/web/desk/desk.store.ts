import { Act, ApiError, createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type BillRecord, chargeContract, type ChargeQueueRow, type PayWay, type SelfPayPreview } from '../../contract/index.ts';

import { money } from '../vocabulary.ts';
import { PaymentStore } from './payment.store.ts';

/** How the last press on "charge" ended when it did not succeed. `unknown`: no answer came, so nobody here knows. */
export type ChargeFault = { readonly kind: 'refused'; readonly text: string; readonly stale: boolean } | { readonly kind: 'unknown' };

export type DeskState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading'; readonly dpId: string }
  | { readonly kind: 'failed'; readonly dpId: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly dpId: string; readonly preview: SelfPayPreview; readonly payment: PaymentStore }
  | { readonly kind: 'charged'; readonly bill: BillRecord };

const CONFLICT = 409;

/** The charge desk: the queue, the prescription in hand, its payment, the receipt. */
export class DeskStore {
  readonly queue: ListStore<ChargeQueueRow, { keyword: string }>;
  state: DeskState = { kind: 'empty' };
  fault: ChargeFault | null = null;
  /** The insured patient in hand pays for himself: somebody said so. */
  ownPay = false;
  private readonly client;
  private readonly ctx: WebContext;
  private ways: readonly PayWay[] | null = null;
  private readonly act: Act;
  private running: AbortController | null = null;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    // Versions and the total that were seen go with it.
    this.act = new Act(ctx, 'charge', { changed: 'send' });
    this.client = createClient(chargeContract, ctx.http);
    this.queue = new ListStore<ChargeQueueRow, { keyword: string }>({
      rowKey: 'dpId',
      pageSize: 50,
      load: (query, signal) => this.client.patientList({ query }, { signal, quiet: true }),
    });
    makeObservable(this, {
      state: observableRef,
      charging: computed,
      fault: observableRef,
      ownPay: observable,
      openId: computed,
      clear: action,
      backToInsurer: action,
    });
  }

  get charging(): boolean {
    return this.act.busy;
  }

  /** The prescription in hand. */
  get openId(): string | null {
    return this.state.kind === 'empty' || this.state.kind === 'charged' ? null : this.state.dpId;
  }

  /** Takes a prescription in hand, with others of the same patient on the same bill. */
  async open(dpId: string, withIds: readonly string[] = []): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.fault = null;
      this.queue.setActive(dpId);
      if (this.state.kind === 'open' && this.state.dpId === dpId) return;
      this.ownPay = false;
      this.state = { kind: 'loading', dpId };
    });
    try {
      const options = { signal: running.signal, quiet: true };
      const preview = (await this.client.selfPayPreview({ params: { id: dpId }, query: withIds.length > 0 ? { with: withIds.join(',') } : {} }, options)).data;
      this.ways ??= (await this.client.chargeWay({ params: { id: '0' } }, options)).data.list;
      const payment = new PaymentStore(money(preview.totals.totalPrice), this.ways);
      if (!running.signal.aborted) this.show({ kind: 'open', dpId, preview, payment });
    } catch (error) {
      if (!running.signal.aborted) this.show({ kind: 'failed', dpId, error });
    }
  }

  /** Puts another prescription of the patient on the same bill, or takes it off again. */
  async toggle(dpId: string): Promise<void> {
    if (this.state.kind !== 'open') return;
    const taken = this.state.preview.prescriptions.map((one) => one.dpId).filter((id) => id !== this.openId);
    await this.open(this.state.dpId, taken.includes(dpId) ? taken.filter((id) => id !== dpId) : [...taken, dpId]);
  }

  /** Reads the prescription in hand again; what the queue shows too. */
  async reload(): Promise<void> {
    void this.queue.reload();
    if (this.state.kind === 'open') await this.open(this.state.dpId, this.state.preview.prescriptions.map((one) => one.dpId).slice(1));
    else if (this.state.kind === 'failed') await this.open(this.state.dpId);
  }

  /** One of the prescriptions in hand cannot be charged yet, whoever pays. */
  get barred(): boolean {
    return this.state.kind === 'open' && this.state.preview.prescriptions.some((one) => one.chargeBar !== '');
  }

  get chargeable(): boolean {
    const { state } = this;
    if (state.kind !== 'open' || this.barred) return false;
    return state.preview.priceChanges.length === 0 && state.payment.problem === null && !this.charging;
  }

  /** Charges what is in hand. Pressing again after a lost answer asks for the same act, so nothing is charged twice. */
  async charge(): Promise<void> {
    const { state } = this;
    if (state.kind !== 'open' || !this.chargeable) return;
    const body = {
      prescriptions: state.preview.prescriptions.map(({ dpId, version }) => ({ dpId, version })),
      totalPrice: state.preview.totals.totalPrice,
      payments: state.payment.toWire(),
    };
    runInAction(() => {
      this.fault = null;
    });
    const input = { params: { id: state.dpId }, body };
    const end = await this.act.run(
      input,
      (options) => this.client.selfPay(input, options),
      ({ data, msg }) => {
        this.show({ kind: 'charged', bill: data });
        this.ctx.toast.success(msg);
        void this.queue.reload();
      },
    );
    if ('error' in end) this.fail(end.error);
  }

  /** Asks once more before an insured patient pays alone. */
  async choosePayOwn(question: string): Promise<void> {
    const { state } = this;
    if (!(await this.ctx.confirm({ title: this.ctx.t('insured.payOwn'), content: question, okText: this.ctx.t('insured.payOwnOk'), danger: true }))) return;
    runInAction(() => {
      if (this.state === state) this.ownPay = true;
    });
  }

  backToInsurer(): void {
    this.ownPay = false;
  }

  /** Ready for the next patient. */
  clear(): void {
    this.running?.abort();
    this.state = { kind: 'empty' };
    this.ownPay = false;
    this.fault = null;
    this.queue.setActive(null);
  }

  dispose(): void {
    this.running?.abort();
    this.queue.dispose();
  }

  private show(state: DeskState): void {
    runInAction(() => {
      this.state = state;
    });
  }

  private fail(error: unknown): void {
    const unknown = isUnknownOutcome(error);
    const text = error instanceof ApiError ? error.message : this.ctx.t('desk.unexpected');
    runInAction(() => {
      this.fault = unknown ? { kind: 'unknown' } : { kind: 'refused', text, stale: error instanceof ApiError && error.code === CONFLICT };
    });
  }
}
