import { Act, ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { monthContract, type MonthRehearsal, type MonthSheet, type PayWay } from '../../../contract/index.ts';

export type InsuredAsk =
  | { readonly kind: 'closed' }
  /** The insurer is being asked. */
  | { readonly kind: 'asking'; readonly sheet: MonthSheet }
  | { readonly kind: 'refused'; readonly sheet: MonthSheet; readonly reason: string }
  | { readonly kind: 'ready'; readonly sheet: MonthSheet; readonly rehearsal: MonthRehearsal };

/** Where each session is settled by itself, the insurer is asked about a dozen of them, one after the other. */
const REHEARSAL_MS = 180_000;

/** One patient's month through the insurer: what everybody would pay is shown and asked before anything is settled. */
export class MonthInsuredStore {
  ask: InsuredAsk = { kind: 'closed' };
  payWay = '';
  reference = '';
  fault = '';
  private readonly ctx: WebContext;
  private readonly client;
  private running: AbortController | null = null;
  /** Giving up what was worked out. A question that overtakes it finds the month in the midst of being given up, and nobody knows how it ended. */
  private lettingGo: Promise<unknown> = Promise.resolve();
  private readonly act: Act;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    // The fingerprint of the sheet goes with it.
    this.act = new Act({ pluginId: ctx.pluginId }, 'month-insured', { changed: 'send' });
    this.client = createClient(monthContract, ctx.http);
    makeObservable(this, {
      ask: observableRef,
      payWay: observable,
      reference: observable,
      busy: computed,
      fault: observable,
      ownPart: computed,
      choose: action,
    });
  }

  get busy(): boolean {
    return this.act.busy;
  }

  /** Yuan that are left to the patient. */
  get ownPart(): number {
    return this.ask.kind === 'ready' ? this.ask.rehearsal.selfPay : 0;
  }

  /** Why it cannot be settled yet. */
  missing(ways: readonly PayWay[]): 'reference' | undefined {
    const needsReference = ways.find((way) => way.payWay === this.payWay)?.needsReference === true;
    return this.ownPart > 0 && needsReference && this.reference.trim() === '' ? 'reference' : undefined;
  }

  choose(change: { readonly payWay?: string; readonly reference?: string }): void {
    if (change.payWay !== undefined) this.payWay = change.payWay;
    if (change.reference !== undefined) this.reference = change.reference;
    this.fault = '';
  }

  /** Asks the insurer what the month would come to. */
  async open(sheet: MonthSheet, firstWay: string): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.ask = { kind: 'asking', sheet };
      this.payWay = firstWay;
      this.reference = '';
      this.fault = '';
    });
    const { patientId, month, fingerprint } = sheet;
    await this.lettingGo;
    if (running.signal.aborted) return;
    try {
      const { data } = await this.client.rehearseInsured(
        { body: { patientId, month, fingerprint } },
        { quiet: true, signal: running.signal, timeoutMs: REHEARSAL_MS },
      );
      if (!running.signal.aborted) this.show({ kind: 'ready', sheet, rehearsal: data });
    } catch (error) {
      if (!running.signal.aborted) this.show({ kind: 'refused', sheet, reason: this.textOf(error) });
    }
  }

  /** Settles what was shown. @returns the run to watch; nothing when it was refused */
  async settle(ways: readonly PayWay[]): Promise<string | null> {
    if (this.ask.kind !== 'ready' || this.busy || this.missing(ways)) return null;
    const { patientId, month, fingerprint } = this.ask.sheet;
    const reference = this.reference.trim();
    const body = { patientId, month, fingerprint, payWay: this.payWay, ...(reference === '' || this.ownPart === 0 ? {} : { reference }) };
    runInAction(() => {
      this.fault = '';
    });
    const end = await this.act.run(body, (options) => this.client.settleInsured({ body }, options));
    if (end.kind === 'done') {
      this.show({ kind: 'closed' });
      return end.answer.data.runId;
    }
    if ('error' in end)
      runInAction(() => {
        this.fault = this.textOf(end.error);
      });
    return null;
  }

  /** Nothing is settled: what the insurer worked out is given up, so that the desk has the prescriptions back. */
  async cancel(): Promise<void> {
    const { ask } = this;
    if (ask.kind === 'closed' || this.busy) return;
    this.running?.abort();
    this.show({ kind: 'closed' });
    if (ask.kind === 'refused') return;
    const { patientId, month } = ask.sheet;
    // A failure has been told by then, and does not stand in the way of asking again.
    this.lettingGo = this.client.letGoInsured({ body: { patientId, month } }).catch(() => undefined);
    await this.lettingGo;
  }

  dispose(): void {
    this.running?.abort();
  }

  private textOf(error: unknown): string {
    if (error instanceof ApiError) return error.message;
    this.ctx.report(error, 'month-insured');
    return this.ctx.t('desk.unexpected');
  }

  private show(ask: InsuredAsk): void {
    runInAction(() => {
      this.ask = ask;
    });
  }
}
