import { dayOf, type FigurePeriod, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import type { FileCall } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type FigurePanelView, figuresContract } from '../contract/index.ts';
import { type PeriodChoice, type PeriodFlaw, periodFlaw, periodOfChoice, readChoice } from '../domain/period.ts';
import { type FigureOpened, RowsStore } from './rows.store.ts';

type Answer = ReplyOf<(typeof figuresContract.routes)['panels']>;

const CHOICE = 'period';

/** The page of figures: which days, what panels say of them, and the figure that is opened. */
export class FiguresStore {
  choice: PeriodChoice;
  /** Days in the two fields; what was typed stays there also when it cannot be asked about. */
  days: FigurePeriod;
  flaw: PeriodFlaw | null = null;
  answer: Answer | null = null;
  loading = false;
  error: unknown = null;
  /** Panels that are being read again by themselves. */
  retrying: readonly string[] = [];
  opened: RowsStore | null = null;
  private running: AbortController | null = null;
  private readonly client: Client<(typeof figuresContract)['routes']>;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(figuresContract, ctx.http);
    this.choice = readChoice(ctx.drafts.load(CHOICE), this.today);
    this.days = periodOfChoice(this.choice, this.today);
    makeObservable(this, {
      choice: observableRef,
      days: observableRef,
      flaw: observableRef,
      answer: observableRef,
      loading: observable,
      error: observableRef,
      retrying: observableRef,
      opened: observableRef,
      panels: computed,
      choose: action,
      open: action,
      close: action,
    });
  }

  /** Business day by the server's clock. */
  private get today(): string {
    return dayOf(this.ctx.now());
  }

  get panels(): readonly FigurePanelView[] {
    return this.answer?.list ?? [];
  }

  /** Days that what is shown, or on its way, is about. */
  get period(): FigurePeriod {
    return periodOfChoice(this.choice, this.today);
  }

  /** Takes a choice, keeps it for this person, and reads anew. Days that cannot be asked about only say why. */
  async choose(choice: PeriodChoice): Promise<void> {
    this.days = periodOfChoice(choice, this.today);
    this.flaw = periodFlaw(this.days, this.today) ?? null;
    if (this.flaw) return;
    this.choice = choice;
    this.ctx.drafts.save(CHOICE, choice);
    await this.load();
  }

  /** One of the two days was changed; the other one follows where it would lie on the wrong side. */
  async chooseDay(field: 'startDate' | 'endDate', day: string): Promise<void> {
    const { startDate, endDate }: FigurePeriod = { ...this.days, ...(field === 'startDate' ? { startDate: day } : { endDate: day }) };
    const turned = endDate < startDate;
    await this.choose({ kind: 'own', startDate: turned ? day : startDate, endDate: turned ? day : endDate });
  }

  /** Reads every panel in one call. What is shown stays until the answer comes; never rejects. */
  async load(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.loading = true;
      this.days = this.period;
      this.flaw = null;
    });
    try {
      const { data } = await this.client.panels({ query: { ...this.period } }, { quiet: true, signal: running.signal });
      this.settle(running, () => {
        this.answer = data;
        this.error = null;
      });
    } catch (error) {
      this.settle(running, () => {
        // Older figures under other days would be taken for theirs.
        this.answer = null;
        this.error = error;
      });
    }
  }

  private settle(running: AbortController, change: () => void): void {
    if (running.signal.aborted) return;
    runInAction(() => {
      this.loading = false;
      change();
    });
  }

  /** Reads one panel again, over the days that are shown. */
  async retry(id: string): Promise<void> {
    const { answer } = this;
    if (!answer || this.retrying.includes(id)) return;
    const { startDate, endDate } = answer;
    runInAction(() => {
      this.retrying = [...this.retrying, id];
    });
    try {
      const { data } = await this.client.panels({ query: { startDate, endDate, panel: id } });
      runInAction(() => {
        if (this.answer !== answer) return;
        this.answer = { ...answer, list: answer.list.map((panel) => data.list.find((one) => one.id === panel.id) ?? panel) };
      });
    } catch {
      // The call itself told why; the panel still offers to be read again.
    } finally {
      runInAction(() => {
        this.retrying = this.retrying.filter((one) => one !== id);
      });
    }
  }

  /** Shows what a figure is made of, over the days that are shown. */
  open(figure: Omit<FigureOpened, 'period'>): void {
    if (!this.answer) return;
    const { startDate, endDate } = this.answer;
    this.opened?.dispose();
    this.opened = new RowsStore(this.client, { ...figure, period: { startDate, endDate } });
  }

  close(): void {
    this.opened?.dispose();
    this.opened = null;
  }

  /** The page as a workbook. */
  readonly export: FileCall = (options) => this.client.export({ query: { ...this.period } }, options);

  dispose(): void {
    this.running?.abort();
    this.loading = false;
    this.close();
  }
}
