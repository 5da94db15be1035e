import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type DateRange, FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type BillLineRow, type BillRecord, type BillRow, type BillState, type BillTotal, chargeContract, type PayWay } from '../../contract/index.ts';
import { daysOf, rangeOfDay } from '../vocabulary.ts';

export interface BillSearch {
  keyword: string;
  day: DateRange;
  state: BillState;
  payWay: string;
}

export type BillView =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'open'; readonly bill: BillRecord }
  | { readonly kind: 'failed'; readonly chargeId: string; readonly error: unknown };

export interface CancelForm {
  reason: string;
}

const queryOf = ({ day, ...rest }: Partial<BillSearch>) => ({ ...rest, ...daysOf(day) });

/** Bills, their lines and their sums; one bill in the drawer; one refund in the dialog. */
export class BillsStore {
  readonly bills: ListStore<BillRow, BillSearch>;
  readonly lines: ListStore<BillLineRow, BillSearch>;
  total: BillTotal | null = null;
  ways: readonly PayWay[] = [];
  view: BillView = { kind: 'closed' };
  cancelling: { readonly bill: BillRow; readonly form: FormStore<CancelForm> } | null = null;
  private readonly client;
  private readonly ctx: WebContext;

  /** `now` decides which day the list starts with. */
  constructor(ctx: WebContext, now: number) {
    this.ctx = ctx;
    this.client = createClient(chargeContract, ctx.http);
    const filter = { day: rangeOfDay(now) };
    this.bills = new ListStore<BillRow, BillSearch>({
      rowKey: 'chargeId',
      filter,
      load: async (request, signal) => {
        const { currentPage: _page, pageSize: _size, sort: _sort, sidx: _sidx, ...search } = request;
        const [page, total] = await Promise.all([
          this.client.bill({ query: queryOf(request) }, { signal, quiet: true }),
          this.client.billTotal({ query: queryOf(search) }, { signal, quiet: true }),
        ]);
        runInAction(() => {
          this.total = total.data;
        });
        return page;
      },
    });
    this.lines = new ListStore<BillLineRow, BillSearch>({
      rowKey: (row) => `${row.chargeId}/${row.detailId}`,
      filter,
      load: (request, signal) => this.client.billDetail({ query: queryOf(request) }, { signal, quiet: true }),
    });
    makeObservable(this, {
      total: observableRef,
      ways: observableRef,
      view: observableRef,
      cancelling: observableRef,
      close: action,
      askCancel: action,
      endCancel: action,
    });
  }

  async loadWays(): Promise<void> {
    if (this.ways.length > 0) return;
    const ways = (await this.client.chargeWay({ params: { id: '0' } }, { quiet: true })).data.list;
    runInAction(() => {
      this.ways = ways;
    });
  }

  async open(chargeId: string): Promise<void> {
    this.show({ kind: 'loading' });
    try {
      const [bill] = (await this.client.chargeDetail({ query: { chargeIdList: chargeId } }, { quiet: true })).data.list;
      if (bill) this.show({ kind: 'open', bill });
    } catch (error) {
      this.show({ kind: 'failed', chargeId, error });
    }
  }

  close(): void {
    this.view = { kind: 'closed' };
  }

  askCancel(bill: BillRow): void {
    const { t } = this.ctx;
    const form = new FormStore<CancelForm>({
      fields: () => [
        { kind: 'textarea', name: 'reason', label: t('cancel.reason'), required: true, maxLength: 200, span: 2, placeholder: t('cancel.reasonHelp') },
      ],
      initial: { reason: '' },
    });
    this.cancelling = { bill, form };
  }

  endCancel(): void {
    this.cancelling?.form.dispose();
    this.cancelling = null;
  }

  /** Takes the bill in the dialog back. */
  cancel = async ({ reason }: CancelForm, act: SaveAct): Promise<BillRecord> => {
    const chargeId = this.cancelling?.bill.chargeId ?? '';
    const { data, msg } = await this.client.cancelBill({ body: { chargeId, reason } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  /** After a refund: the lists and the drawer show it. */
  async refresh(): Promise<void> {
    if (this.view.kind === 'open') this.close();
    await Promise.all([this.bills.reload(), this.lines.state.kind === 'idle' ? undefined : this.lines.reload()]);
  }

  dispose(): void {
    this.bills.dispose();
    this.lines.dispose();
    this.cancelling?.form.dispose();
  }

  private show(view: BillView): void {
    runInAction(() => {
      this.view = view;
    });
  }
}
