import { Act, ActGroup, ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import {
  chargeContract,
  type MonthBook,
  monthContract,
  type MonthParent,
  type MonthPatientRow,
  type MonthSheet,
  type MonthState,
  type MonthTotals,
  type PayWay,
  type RecordResult,
} from '../../contract/index.ts';
import { monthPlus } from '../../domain/month/month.ts';
import { PaymentStore } from '../desk/payment.store.ts';
import { money } from '../vocabulary.ts';
import { monthAt } from './month-words.ts';
import { MAX_REASON } from '../../contract/limits.ts';

export interface MonthSearch {
  readonly keyword: string;
  readonly state: MonthState;
  readonly reimWay: string;
}

export type SheetState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading'; readonly patientId: string }
  | { readonly kind: 'failed'; readonly patientId: string; readonly error: unknown }
  | { readonly kind: 'open'; readonly patientId: string; readonly sheet: MonthSheet };

export interface ReasonForm {
  reason: string;
}

/** The monthly account: patients left, one month right, and what is done with it. */
export class MonthStore {
  month: string;
  orgId: string | null = null;
  books: readonly MonthBook[] = [];
  /** Why the facilities of the month could not be read; null: they were. */
  fault: unknown = null;
  totals: MonthTotals | null = null;
  readonly patients: ListStore<MonthPatientRow, MonthSearch>;
  sheet: SheetState = { kind: 'empty' };
  /** What the last "put on account" did, until another patient is opened. */
  recorded: RecordResult | null = null;
  settling: { readonly sheet: MonthSheet; readonly payment: PaymentStore } | null = null;
  settleFault = '';
  busy = false;
  closing: { readonly book: MonthBook; readonly form: FormStore<ReasonForm> } | null = null;
  reopening: { readonly book: MonthBook; readonly form: FormStore<ReasonForm> } | null = null;
  ways: readonly PayWay[] = [];
  private readonly ctx: WebContext;
  private readonly client;
  private readonly acts = new ActGroup({}, 'month');
  private readonly settlingAct: Act;
  private running: AbortController | null = null;

  /** `now` decides which month the page starts with. */
  constructor(ctx: WebContext, now: number) {
    this.ctx = ctx;
    // The fingerprint of the sheet goes with it.
    this.settlingAct = new Act({ pluginId: ctx.pluginId }, 'month', { changed: 'send' });
    this.month = monthAt(now);
    this.client = createClient(monthContract, ctx.http);
    this.patients = new ListStore<MonthPatientRow, MonthSearch>({
      rowKey: 'patientId',
      load: async (request, signal) => {
        const answer = await this.client.patientList({ query: { ...request, ...this.place } }, { signal, quiet: true });
        runInAction(() => {
          this.totals = answer.data.totals;
        });
        return answer;
      },
    });
    makeObservable(this, {
      month: observable,
      orgId: observable,
      books: observableRef,
      fault: observableRef,
      totals: observableRef,
      sheet: observableRef,
      recorded: observableRef,
      settling: observableRef,
      settleFault: observable,
      busy: observable,
      closing: observableRef,
      reopening: observableRef,
      ways: observableRef,
      book: computed,
      openId: computed,
      clear: action,
      endSettle: action,
      askClose: action,
      endClose: action,
      askReopen: action,
      endReopen: action,
    });
  }

  /** Month and facility, as calls name them. */
  get place(): { month: string; orgId?: string } {
    return { month: this.month, ...(this.orgId === null ? {} : { orgId: this.orgId }) };
  }

  get book(): MonthBook | null {
    return this.books.find((one) => one.orgId === this.orgId) ?? null;
  }

  get openId(): string | null {
    return this.sheet.kind === 'empty' ? null : this.sheet.patientId;
  }

  async start(): Promise<void> {
    // Without the ways of paying the month is shown all the same; who pays it has them read again.
    await Promise.all([this.loadBooks(), this.loadWays().catch(() => undefined)]);
    if (this.fault === null) await this.patients.start();
  }

  /** Another month (`by` further) or facility: everything is asked for anew. */
  async go(by: number): Promise<void> {
    runInAction(() => {
      this.month = monthPlus(this.month, by);
    });
    // A state that somebody looked for in one month says nothing about another.
    this.patients.setDraft({ state: undefined });
    await Promise.all([this.loadBooks(), this.patients.search(), this.openId === null ? undefined : this.open(this.openId)]);
  }

  async choose(orgId: string): Promise<void> {
    runInAction(() => {
      this.orgId = orgId;
      this.clear();
    });
    await this.reread();
  }

  /** Reads what is visible again. */
  async reread(): Promise<void> {
    await Promise.all([this.loadBooks(), this.patients.reload(), this.openId === null ? undefined : this.open(this.openId)]);
  }

  async filterBy(state: MonthState | undefined): Promise<void> {
    this.patients.setDraft({ state });
    await this.patients.search();
  }

  async open(patientId: string): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.patients.setActive(patientId);
      if (this.openId !== patientId) {
        this.recorded = null;
        this.sheet = { kind: 'loading', patientId };
      }
    });
    try {
      const { data } = await this.client.sheet({ params: { id: patientId }, query: { month: this.month } }, { signal: running.signal, quiet: true });
      if (!running.signal.aborted) this.show({ kind: 'open', patientId, sheet: data });
    } catch (error) {
      if (!running.signal.aborted) this.show({ kind: 'failed', patientId, error });
    }
  }

  clear(): void {
    this.running?.abort();
    this.sheet = { kind: 'empty' };
    this.recorded = null;
    this.patients.setActive(null);
  }

  /** Puts the patient's prescriptions at the desk on the account. */
  async record(): Promise<void> {
    if (this.sheet.kind !== 'open') return;
    const { patientId } = this.sheet;
    const input = { params: { id: patientId }, body: { month: this.month } };
    const end = await this.acts.run(patientId, ['record', input], (options) => this.client.record(input, options));
    if (end.kind !== 'done') return;
    runInAction(() => {
      this.recorded = end.answer.data;
    });
    await this.reread();
  }

  async takeOff({ dpId, version }: MonthParent): Promise<void> {
    if (this.sheet.kind !== 'open') return;
    const input = { params: { id: this.sheet.patientId }, body: { month: this.month, prescriptions: [{ dpId, version }] } };
    const end = await this.acts.run(dpId, ['takeOff', input], (options) => this.client.takeOff(input, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.reread();
  }

  /** Opens the payment of the month in hand. */
  async askSettle(): Promise<void> {
    if (this.sheet.kind !== 'open') return;
    const { sheet } = this.sheet;
    // What was worked out with the insurer and left there would keep the month from being paid otherwise.
    if (this.goesToInsurer(sheet)) await this.client.letGoInsured({ body: { patientId: sheet.patientId, month: sheet.month } }, { quiet: true });
    await this.loadWays();
    runInAction(() => {
      this.settleFault = '';
      this.settling = { sheet, payment: new PaymentStore(money(sheet.accountPrice), this.ways) };
    });
  }

  /** Whether an insurer settles this patient's months. */
  goesToInsurer(sheet: MonthSheet): boolean {
    return sheet.reimWay !== '0' && this.books.some((one) => one.orgId === sheet.orgId && one.insurable);
  }

  endSettle(): void {
    this.settling = null;
  }

  settle = async (): Promise<void> => {
    const { settling } = this;
    if (!settling || this.busy || settling.payment.problem !== null) return;
    const { patientId, month, fingerprint, accountPrice } = settling.sheet;
    await this.act(async () => {
      const body = { patientId, month, fingerprint, totalPrice: accountPrice, payments: settling.payment.toWire() };
      const end = await this.settlingAct.run(body, (options) => this.client.settleSelfPay({ body }, options));
      if ('error' in end) throw end.error;
      if (end.kind !== 'done') return;
      this.ctx.toast.success(end.answer.msg);
      this.endSettle();
    });
    await this.reread();
  };

  askClose(book: MonthBook): void {
    const { t } = this.ctx;
    this.closing = {
      book,
      form: new FormStore<ReasonForm>({
        fields: () =>
          book.openCount === 0
            ? []
            : [
                {
                  kind: 'textarea',
                  name: 'reason',
                  label: t('month.close.reason'),
                  required: true,
                  maxLength: MAX_REASON,
                  placeholder: t('month.close.reasonHelp'),
                },
              ],
        initial: { reason: '' },
      }),
    };
  }

  endClose(): void {
    this.closing?.form.dispose();
    this.closing = null;
  }

  close = async ({ reason }: ReasonForm, act: SaveAct): Promise<MonthBook> => {
    const { month, orgId } = this.closing?.book ?? { month: this.month, orgId: '' };
    const body = { month, orgId, ...(reason.trim() === '' ? {} : { leaveReason: reason }) };
    const { data, msg } = await this.client.close({ body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  askReopen(book: MonthBook): void {
    const { t } = this.ctx;
    const form = new FormStore<ReasonForm>({
      fields: () => [{ kind: 'textarea', name: 'reason', label: t('month.close.reopenReason'), required: true, maxLength: MAX_REASON }],
      initial: { reason: '' },
    });
    this.reopening = { book, form };
  }

  endReopen(): void {
    this.reopening?.form.dispose();
    this.reopening = null;
  }

  reopen = async ({ reason }: ReasonForm, act: SaveAct): Promise<MonthBook> => {
    const { month, orgId } = this.reopening?.book ?? { month: this.month, orgId: '' };
    const { data, msg } = await this.client.reopen({ body: { month, orgId, reason } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  dispose(): void {
    this.running?.abort();
    this.patients.dispose();
    this.endClose();
    this.endReopen();
  }

  private async loadBooks(): Promise<void> {
    const asked = await this.client.books({ query: { month: this.month } }, { quiet: true }).catch((error: unknown) => {
      runInAction(() => {
        this.fault = error;
      });
    });
    if (!asked) return;
    const { list } = asked.data;
    runInAction(() => {
      this.fault = null;
      this.books = list;
      const own = list.find((one) => one.orgId === this.ctx.user.organizeId) ?? list[0];
      if (!list.some((one) => one.orgId === this.orgId)) this.orgId = own?.orgId ?? null;
    });
  }

  private async loadWays(): Promise<void> {
    if (this.ways.length > 0) return;
    const { list } = (await createClient(chargeContract, this.ctx.http).chargeWay({ params: { id: '0' } }, { quiet: true })).data;
    runInAction(() => {
      this.ways = list;
    });
  }

  private async act(work: () => Promise<void>): Promise<void> {
    runInAction(() => {
      this.busy = true;
      this.settleFault = '';
    });
    try {
      await work();
    } catch (error) {
      const text = error instanceof ApiError ? error.message : this.ctx.t('desk.unexpected');
      if (!(error instanceof ApiError)) this.ctx.report(error, 'month');
      runInAction(() => {
        this.settleFault = text;
      });
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  private show(sheet: SheetState): void {
    runInAction(() => {
      this.sheet = sheet;
    });
  }
}
