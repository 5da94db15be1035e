import { Act, createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { daysOf } from '@nephra/plugin-sdk/contract';
import { type DateRange, ListStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { settlementContract, type SettlementRecord, type SettlementRow, type SettlementState } from '../../../contract/index.ts';
import { lastDays, sentenceOf } from '../../parts/words.ts';

const PATIENCE_MS = 300_000;
const SHOWN_DAYS = 7;

export type RecordView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'failed'; readonly id: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly settlement: SettlementRecord };

/** A settlement that is about to be cancelled. */
export interface CancelAsk {
  readonly settlement: SettlementRecord;
  readonly reason: string;
  readonly problem: string;
}

/** Settlements of the facility, one of them beside the list, and cancelling it. */
export class SettlementsStore {
  readonly list: ListStore<SettlementRow, { keyword: string; day: DateRange; state: SettlementState }>;
  view: RecordView = { kind: 'closed' };
  ask: CancelAsk | null = null;
  private readonly ctx: WebContext;
  private readonly client;
  private readonly onChange: () => void;
  private readonly act: Act;

  constructor(ctx: WebContext, onChange: () => void = () => undefined) {
    this.ctx = ctx;
    this.onChange = onChange;
    // The version that was seen goes with it.
    this.act = new Act(ctx, 'insurance cancel', { changed: 'send' });
    this.client = createClient(settlementContract, ctx.http);
    this.list = new ListStore<SettlementRow, { keyword: string; day: DateRange; state: SettlementState }>({
      rowKey: 'id',
      filter: { day: lastDays(ctx.now(), SHOWN_DAYS) },
      load: ({ day, state, ...query }, signal) =>
        this.client.list({ query: { ...query, ...daysOf(day), ...(state ? { state } : {}) } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      view: observableRef,
      ask: observableRef,
      cancelling: computed,
      close: action,
      askCancel: action,
      typeReason: action,
      endAsk: action,
    });
  }

  get cancelling(): boolean {
    return this.act.busy;
  }

  open = async (id: string): Promise<void> => {
    const asked: RecordView = { kind: 'loading', id };
    this.see(asked);
    // Whoever has closed it meanwhile, or opened another, does not want the answer any more.
    const answer = (view: RecordView) => this.view === asked && this.see(view);
    try {
      answer({ kind: 'open', settlement: (await this.client.record({ params: { id } }, { quiet: true })).data });
    } catch (error) {
      answer({ kind: 'failed', id, error });
    }
  };

  close(): void {
    this.view = { kind: 'closed' };
  }

  askCancel(settlement: SettlementRecord): void {
    this.ask = { settlement, reason: '', problem: '' };
  }

  typeReason(reason: string): void {
    if (this.ask) this.ask = { ...this.ask, reason, problem: '' };
  }

  endAsk(): void {
    if (!this.cancelling) this.ask = null;
  }

  /** 2208 and the refund. */
  async cancel(): Promise<void> {
    const { ask } = this;
    if (!ask || this.cancelling || ask.reason.trim() === '') return;
    const { settlement, reason } = ask;
    const input = { params: { id: settlement.id }, body: { reason: reason.trim(), version: settlement.version } };
    const end = await this.act.run(
      input,
      (options) => this.client.cancel(input, { ...options, timeoutMs: PATIENCE_MS }),
      ({ data, msg }) => {
        if (data.state === 'cancelled') this.ctx.toast.success(msg);
        this.see({ kind: 'open', settlement: data });
        runInAction(() => {
          this.ask = null;
        });
      },
    );
    if ('error' in end)
      runInAction(() => {
        this.ask = { settlement, reason, problem: isUnknownOutcome(end.error) ? this.ctx.t('desk.lost.cancel') : sentenceOf(this.ctx.t, end.error) };
      });
    void this.list.reload();
    this.onChange();
  }

  dispose(): void {
    this.list.dispose();
  }

  private see(view: RecordView): void {
    runInAction(() => {
      this.view = view;
    });
  }
}
