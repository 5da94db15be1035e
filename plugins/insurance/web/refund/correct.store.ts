import { Act, ApiError, createClient, verdictOf, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { settlementContract, type SettlementRecord } from '../../contract/index.ts';
import { sentenceOf } from '../parts/words.ts';

const PATIENCE_MS = 300_000;

/** Lines of a bill that are to go back. */
export interface CorrectRequest {
  readonly billId: string;
  readonly lines: readonly { readonly detailId: string; readonly drugNum: number }[];
  /** Yuan. */
  readonly totalPrice: number;
  readonly reason: string;
}

/**
 * How the last press ended when it was not through. `doubtful`: the insurer has not answered and the resolver works on it; looking again tells
 * how it stands. `lost`: no answer of our own server came; pressing again asks for the same act.
 */
export interface CorrectFault {
  readonly kind: 'refused' | 'doubtful' | 'lost';
  readonly text: string;
}

/** Part of what an insurer settled goes back: one act from the refund dialog of the desk. */
export class CorrectStore {
  running = false;
  fault: CorrectFault | null = null;
  /** The settlement that was asked to be cancelled and whose end is not known yet. */
  waiting: SettlementRecord | null = null;
  private readonly ctx: WebContext;
  private readonly client;
  private readonly act: Act;
  private gone = false;
  private behind: { readonly billId: string; readonly id: string; readonly version: number } | null = null;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    // The version of the settlement goes with it.
    this.act = new Act({ pluginId: ctx.pluginId }, 'insurance correct', { changed: 'send' });
    this.client = createClient(settlementContract, ctx.http);
    makeObservable(this, { running: observable, fault: observableRef, waiting: observableRef, forget: action });
  }

  /** Another choice of lines: what was said about the one before counts no longer. */
  forget(): void {
    if (this.waiting === null) this.fault = null;
  }

  /** 2208, the reversal and the waiting rest. @returns the prescriptions that wait; undefined when it is not through */
  send = (wish: CorrectRequest): Promise<readonly string[] | undefined> =>
    this.run(async () => {
      // The version stays that of the first press: after a lost answer the same act is asked for again.
      if (this.behind?.billId !== wish.billId) {
        const { data } = await this.client.byBill({ params: { id: wish.billId } }, { quiet: true });
        this.behind = { billId: wish.billId, id: data.id, version: data.version };
      }
      const { id, version } = this.behind;
      const input = { params: { id }, body: { version, reason: wish.reason, lines: [...wish.lines], totalPrice: wish.totalPrice } };
      const end = await this.act.run(input, (options) => this.client.correct(input, { ...options, timeoutMs: PATIENCE_MS }));
      if (end.kind !== 'unknown') this.behind = null;
      if ('error' in end) throw end.error;
      return end.kind === 'done' ? this.take(end.answer.data, end.answer.msg) : undefined;
    });

  /** How it stands now. */
  look = (): Promise<readonly string[] | undefined> =>
    this.run(async () => {
      if (!this.waiting) return undefined;
      const { data, msg } = await this.client.record({ params: { id: this.waiting.id } }, { quiet: true });
      return this.take(data, msg);
    });

  /** The dialog is gone: what is still on its way goes on, but nobody is told here. */
  dispose(): void {
    this.gone = true;
  }

  private take(record: SettlementRecord, msg: string): readonly string[] | undefined {
    if (record.state === 'cancelled') {
      this.ctx.toast.success(msg || this.ctx.t('refund.done'));
      runInAction(() => {
        this.waiting = null;
      });
      return record.correction?.dpIds ?? [];
    }
    const refused = record.state === 'settled';
    runInAction(() => {
      this.waiting = refused ? null : record;
      this.fault = refused
        ? { kind: 'refused', text: record.problem || this.ctx.t('refund.refused') }
        : { kind: 'doubtful', text: this.ctx.t('refund.doubtful', { setlId: record.setl_id }) };
    });
    return undefined;
  }

  private async run(work: () => Promise<readonly string[] | undefined>): Promise<readonly string[] | undefined> {
    if (this.running) return undefined;
    runInAction(() => {
      this.running = true;
      this.fault = null;
    });
    try {
      return await work();
    } catch (error) {
      if (this.gone) return undefined;
      if (!(error instanceof ApiError)) this.ctx.report(error, 'insurance correct');
      const lost = error instanceof ApiError && verdictOf(error, this.ctx).state === 'unknown' && error.error !== 'core.still-running';
      runInAction(() => {
        this.fault = { kind: lost ? 'lost' : 'refused', text: lost ? this.ctx.t('refund.lost') : sentenceOf(this.ctx.t, error) };
      });
      return undefined;
    } finally {
      runInAction(() => {
        this.running = false;
      });
    }
  }
}
