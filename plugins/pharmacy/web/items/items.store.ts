import { type Quantity, quantityFromWire, quantityToWire } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type NumberRange, rangeQuery } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type ItemHistory, type ItemStock, type StockWarnings, stockContract } from '../../contract/index.ts';

export interface ItemSearch {
  keyword: string;
  kind: 'drug' | 'material';
  low: 'low' | 'all';
  available: NumberRange;
}

export interface ItemSettingForm {
  minimum: Quantity | null;
  traceRequired: boolean;
}

/** Days that the chart may show. */
export const HISTORY_SPANS = [30, 60, 180] as const;

/** Stock per item against its minimum, what needs a look, and how one item went day by day. */
export class ItemsStore {
  readonly items: ListStore<ItemStock, ItemSearch>;
  warnings: StockWarnings | null = null;
  setting: { readonly item: ItemStock; readonly form: FormStore<ItemSettingForm> } | null = null;
  /** The item whose history is open. */
  shown: ItemStock | null = null;
  history: ItemHistory | null = null;
  days: number = 60;
  historyError: unknown = null;
  private readonly client;
  private readonly ctx: WebContext;
  private running: AbortController | null = null;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(stockContract, ctx.http);
    this.items = new ListStore<ItemStock, ItemSearch>({
      rowKey: 'drugId',
      load: ({ sort: _sort, sidx: _sidx, low, available, ...query }, signal) => {
        const narrowed = { ...(low === 'low' && { low: true }), ...rangeQuery(available, 'availableFrom', 'availableTo') };
        return this.client.itemStock({ query: { ...query, ...narrowed } }, { signal, quiet: true });
      },
    });
    makeObservable(this, {
      warnings: observableRef,
      setting: observableRef,
      shown: observableRef,
      history: observableRef,
      days: observable,
      historyError: observableRef,
      openSetting: action,
      endSetting: action,
      endHistory: action,
    });
  }

  /** Counts for the tabs; a failure leaves the tabs without numbers, the lists say what is wrong. */
  async loadWarnings(): Promise<void> {
    try {
      const { data } = await this.client.warnings({}, { quiet: true });
      runInAction(() => {
        this.warnings = data;
      });
    } catch (error) {
      this.ctx.report(error, 'stock-warnings');
    }
  }

  openSetting(item: ItemStock): void {
    const { t } = this.ctx;
    this.setting = {
      item,
      form: new FormStore<ItemSettingForm>({
        fields: () => [
          { kind: 'quantity', name: 'minimum', label: t('item.minimum'), unit: item.unit, help: t('item.minimumHelp', { n: item.available, unit: item.unit }) },
          { kind: 'switch', name: 'traceRequired', label: t('item.traceRequired'), help: t('item.traceHelp') },
        ],
        initial: { minimum: quantityFromWire(item.minimum), traceRequired: item.traceRequired },
      }),
    };
  }

  endSetting(): void {
    this.setting?.form.dispose();
    this.setting = null;
  }

  saveSetting = async ({ minimum, traceRequired }: ItemSettingForm): Promise<ItemStock> => {
    const item = this.setting?.item;
    const body = { minimum: quantityToWire(minimum ?? (0 as Quantity)), traceRequired, version: item?.version ?? 0 };
    const { data, msg } = await this.client.setItem({ params: { id: item?.drugId ?? '' }, body }, { quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  async showHistory(item: ItemStock, days = this.days): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      if (this.shown?.drugId !== item.drugId) this.history = null;
      this.shown = item;
      this.days = days;
      this.historyError = null;
    });
    try {
      const { data } = await this.client.itemHistory({ params: { id: item.drugId }, query: { days } }, { signal: running.signal, quiet: true });
      if (running.signal.aborted) return;
      runInAction(() => {
        this.history = data;
      });
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.historyError = error;
      });
    }
  }

  endHistory(): void {
    this.running?.abort();
    this.shown = null;
    this.history = null;
  }

  dispose(): void {
    this.running?.abort();
    this.items.dispose();
    this.setting?.form.dispose();
  }
}
