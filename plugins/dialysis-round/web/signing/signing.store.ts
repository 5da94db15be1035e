import { ActGroup, type ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import { dialysisFileContract } from '../../../dialysis-file/contract/index.ts';
import { roundContract } from '../../contract/round.contract.ts';
import type { WaitingItem } from '../../contract/round.schema.ts';

export type SignOutcome = { readonly kind: 'signed' } | { readonly kind: 'refused'; readonly message: string };

/** What waits for a signature: read, ticked, signed one after another, and each tells for itself how it went. */
export class SigningStore {
  items: readonly WaitingItem[] | null = null;
  problem: unknown = null;
  ticked: ReadonlySet<string> = new Set();
  outcomes: ReadonlyMap<string, SignOutcome> = new Map();
  busy = false;
  private readonly round;
  private readonly files;
  private readonly acts;

  constructor(private readonly ctx: Pick<WebContext, 'http' | 'can'>) {
    this.round = createClient(roundContract, ctx.http);
    this.files = createClient(dialysisFileContract, ctx.http);
    // What fails is told beside the item, not above the page.
    this.acts = new ActGroup({}, 'dialysis-round-sign', { toasts: false });
    makeObservable<this, 'show' | 'heard' | 'setBusy'>(this, {
      ...{ items: observableRef, problem: observableRef, ticked: observableRef, outcomes: observableRef, busy: observable, waiting: computed },
      ...{ show: action, heard: action, setBusy: action, tick: action, tickAll: action, dispose: action },
    });
  }

  /** Those that are not signed yet. */
  get waiting(): readonly WaitingItem[] {
    return (this.items ?? []).filter(({ id }) => this.outcomes.get(id)?.kind !== 'signed');
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.round.waiting({}, { quiet: true });
      this.show(data.list, null);
    } catch (error) {
      this.show(null, error);
    }
  }
  private show(items: readonly WaitingItem[] | null, problem: unknown): void {
    this.items = items;
    this.problem = problem;
  }

  /** Which right signing takes. */
  maySign({ kind }: Pick<WaitingItem, 'kind'>): boolean {
    if (kind === 'prescription') return this.ctx.can('his.dialysisFile:btn_sign');
    if (!this.ctx.can('dialysis.round:btn_sign')) return false;
    if (kind === 'dry-weight') return this.ctx.can('his.dialysisFile:btn_weight');
    return kind === 'note' || this.ctx.can('dialysis.bedside:btn_order');
  }

  tick(id: string, on: boolean): void {
    this.ticked = new Set([...this.ticked].filter((one) => one !== id).concat(on ? [id] : []));
  }
  tickAll(on: boolean): void {
    for (const item of this.waiting) if (this.maySign(item)) this.tick(item.id, on);
  }

  /** Signs what is ticked. @returns how many were signed */
  async sign(): Promise<number> {
    if (this.busy) return 0;
    this.setBusy(true);
    let signed = 0;
    for (const item of this.waiting.filter(({ id }) => this.ticked.has(id))) {
      const outcome = await this.signOne(item);
      this.heard(item.id, outcome);
      if (outcome.kind === 'signed') signed += 1;
    }
    this.setBusy(false);
    return signed;
  }

  private async signOne(item: WaitingItem): Promise<SignOutcome> {
    try {
      await this.acts.run(item.id, ['sign', item.version], (options) => this.send(item, { ...options, quiet: true }));
      return { kind: 'signed' };
    } catch (error) {
      return { kind: 'refused', message: (error as ApiError).message };
    }
  }
  private send({ kind, id, patientId, version }: WaitingItem, options: object): Promise<unknown> {
    if (kind === 'prescription') return this.files.sign({ params: { id: patientId, partId: id }, body: { version } }, options);
    return kind === 'note'
      ? this.round.signNote({ params: { id }, body: { version } }, options)
      : this.round.signProposal({ params: { id }, body: { version } }, options);
  }

  /** Declines a proposal. */
  async decline(item: WaitingItem, reason: string): Promise<boolean> {
    const end = await this.acts.run(`decline ${item.id}`, ['decline', item.version, reason], (options) =>
      this.round.declineProposal({ params: { id: item.id }, body: { version: item.version, reason } }, options),
    );
    if (end.kind !== 'done') return false;
    await this.load();
    return true;
  }

  private heard(id: string, outcome: SignOutcome): void {
    this.outcomes = new Map([...this.outcomes, [id, outcome]]);
    this.tick(id, false);
  }
  private setBusy(busy: boolean): void {
    this.busy = busy;
  }

  dispose(): void {
    this.ticked = new Set();
  }
}
