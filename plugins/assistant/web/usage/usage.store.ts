import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { MAX_USAGE_DAYS } from '../../contract/limits.ts';
import { type Usage, usageContract } from '../../contract/usage.contract.ts';
import { type PeriodFlaw, periodFlaw } from '../../domain/usage/usage-days.ts';

export const PERIODS = [7, 30, 90] as const;
const SEARCH_AFTER_MS = 300;

/** What the assistant cost over some days. */
export class UsageStore {
  startDate: string;
  endDate: string;
  keyword = '';
  usage: Usage | null = null;
  loading = false;
  error: unknown = null;
  flaw: PeriodFlaw | null = null;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly client: Client<(typeof usageContract)['routes']>;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(usageContract, ctx.http);
    this.endDate = dayOf(ctx.now());
    this.startDate = this.daysBefore(PERIODS[1]);
    makeObservable(this, {
      startDate: observable,
      endDate: observable,
      keyword: observable,
      usage: observableRef,
      loading: observable,
      error: observableRef,
      flaw: observable,
      choose: action,
      chooseDays: action,
      search: action,
    });
  }

  private daysBefore(days: number): string {
    return dayOf(parseDay(dayOf(this.ctx.now())) - (days - 1) * DAY_MS);
  }

  /** The period that is chosen by its number of days; undefined: days of one's own. */
  get chosen(): (typeof PERIODS)[number] | undefined {
    return this.endDate === dayOf(this.ctx.now()) ? PERIODS.find((days) => this.daysBefore(days) === this.startDate) : undefined;
  }

  choose(days: number): void {
    this.chooseDays(this.daysBefore(days), dayOf(this.ctx.now()));
  }

  chooseDays(startDate: string, endDate: string): void {
    this.startDate = startDate;
    this.endDate = endDate;
    void this.load();
  }

  search(keyword: string): void {
    this.keyword = keyword;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), SEARCH_AFTER_MS);
  }

  async load(): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    const flaw = periodFlaw(this.startDate, this.endDate, MAX_USAGE_DAYS) ?? null;
    runInAction(() => {
      this.flaw = flaw;
      this.loading = flaw === null;
      this.error = null;
    });
    if (flaw !== null) return;
    try {
      const { data } = await this.client.usage({ query: { startDate: this.startDate, endDate: this.endDate, keyword: this.keyword.trim() } }, { quiet: true });
      if (mine !== this.asked) return;
      runInAction(() => {
        this.usage = data;
        this.loading = false;
      });
    } catch (error) {
      if (mine !== this.asked) return;
      runInAction(() => {
        this.error = error;
        this.usage = null;
        this.loading = false;
      });
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}
