import { Act, ActGroup, ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type DryRun, monthContract, type MonthRun, type MonthRunItem, type SettleWay } from '../../../contract/index.ts';

/** How a run is to be made. */
export interface RunChoices {
  readonly settleWay: SettleWay;
  readonly takeIn: boolean;
  readonly payWay: string;
  readonly reference: string;
}

interface Place {
  readonly month: string;
  readonly orgId?: string;
}

export type RunView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'plan'; readonly patientIds: readonly string[] | null; readonly dryRun: DryRun | null }
  | { readonly kind: 'run'; readonly run: MonthRun; readonly items: readonly MonthRunItem[] };

const POLL_MS = 1_000;
const ITEMS = 500;
/** Patients that the insurer is asked about in one call. */
const ASKED_AT_ONCE = 5;

/** A run over the whole centre: dry run, start, progress, results. */
export class MonthRunStore {
  view: RunView = { kind: 'closed' };
  choices: RunChoices = { settleWay: 'selfpay', takeIn: true, payWay: '', reference: '' };
  busy = false;
  fault = '';
  onlyProblems = false;
  /** How many patients the insurer was asked about so far. */
  asking: { readonly done: number; readonly total: number } | null = null;
  /** Patients about whom he would not answer, and his words about the first. */
  askRefused: { readonly count: number; readonly reason: string } = { count: 0, reason: '' };
  /** Earlier runs of the month, newest first. */
  history: readonly MonthRun[] = [];
  private place: Place = { month: '' };
  private readonly ctx: WebContext;
  private readonly client;
  private readonly changed: () => void;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Somebody chose how to settle: the usual way no longer comes by itself. */
  private chosen = false;
  private readonly starting: Act;
  private readonly resuming: ActGroup;

  /** A run has worked since the lists were read. */
  private unseen = false;

  /** `changed` is called when a run has ended or is no longer watched, so that lists read again. */
  constructor(ctx: WebContext, changed: () => void) {
    this.ctx = ctx;
    // The fingerprint of the dry run goes with it.
    this.starting = new Act({ pluginId: ctx.pluginId }, 'month-run', { changed: 'send' });
    this.resuming = new ActGroup({ pluginId: ctx.pluginId }, 'month-run', { toasts: false });
    this.client = createClient(monthContract, ctx.http);
    this.changed = changed;
    makeObservable(this, {
      view: observableRef,
      choices: observableRef,
      busy: observable,
      fault: observable,
      onlyProblems: observable,
      history: observableRef,
      asking: observableRef,
      askRefused: observableRef,
      askable: computed,
      stopAsking: action,
      shownItems: computed,
      retryable: computed,
      choose: action,
      plan: action,
      close: action,
      showProblems: action,
    });
  }

  get shownItems(): readonly MonthRunItem[] {
    if (this.view.kind !== 'run') return [];
    return this.onlyProblems ? this.view.items.filter((item) => item.state !== 'done' && item.state !== 'waiting') : this.view.items;
  }

  /** Patients that a new run may try again. */
  get retryable(): readonly string[] {
    if (this.view.kind !== 'run' || isActive(this.view.run)) return [];
    return this.view.items.filter((item) => item.state === 'failed' || item.state === 'skipped').map((item) => item.patientId);
  }

  /** Patients of the dry run whose chronic filing stands in the way, or is not known for certain. */
  get askable(): readonly string[] {
    const patients = this.view.kind === 'plan' ? (this.view.dryRun?.patients ?? []) : [];
    return patients.filter((one) => one.blockers.some((blocker) => blocker.insurer?.key.startsWith('filing-'))).map((one) => one.patientId);
  }

  choose(change: Partial<RunChoices>): void {
    this.chosen ||= change.settleWay !== undefined;
    this.choices = { ...this.choices, ...change };
    // What was checked no longer is what would run; the payment way alone changes nobody's month.
    if (this.view.kind === 'plan' && (change.settleWay !== undefined || change.takeIn !== undefined)) this.view = { ...this.view, dryRun: null };
  }

  /** Opens the dialog for everybody, or for some patients only. */
  plan(place: Place, payWay: string, { patientIds = null, insurable }: { patientIds?: readonly string[] | null; insurable?: boolean } = {}): void {
    this.place = place;
    this.fault = '';
    this.askRefused = { count: 0, reason: '' };
    // Where an insurer settles, those who are insured go through him and the others pay themselves.
    if (insurable !== undefined && !this.chosen) this.choices = { ...this.choices, settleWay: insurable ? 'insured' : 'selfpay' };
    if (this.choices.payWay === '') this.choices = { ...this.choices, payWay };
    this.view = { kind: 'plan', patientIds, dryRun: null };
  }

  async check(): Promise<void> {
    await this.working(async () => {
      const earlier = await this.client.runs({ query: this.place }, { quiet: true });
      runInAction(() => {
        this.history = earlier.data.list;
      });
      const { data } = await this.client.hospMonth({ body: this.body(true) }, { quiet: true });
      runInAction(() => {
        if (this.view.kind === 'plan') this.view = { ...this.view, dryRun: data.dryRun };
      });
    });
  }

