import { type CallOptions, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { daysOf } from '@nephra/plugin-sdk/contract';
import { type DateRange, ListStore, type NumberRange, rangeQuery } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import {
  accountContract,
  type BillLineRow,
  type BillRecord,
  type BillRow,
  type BillState,
  type BillTotal,
  chargeContract,
  type PayWay,
} from '../../contract/index.ts';
import { rangeOfDay } from '../vocabulary.ts';
import { RefundStore } from './refund.store.ts';

export interface BillSearch {
  keyword: string;
  day: DateRange;
  state: BillState;
  payWay: string;
  /** Yuan. */
  amount: NumberRange;
  drugType: string;
  drugName: string;
}

export type BillView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly bill: BillRecord }
  | { readonly kind: 'failed'; readonly chargeId: string; readonly error: unknown };

/** Filled-in search values as the query of a call. */
const queryOf = ({ day, amount, ...rest }: Partial<BillSearch>) => ({ ...filled(rest), ...daysOf(day), ...rangeQuery(amount, 'totalFrom', 'totalTo') });
const filled = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')) as Values;

/** Bills, their lines and their sums; one bill in the drawer; one refund in the dialog. */
export class BillsStore {
  readonly bills: ListStore<BillRow, BillSearch>;
  readonly lines: ListStore<BillLineRow, BillSearch>;
  total: BillTotal | null = null;
  /** More bills were found than are added up. */
  tooMany = false;
  ways: readonly PayWay[] = [];
  view: BillView = { kind: 'closed' };
  refund: RefundStore | null = null;
  /** Sum over every line that the search finds; null where these are too many to be added up, undefined before they are loaded. */
  linesPrice: number | null | undefined = undefined;
  /** Bills, and lines, were looked for back to this moment, in milliseconds; null when among all. */
  billsBackTo: number | null = null;
  linesBackTo: number | null = null;
  private readonly client;
  private readonly account;
  private readonly ctx: WebContext;

  /** `now` decides which day the list starts with. */
  constructor(ctx: WebContext, now: number) {
    this.ctx = ctx;
    this.client = createClient(chargeContract, ctx.http);
    this.account = createClient(accountContract, ctx.http);
    const filter = { day: rangeOfDay(now) };
    this.bills = new ListStore<BillRow, BillSearch>({
      rowKey: 'chargeId',
      filter,
      load: async (request, signal) => {
        const { currentPage: _page, pageSize: _size, sort: _sort, sidx: _sidx, drugType: _type, drugName: _name, ...search } = request;
        const [page, total] = await Promise.all([
          this.client.bill({ query: queryOf(request) }, { signal, quiet: true }),
          this.client.billTotal({ query: queryOf(search) }, { signal, quiet: true }),
        ]);
        runInAction(() => {
          this.total = total.data;
          this.tooMany = total.data === null;
          this.billsBackTo = page.data.searchedBackTo;
        });
        return page;
      },
    });
    this.lines = new ListStore<BillLineRow, BillSearch>({
      rowKey: (row) => `${row.chargeId}/${row.detailId}`,
      filter,
      load: async (request, signal) => {
        const page = await this.client.billDetail({ query: queryOf(request) }, { signal, quiet: true });
        runInAction(() => {
          this.linesPrice = page.data.totalPrice;
          this.linesBackTo = page.data.searchedBackTo;
        });
        return page;
      },
    });
    makeObservable(this, {
      total: observableRef,
      ways: observableRef,
      view: observableRef,
      refund: observableRef,
      linesPrice: observableRef,
      billsBackTo: observableRef,
      linesBackTo: observableRef,
      tooMany: observableRef,
      close: action,
      askRefund: action,
      endRefund: action,
    });
  }

  async loadWays(): Promise<void> {
    if (this.ways.length > 0) return;
    try {
      const ways = (await this.client.chargeWay({ params: { id: 'all' } }, { quiet: true })).data.list;
      runInAction(() => {
        this.ways = ways;
      });
    } catch {
      // The bills stand without them; the tab that is opened next asks again.
    }
  }

  async open(chargeId: string): Promise<void> {
    const asked: BillView = { kind: 'loading' };
    this.show(asked);
    // Whoever has closed it meanwhile, or opened another, does not want the answer any more.
    const answer = (view: BillView) => this.view === asked && this.show(view);
    try {
      const [bill] = (await this.client.chargeDetail({ query: { chargeIdList: chargeId } }, { quiet: true })).data.list;
      if (bill) answer({ kind: 'open', bill });
    } catch (error) {
      answer({ kind: 'failed', chargeId, error });
    }
  }

  close(): void {
    this.view = { kind: 'closed' };
  }

  /** Opens the refund dialog on a bill. */
  askRefund(bill: BillRow): void {
    this.refund = new RefundStore(this.ctx, bill);
    void this.refund.load();
  }

  endRefund(): void {
    this.refund = null;
  }

  /** Workbooks of what the lists show, every page. */
  readonly exportBills = (options: CallOptions) => this.account.exportBills({ query: queryOf(this.bills.filter) }, options);
  readonly exportInvoices = (options: CallOptions) => this.account.exportInvoices({ query: queryOf(this.bills.filter) }, options);
  readonly exportLines = (options: CallOptions) => this.account.exportLines({ query: queryOf(this.lines.filter) }, options);

  /** After a refund: the lists and the drawer show it. */
  async refresh(): Promise<void> {
    if (this.view.kind === 'open') void this.open(this.view.bill.chargeId);
    await Promise.all([this.bills.reload(), this.lines.state.kind === 'idle' ? undefined : this.lines.reload()]);
  }

  dispose(): void {
    this.bills.dispose();
    this.lines.dispose();
  }

  private show(view: BillView): void {
    runInAction(() => {
      this.view = view;
    });
  }
}
