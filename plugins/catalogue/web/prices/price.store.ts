import { type UnitPrice, unitPriceFromWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { MAX_PRICE_REASON } from '../../contract/catalogue-price.schema.ts';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import type { PriceHistory, PriceRow } from '../../contract/catalogue-price.schema.ts';
import { exceedsLimit } from '../../domain/prices/large-change.ts';
import { chosenDay, type FirstDay, firstDayAtFirst, firstDayFields } from './first-day.ts';
import { reasonField } from './reason-field.ts';

export interface PriceForm extends FirstDay {
  price: UnitPrice | null;
  reason: string;
}
export interface WithdrawForm {
  reason: string;
}

export type Loaded<T> = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready'; readonly data: T };

/** The prices of one entry: what was, what counts, what is planned. */
export class PriceStore {
  readonly drugId: string;
  shown: Loaded<PriceHistory> = { kind: 'loading' };
  adding: FormStore<PriceForm> | null = null;
  withdrawing: { readonly price: PriceRow; readonly form: FormStore<WithdrawForm> } | null = null;
  /** True after a price was written or taken back: the list behind shows old ones. */
  changed = false;
  private readonly ctx: WebContext;
  private readonly client;

  constructor(ctx: WebContext, drugId: string) {
    this.ctx = ctx;
    this.drugId = drugId;
    this.client = createClient(catalogueContract, ctx.http);
    makeObservable(this, {
      shown: observableRef,
      adding: observableRef,
      withdrawing: observableRef,
      largeFrom: computed,
      add: action,
      endAdding: action,
      askWithdraw: action,
      endWithdraw: action,
    });
  }

  async load(): Promise<void> {
    runInAction(() => {
      this.shown = { kind: 'loading' };
    });
    try {
      const { data } = await this.client.prices({ params: { id: this.drugId } }, { quiet: true });
      runInAction(() => {
        this.shown = { kind: 'ready', data };
      });
    } catch (error) {
      runInAction(() => {
        this.shown = { kind: 'failed', error };
      });
    }
  }

  add(): void {
    if (this.shown.kind !== 'ready') return;
    const { t } = this.ctx;
    const { today } = this.shown.data;
    this.adding = new FormStore<PriceForm>({
      fields: () => [{ kind: 'unitPrice', name: 'price', label: t('catalogue.newPrice'), required: true }, ...firstDayFields(t, today), reasonField(t)],
      initial: { ...firstDayAtFirst(), price: null, reason: '' },
    });
  }

  /**
   * The price that a new one is held against, when it is so far from it that it will wait for a second person; null otherwise. The server counts small
   * steps together and has the last word.
   */
  get largeFrom(): number | null {
    if (this.shown.kind !== 'ready' || !this.adding) return null;
    const { list, today, changeLimit } = this.shown.data;
    const { price, ...first } = this.adding.values;
    const day = chosenDay(first, today);
    if (changeLimit === null || price === null || day === null) return null;
    const before = list.find((row) => (row.state === 'current' || row.state === 'future') && row.validFrom <= day);
    return before && exceedsLimit(unitPriceFromWire(before.price), price, changeLimit) ? before.price : null;
  }

  endAdding(): void {
    this.adding?.dispose();
    this.adding = null;
  }

  save = async (form: PriceForm, act: SaveAct): Promise<void> => {
    if (this.shown.kind !== 'ready') return;
    const { today } = this.shown.data;
    const body = {
      validFrom: chosenDay(form, today) ?? today, // the form asks for a day before it saves
      price: unitPriceToWire(form.price ?? (0 as UnitPrice)),
      reason: form.reason.trim(),
      lastPriceId: this.shown.data.lastPriceId,
    };
    const { data, msg } = await this.client.addPrice({ params: { id: this.drugId }, body }, { ...act, quiet: true });
    this.take(data, msg);
  };

  askWithdraw(price: PriceRow): void {
    const { t } = this.ctx;
    const form = new FormStore<WithdrawForm>({
      fields: () => [{ kind: 'textarea', name: 'reason', label: t('catalogue.reason'), required: true, maxLength: MAX_PRICE_REASON }],
      initial: { reason: '' },
    });
    this.withdrawing = { price, form };
  }

  endWithdraw(): void {
    this.withdrawing?.form.dispose();
    this.withdrawing = null;
  }

  withdraw = async ({ reason }: WithdrawForm, act: SaveAct): Promise<void> => {
    const price = this.withdrawing?.price;
    if (!price) return;
    const { data, msg } = await this.client.withdrawPrice(
      { params: { id: this.drugId, priceId: price.priceId }, body: { reason: reason.trim() } },
      { ...act, quiet: true },
    );
    this.take(data, msg);
  };

  private take(data: PriceHistory, msg: string): void {
    this.changed = true;
    runInAction(() => {
      this.shown = { kind: 'ready', data };
    });
    this.ctx.toast.success(msg);
  }

  dispose(): void {
    this.adding?.dispose();
    this.withdrawing?.form.dispose();
  }
}
