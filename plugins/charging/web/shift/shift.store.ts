import { daysOf, type Money, moneyFromWire, moneyToWire } from '@nephra/plugin-sdk/contract';
import { Act, ApiError, createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { type DateRange, ListStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type CloseShiftBody, type OpenTakings, shiftContract, type ShiftRecord, type ShiftRow } from '../../contract/index.ts';
import { shiftDifference } from '../../domain/shift-closing.ts';

export type TakingsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly takings: OpenTakings };

export type ShiftView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly shiftId: string; readonly error: unknown }
  /** `justClosed`: by the press before, and its paper comes next. */
  | { readonly kind: 'open'; readonly record: ShiftRecord; readonly justClosed?: true };

/** What the cashier has taken and not handed in, the count, and the closings so far. */
export class ShiftStore {
  readonly closings: ListStore<ShiftRow, { day: DateRange }>;
  state: TakingsState = { kind: 'loading' };
  counted: Money | null = null;
  reason = '';
  /** Why the last press on "close" was refused. */
  fault: { readonly text: string; readonly unknown: boolean } | null = null;
  view: ShiftView = { kind: 'closed' };
  private readonly client;
  private readonly ctx: WebContext;
  private readonly act: Act;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    // The count of bills and the cash expected go with it: a second closing fits no takings any more.
    this.act = new Act(ctx, 'shift', { changed: 'send' });
    this.client = createClient(shiftContract, ctx.http);
    this.closings = new ListStore<ShiftRow, { day: DateRange }>({
      rowKey: 'shiftId',
      load: ({ day, ...request }, signal) => this.client.list({ query: { ...request, ...daysOf(day) } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      state: observableRef,
      counted: observable,
      reason: observable,
      closing: computed,
      fault: observableRef,
      view: observableRef,
      difference: computed,
      ready: computed,
      count: action,
      explain: action,
      closeView: action,
    });
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.client.takings({}, { quiet: true });
      runInAction(() => {
        this.state = { kind: 'ready', takings: data };
        this.fault = null;
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  get closing(): boolean {
    return this.act.busy;
  }

  get takings(): OpenTakings | null {
    return this.state.kind === 'ready' ? this.state.takings : null;
  }

  /** Over when positive, missing when negative; null until something was counted. */
  get difference(): Money | null {
    return this.counted === null || !this.takings ? null : shiftDifference(this.counted, moneyFromWire(this.takings.cashExpected));
  }

  get billCount(): number {
    return this.takings ? this.takings.chargeCount + this.takings.refundCount : 0;
  }

  get ready(): boolean {
    return this.billCount > 0 && this.difference !== null && (this.difference === 0 || this.reason.trim() !== '') && !this.closing;
  }

  count(counted: Money | null): void {
    this.counted = counted;
  }

  explain(reason: string): void {
    this.reason = reason;
  }

  /** Freezes the shift; pressing again after a lost answer asks for the same act. */
  async close(): Promise<void> {
    const { takings, counted } = this;
    if (!this.ready || !takings || counted === null) return;
    const body: CloseShiftBody = {
      billCount: this.billCount,
      cashExpected: takings.cashExpected,
      cashCounted: moneyToWire(counted),
      ...(this.difference === 0 ? {} : { reason: this.reason.trim() }),
    };
    runInAction(() => {
      this.fault = null;
    });
    const end = await this.act.run(
      body,
      (options) => this.client.close({ body }, options),
      async ({ data, msg }) => {
        this.ctx.toast.success(msg);
        runInAction(() => {
          this.counted = null;
          this.reason = '';
          this.view = { kind: 'open', record: data, justClosed: true };
        });
        await Promise.all([this.load(), this.closings.reload()]);
      },
    );
    if ('error' in end) this.fail(end.error);
  }

  async open(shiftId: string): Promise<void> {
    const asked: ShiftView = { kind: 'loading' };
    runInAction(() => {
      this.view = asked;
    });
    // Whoever has closed it meanwhile, or opened another, does not want the answer any more.
    const answer = (view: ShiftView) =>
      runInAction(() => {
        if (this.view === asked) this.view = view;
      });
    try {
      const { data } = await this.client.detail({ params: { id: shiftId } }, { quiet: true });
      answer({ kind: 'open', record: data });
    } catch (error) {
      answer({ kind: 'failed', shiftId, error });
    }
  }

  /** The whole record of a closing, for printing. */
  async record(shiftId: string): Promise<ShiftRecord> {
    return (await this.client.detail({ params: { id: shiftId } })).data;
  }

  closeView(): void {
    this.view = { kind: 'closed' };
  }

  dispose(): void {
    this.closings.dispose();
  }

  private fail(error: unknown): void {
    const unknown = isUnknownOutcome(error);
    const text = unknown ? this.ctx.t('shift.unknown') : error instanceof ApiError ? error.message : this.ctx.t('desk.unexpected');
    runInAction(() => {
      this.fault = { text, unknown };
    });
  }
}