  /** Asks the insurer about those whose filing is not certain, a few at a time, and checks again. */
  async askInsurer(): Promise<void> {
    const ids = this.askable;
    const { orgId } = this.place;
    runInAction(() => {
      this.asking = { done: 0, total: ids.length };
      this.askRefused = { count: 0, reason: '' };
    });
    await this.working(async () => {
      for (let at = 0; at < ids.length && this.asking; at += ASKED_AT_ONCE) {
        const patientIds = ids.slice(at, at + ASKED_AT_ONCE);
        const { data } = await this.client.askInsurer({ body: { ...(orgId === undefined ? {} : { orgId }), patientIds: [...patientIds] } }, { quiet: true });
        runInAction(() => {
          if (this.asking) this.asking = { ...this.asking, done: at + patientIds.length };
          const { count, reason } = this.askRefused;
          this.askRefused = { count: count + data.refused.length, reason: reason || (data.refused[0]?.reason ?? '') };
        });
      }
    });
    runInAction(() => {
      this.asking = null;
    });
    if (this.fault === '' && this.view.kind === 'plan') await this.check();
  }

  stopAsking(): void {
    this.asking = null;
  }

  /** Starts what the dry run showed. Pressing again after a lost answer asks for the same act. */
  async start(): Promise<void> {
    if (this.view.kind !== 'plan' || !this.view.dryRun) return;
    const body = { ...this.body(false), fingerprint: this.view.dryRun.fingerprint };
    await this.working(async () => {
      const end = await this.starting.run(body, (options) => this.client.hospMonth({ body }, options));
      if ('error' in end) throw end.error;
      if (end.kind !== 'done') return;
      const { data, msg } = end.answer;
      this.unseen = true;
      this.ctx.toast.success(msg);
      if (data.run) await this.watch(data.run.runId);
    });
  }

  /** Shows a run and follows it to its end. */
  async watch(runId: string, background = false): Promise<void> {
    clearTimeout(this.timer);
    const [run, items] = await Promise.all([
      this.client.run({ params: { id: runId } }, { quiet: true, background }),
      this.client.runItems({ params: { id: runId }, query: { pageSize: ITEMS } }, { quiet: true, background }),
    ]);
    runInAction(() => {
      this.place = { month: run.data.month, orgId: run.data.orgId };
      this.view = { kind: 'run', run: run.data, items: items.data.list };
    });
    if (isActive(run.data)) {
      this.unseen = true;
      this.follow(runId);
    } else this.tell();
  }

  /** Shows a run that was begun elsewhere on the page: it may have ended before the first look, and lists read it again all the same. */
  async track(runId: string): Promise<void> {
    this.unseen = true;
    await this.working(() => this.watch(runId));
    if (this.view.kind !== 'closed' || this.fault === '') return;
    // No dialog is open that could say it.
    this.ctx.toast.error(this.fault);
    this.tell();
  }

  async cancel(): Promise<void> {
    const { view, ctx } = this;
    if (view.kind !== 'run' || !(await ctx.confirm({ content: ctx.t('month.run.cancelAsk'), danger: true }))) return;
    await this.working(async () => {
      await this.client.cancelRun({ params: { id: view.run.runId } }, { quiet: true });
      await this.watch(view.run.runId);
    });
  }

  async resume(): Promise<void> {
    const { view } = this;
    if (view.kind !== 'run') return;
    await this.working(async () => {
      const { runId } = view.run;
      await this.resuming.run(runId, runId, (options) => this.client.resumeRun({ params: { id: runId } }, options));
      await this.watch(view.run.runId);
    });
  }

  /** A new plan over those that were not settled. */
  retry(): void {
    this.plan(this.place, this.choices.payWay, { patientIds: this.retryable });
  }

  showProblems(only: boolean): void {
    this.onlyProblems = only;
  }

  /** The run goes on without anybody watching; what it did so far shows. */
  close(): void {
    clearTimeout(this.timer);
    this.tell();
    this.asking = null;
    this.view = { kind: 'closed' };
    this.fault = '';
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private body(dryRun: boolean) {
    const { settleWay, takeIn, payWay, reference } = this.choices;
    const patientIds = this.view.kind === 'plan' ? this.view.patientIds : null;
    return {
      ...this.place,
      dryRun,
      settleWay,
      takeIn,
      payWay,
      ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      ...(patientIds === null ? {} : { patientIds: [...patientIds] }),
    };
  }

  private follow(runId: string): void {
    this.timer = setTimeout(() => {
      // The server may be away for a moment; the run is not.
      this.watch(runId, true).catch(() => this.follow(runId));
    }, POLL_MS);
  }

  /** Lists read again what a run has done, once. */
  private tell(): void {
    if (!this.unseen) return;
    this.unseen = false;
    this.changed();
  }

  private async working(work: () => Promise<void>): Promise<void> {
    runInAction(() => {
      this.busy = true;
      this.fault = '';
    });
    try {
      await work();
    } catch (error) {
      const known = error instanceof ApiError;
      if (!known) this.ctx.report(error, 'month-run');
      runInAction(() => {
        this.fault = known ? error.message : this.ctx.t('desk.unexpected');
        if (known && error.error === 'charging.month-changed' && this.view.kind === 'plan') this.view = { ...this.view, dryRun: null };
      });
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }
}

export const isActive = (run: MonthRun): boolean => run.state === 'running' || run.state === 'cancelling';
