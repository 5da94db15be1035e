import { isAppError, type Quantity, quantityFromWire, quantityToWire } from '@nephra/plugin-sdk/contract';
import { ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type DispensingInfo, type DispensingLot, dispensingContract, type QueueRow, type Stage, type UpdateStateBody } from '../../contract/index.ts';
import type { DispensingAction } from '../../domain/dispensing-state.ts';
import { planReturn } from '../../domain/return-plan.ts';
import { newActKey } from '../act-key.ts';

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
  counts: { readonly review: number; readonly pick: number; readonly dispense: number } = { review: 0, pick: 0, dispense: 0 };
  hand: HandState = { kind: 'empty' };
  /** The act that is under way. */
  acting: DispensingAction | null = null;
  fault: ActFault | null = null;
  /** Pieces to take back per share, while the return panel is open. */
  returning: ReadonlyMap<string, Quantity | null> | null = null;
  private readonly client;
  private readonly ctx: WebContext;
  private act: { readonly body: string; readonly key: string } | null = null;
  private running: AbortController | null = null;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(dispensingContract, ctx.http);
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
      openId: computed,
      returnable: computed,
      returnProblem: computed,
      clear: action,
      startReturn: action,
      endReturn: action,
      setReturn: action,
      returnAll: action,
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

  async reload(): Promise<void> {
    void this.queue.reload();
    if (this.openId !== null) await this.open(this.openId);
  }

  /**
   * Does the next thing with the prescription in hand. Pressing again after a lost answer asks for the same act, so nothing is
   * handed out twice.
   */
  async perform(next: DispensingAction, more: Pick<UpdateStateBody, 'reason' | 'returns'> = {}): Promise<boolean> {
    if (this.hand.kind !== 'open' || this.acting !== null) return false;
    const { dpId, version } = this.hand.info;
    const body: UpdateStateBody = { dpId, version, action: next, ...more };
    const named = JSON.stringify(body);
    if (this.act?.body !== named) this.act = { body: named, key: newActKey() };
    runInAction(() => {
      this.acting = next;
      this.fault = null;
    });
    try {
      const { data, msg } = await this.client.updateState({ body }, { quiet: true, idempotencyKey: this.act.key });
      this.act = null;
      runInAction(() => {
        this.returning = null;
      });
      this.show({ kind: 'open', info: data });
      this.ctx.toast.success(msg);
      void this.queue.reload();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      runInAction(() => {
        this.acting = null;
      });
    }
  }

  /** Shares of which something is still with the patient. */
  get returnable(): readonly DispensingLot[] {
    return this.hand.kind === 'open' ? this.hand.info.drugDetailList.filter((share) => share.taken > share.returned) : [];
  }

  startReturn(): void {
    this.returning = new Map(this.returnable.map((share) => [share.allocationId, null]));
  }

  endReturn(): void {
    this.returning = null;
  }

  setReturn(allocationId: string, quantity: Quantity | null): void {
    this.returning = new Map(this.returning ?? []).set(allocationId, quantity);
  }

  returnAll(): void {
    this.returning = new Map(this.returnable.map((share) => [share.allocationId, quantityFromWire(share.taken - share.returned)]));
  }

  /** Why the typed return cannot be done: a key below `errors.`; null = it can. */
  get returnProblem(): string | null {
    const shares = this.returnable.map((share) => ({
      ...share,
      taken: quantityFromWire(share.taken),
      returned: quantityFromWire(share.returned),
    }));
    const requests = shares.map((share) => ({
      allocationId: share.allocationId,
      quantity: this.returning?.get(share.allocationId) ?? (0 as Quantity),
      returned: share.returned,
    }));
    try {
      planReturn(shares, requests);
      return null;
    } catch (error) {
      if (isAppError(error)) return error.key;
      throw error;
    }
  }

  async takeBack(reason: string): Promise<void> {
    const returns = this.returnable.flatMap((share) => {
      const quantity = this.returning?.get(share.allocationId) ?? 0;
      return quantity > 0 ? [{ allocationId: share.allocationId, quantity: quantityToWire(quantity as Quantity), returned: share.returned }] : [];
    });
    await this.perform('return', { returns, reason: reason.trim() || undefined });
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

  private show(hand: HandState): void {
    runInAction(() => {
      this.hand = hand;
    });
  }

  private fail(error: unknown): void {
    const unknown = error instanceof ApiError && (error.error === 'network' || error.error === 'timeout');
    if (!unknown) this.act = null;
    if (!(error instanceof ApiError)) this.ctx.report(error, 'dispensing');
    const text = error instanceof ApiError ? error.message : this.ctx.t('counter.unexpected');
    runInAction(() => {
      this.fault = unknown ? { kind: 'unknown' } : { kind: 'refused', text, stale: error instanceof ApiError && error.code === CONFLICT };
    });
  }
}
