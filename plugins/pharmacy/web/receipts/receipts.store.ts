import { dayOf, daysOf, type Quantity, quantityToWire, type UnitPrice, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type DateRange, FormStore, ListStore, type SaveAct, SubTableStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type ReceiptInfo, type ReceiptRow, type StockItem, stockContract } from '../../contract/index.ts';
import { receiptColumns, receiptFields } from './receipt.fields.tsx';

export interface ReceiptSearch {
  keyword: string;
  day: DateRange;
}

/** One line of a delivery, as typed. */
export interface ReceiptLine {
  item: StockItem | null;
  lotNo: string;
  /** Milliseconds, a day of Asia/Shanghai. */
  expiresOn: number | null;
  /** Packs. */
  quantity: Quantity | null;
  cost: UnitPrice | null;
  location: string;
}

export interface ReceiptForm {
  supplier: string;
  invoiceNo: string;
  note: string;
  lines: readonly ReceiptLine[];
}

const emptyLine = (): ReceiptLine => ({ item: null, lotNo: '', expiresOn: null, quantity: null, cost: null, location: '' });

/** Goods-received notes: the list, one that is looked at, one that is being typed. */
export class ReceiptsStore {
  readonly list: ListStore<ReceiptRow, ReceiptSearch>;
  typing: { readonly form: FormStore<ReceiptForm>; readonly lines: SubTableStore<ReceiptLine> } | null = null;
  shown: ReceiptInfo | null = null;
  private readonly client;
  private readonly ctx: WebContext;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(stockContract, ctx.http);
    this.list = new ListStore<ReceiptRow, ReceiptSearch>({
      rowKey: 'receiptId',
      load: ({ day, sort: _sort, sidx: _sidx, ...query }, signal) => this.client.receipts({ query: { ...query, ...daysOf(day) } }, { signal, quiet: true }),
    });
    makeObservable(this, { typing: observableRef, shown: observableRef, start: action, end: action, close: action });
  }

  start(): void {
    const find = async (keyword: string, signal: AbortSignal) => (await this.client.stockItems({ query: { keyword } }, { signal, quiet: true })).data.list;
    const { t } = this.ctx;
    const first = emptyLine();
    const lines: SubTableStore<ReceiptLine> = new SubTableStore<ReceiptLine>({
      columns: () => receiptColumns(t, find),
      rows: [first],
      newRow: emptyLine,
      onChange: (rows) => form.set('lines', rows),
    });
    const form: FormStore<ReceiptForm> = new FormStore<ReceiptForm>({
      fields: () => receiptFields(t, lines),
      initial: { supplier: '', invoiceNo: '', note: '', lines: [first] },
    });
    this.typing = { form, lines };
  }

  end(): void {
    this.typing?.form.dispose();
    this.typing = null;
  }

  save = async ({ supplier, invoiceNo, note, lines }: ReceiptForm, act: SaveAct): Promise<ReceiptInfo> => {
    const body = {
      supplier: supplier.trim(),
      invoiceNo: invoiceNo.trim(),
      note: note.trim(),
      lines: lines.map((line) => ({
        drugId: line.item?.drugId ?? '',
        lotNo: line.lotNo.trim(),
        expiresOn: line.expiresOn === null ? '' : dayOf(line.expiresOn),
        quantity: quantityToWire(line.quantity ?? (0 as Quantity)),
        cost: unitPriceToWire(line.cost ?? (0 as UnitPrice)),
        location: line.location.trim(),
      })),
    };
    const { data, msg } = await this.client.receive({ body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  async show(row: ReceiptRow): Promise<void> {
    const { data } = await this.client.receipt({ params: { id: row.receiptId } });
    runInAction(() => {
      this.shown = data;
    });
  }

  close(): void {
    this.shown = null;
  }

  dispose(): void {
    this.list.dispose();
    this.typing?.form.dispose();
  }
}
