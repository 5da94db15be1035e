import { Act, ApiError, createClient, isUnknownOutcome, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction, when } from 'mobx';
import { type DispensingFinding, type DispensingInfo, dispensingContract, type QueueRow, type Stage, type UpdateStateBody } from '../../contract/index.ts';
import type { DispensingAction } from '../../domain/dispensing/dispensing-state.ts';
import { type ReviewCheck, REVIEW_CHECKS } from '../../domain/dispensing/review-checks.ts';
import { HandOverStore } from './hand-over/hand-over.store.ts';
import { ReturnStore } from './hand-over/return.store.ts';

/** How the last act ended when it did not succeed. `unknown`: no answer came, so nobody here knows. */
export type ActFault = { readonly kind: 'refused'; readonly text: string; readonly stale: boolean } | { readonly kind: 'unknown' };

export type HandState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading'; readonly dpId: string }
  | { readonly kind: 'failed'; readonly dpId: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly info: DispensingInfo };

export interface QueueSearch {
  keyword: string;
  stage: Stage;
  unpaid: boolean;
}

const CONFLICT = 409;

/** The dispensing counter: the queue by stage, the prescription in hand, and what is done with it. */
export class DispensingStore {
  readonly queue: ListStore<QueueRow, QueueSearch>;
  counts: { readonly review: number; readonly pick: number; readonly dispense: number; readonly rest: number } = { review: 0, pick: 0, dispense: 0, rest: 0 };
  hand: HandState = { kind: 'empty' };
  /** The act that is under way. */
  acting: DispensingAction | null = null;
  fault: ActFault | null = null;
  /** What a review has looked at so far. */
  checks: ReadonlySet<ReviewCheck> = new Set();
  /** Why it goes on all the same, by finding. */
  readonly reasons = observable.map<string, string>({}, { deep: false });
  /** What leaves with the next dispense: parts and codes. */
  readonly out: HandOverStore;
  /** What comes back, while the return panel is open. */
  returning: ReturnStore | null = null;
  private readonly client;
  private readonly ctx: WebContext;
  private readonly act: Act;
  private running: AbortController | null = null;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    // The version that was seen goes with it.
    this.act = new Act(ctx, 'dispensing', { changed: 'send' });
    this.client = createClient(dispensingContract, ctx.http);
    this.out = new HandOverStore();
    this.queue = new ListStore<QueueRow, QueueSearch>({
      rowKey: 'dpId',
      pageSize: 50,
      filter: { stage: 'open' },
      load: async ({ sort: _sort, sidx: _sidx, ...query }, signal) => {
        const answer = await this.client.patientList({ query }, { signal, quiet: true });
        runInAction(() => {
          this.counts = answer.data.counts;
        });
        return answer;
      },
    });
    makeObservable(this, {
      counts: observableRef,
      hand: observableRef,
      acting: observable,
      fault: observableRef,
      returning: observableRef,
      checks: observableRef,
      openId: computed,
      unsaved: computed,
      reviewed: computed,
      blocked: computed,
      unanswered: computed,
      reasonMissing: computed,
      toggleCheck: action,
      setReason: action,
      clear: action,
      startReturn: action,
      endReturn: action,
    });
  }

  get openId(): string | null {
    if (this.hand.kind === 'empty') return null;
    return this.hand.kind === 'open' ? this.hand.info.dpId : this.hand.dpId;
  }

  async open(dpId: string): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.fault = null;
      this.returning = null;
      this.queue.setActive(dpId);
      if (this.openId !== dpId) this.hand = { kind: 'loading', dpId };
    });
    try {
      const { data } = await this.client.detail({ params: { id: dpId } }, { signal: running.signal, quiet: true });
      if (!running.signal.aborted) this.show({ kind: 'open', info: data });
    } catch (error) {
      if (!running.signal.aborted) this.show({ kind: 'failed', dpId, error });
    }
  }

  /** An act is under way, or a return or scanned codes would be lost. */
  get unsaved(): boolean {
    return this.acting !== null || this.returning !== null || this.out.codes.size > 0;
  }

  /** Opens what a link of another page asks for, whatever its stage; asks first where a return or scanned codes of the one in hand would be lost. */
  async openAsked(dpId: string): Promise<void> {
    await when(() => this.acting === null);
    if (this.unsaved && (this.openId === dpId || !(await this.ctx.confirm({ content: this.ctx.t('counter.leaveAsk') })))) return;
    await this.open(dpId);
  }

  async reload(): Promise<void> {
    void this.queue.reload();
    if (this.openId !== null) await this.open(this.openId);
  }

  /**
   * Does the next thing with the prescription in hand. Pressing again after a lost answer asks for the same act, so nothing is
   * handed out twice.
   */
  async perform(next: DispensingAction, more: Omit<UpdateStateBody, 'dpId' | 'version' | 'action'> = {}): Promise<boolean> {
    if (this.hand.kind !== 'open' || this.acting !== null) return false;
    const { dpId, version } = this.hand.info;
    const body: UpdateStateBody = { dpId, version, action: next, ...more };
    runInAction(() => {
      this.acting = next;
      this.fault = null;
    });
    const end = await this.act.run(
      body,
      (options) => this.client.updateState({ body }, options),
      ({ data, msg }) => {
        runInAction(() => {
          this.returning = null;
        });
        this.show({ kind: 'open', info: data });
        this.ctx.toast.success(msg);
        void this.queue.reload();
      },
    );
    if ('error' in end) this.fail(end.error);
    runInAction(() => {
      this.acting = null;
    });
    return end.kind === 'done';
  }

  /** Every check of the review was made. */
  get reviewed(): boolean {
    return REVIEW_CHECKS.every((check) => this.checks.has(check));
  }

  /** A finding that no reason helps against. */
  get blocked(): boolean {
    return this.hand.kind === 'open' && this.hand.info.findingList.some(({ level }) => level === 'block');
  }

  /** Findings for which nobody has given a reason yet. */
  get unanswered(): readonly DispensingFinding[] {
    return this.hand.kind === 'open' ? this.hand.info.findingList.filter(({ level, override }) => level === 'reason' && override === null) : [];
  }

  get reasonMissing(): boolean {
    return this.unanswered.some(({ key }) => (this.reasons.get(key) ?? '').trim() === '');
  }

  toggleCheck(check: ReviewCheck): void {
    const next = new Set(this.checks);
    if (!next.delete(check)) next.add(check);
    this.checks = next;
  }

  setReason(key: string, reason: string): void {
    this.reasons.set(key, reason);
  }

  /** The next step with everything that belongs to it. */
  async forward(next: DispensingAction): Promise<boolean> {
    const given = this.unanswered.map(({ key }) => ({ key, reason: (this.reasons.get(key) ?? '').trim() }));
    const answers = given.length > 0 ? { overrides: given } : {};
    if (next === 'review') return await this.perform(next, { checks: [...this.checks], ...answers });
    if (next === 'dispense') return await this.perform(next, { ...this.out.body, ...answers });
    return await this.perform(next);
  }

  startReturn(): void {
    if (this.hand.kind === 'open') this.returning = new ReturnStore(this.hand.info.drugDetailList);
  }

  endReturn(): void {
    this.returning = null;
  }

  async takeBack(reason: string): Promise<void> {
    if (this.returning) await this.perform('return', { ...this.returning.body, reason: reason.trim() || undefined });
  }

  clear(): void {
    this.running?.abort();
    this.hand = { kind: 'empty' };
    this.fault = null;
    this.returning = null;
    this.queue.setActive(null);
  }

  dispose(): void {
    this.running?.abort();
    this.queue.dispose();
  }

  /** Reads the prescription in hand once more and leaves everything else in place, the complaint above all. */
  private async lookAgain(): Promise<void> {
    const { hand } = this;
    if (hand.kind !== 'open') return;
    const answer = await this.client.detail({ params: { id: hand.info.dpId } }, { quiet: true, signal: this.running?.signal }).catch(() => undefined);
    if (answer && this.hand === hand) this.show({ kind: 'open', info: answer.data });
  }

  private show(hand: HandState): void {
    runInAction(() => {
      const before = this.hand.kind === 'open' ? this.hand.info : null;
      this.hand = hand;
      if (hand.kind !== 'open') return;
      // Ticks and codes belong to what the pharmacist had in view; after an act or a reload they start anew.
      if (before?.dpId === hand.info.dpId && before.version === hand.info.version) return;
      this.checks = new Set();
      this.reasons.clear();
      this.out.show(hand.info);
    });
  }

  private fail(error: unknown): void {
    const unknown = isUnknownOutcome(error);
    const text = error instanceof ApiError ? error.message : this.ctx.t('counter.unexpected');
    // The safety checks know something that the page does not show yet.
    if (error instanceof ApiError && error.error.startsWith('prescription.')) void this.lookAgain();
    runInAction(() => {
      this.fault = unknown ? { kind: 'unknown' } : { kind: 'refused', text, stale: error instanceof ApiError && error.code === CONFLICT };
    });
  }
}
