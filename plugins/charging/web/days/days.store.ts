import { DAY_MS, daysOf, endOfDay, startOfDay } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type DateRange, ListStore } from '@nephra/plugin-sdk/widgets';
import { accountContract, type ChargeDay } from '../../contract/index.ts';

const FIRST_DAYS = 30;
/** A quarter stands on one page; its chart shows the days of the page. */
const PAGE_SIZE = 100;

/** What each day brought in. */
export class DaysStore {
  readonly days: ListStore<ChargeDay, { day: DateRange; payWay: string }>;

  /** Starts with the last thirty days before `now`. */
  constructor(ctx: WebContext, now: number) {
    const client = createClient(accountContract, ctx.http);
    this.days = new ListStore<ChargeDay, { day: DateRange; payWay: string }>({
      rowKey: 'day',
      filter: { day: [startOfDay(now - (FIRST_DAYS - 1) * DAY_MS), endOfDay(now)] },
      pageSize: PAGE_SIZE,
      load: ({ day, payWay, currentPage, pageSize }, signal) =>
        client.days({ query: { ...daysOf(day), currentPage, pageSize, ...(payWay ? { payWay } : {}) } }, { signal, quiet: true }),
    });
  }

  dispose(): void {
    this.days.dispose();
  }
}
