import { dayOf, type Quantity, quantityToWire, type UnitPrice, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type DateRange, FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { dispensingContract, type LotRow, type MovementRow, type StockItem } from '../../contract/index.ts';
import type { ExpiryLevel } from '../../domain/expiry.ts';
import type { MovementKind } from '../../domain/stock-lot.ts';
import { daysOf } from '../vocabulary.ts';
import { receiveFields } from './receive.fields.tsx';

export interface StockSearch {
  keyword: string;
  kind: 'drug' | 'material';
  level: ExpiryLevel;
  /** `left` = only lots with something left, `all` = also empty ones. */
  amount: 'left' | 'all';
}

export interface MovementSearch {
  keyword: string;
  kind: MovementKind;
  day: DateRange;
  lotId: string;
}

export interface StockTotal {
  readonly lots: number;
  readonly expired: number;
  readonly near: number;
  readonly soon: number;
  readonly frozen: number;
  readonly costPrice: number;
}

export interface MovementTotal {
  readonly received: number;
  readonly dispensed: number;
  readonly returned: number;
  readonly net: number;
}

/** Goods that arrive, as typed. */
export interface ReceiveForm {
  item: StockItem | null;
  lotNo: string;
  /** Milliseconds, a day of Asia/Shanghai. */
  expiresOn: number | null;
  quantity: Quantity | null;
  cost: UnitPrice | null;
  location: string;
  note: string;
}

export interface FreezeForm {
  reason: string;
}

const EMPTY: ReceiveForm = { item: null, lotNo: '', expiresOn: null, quantity: null, cost: null, location: '', note: '' };

/** Lots and the ledger that explains them; goods that arrive; lots that are blocked. */
export class StockStore {
  readonly lots: ListStore<LotRow, StockSearch>;
  readonly movements: ListStore<MovementRow, MovementSearch>;
  total: StockTotal | null = null;
  moved: MovementTotal | null = null;
  /** The lot whose ledger is shown; null = all. */
  ledgerOf: LotRow | null = null;
  receiving: FormStore<ReceiveForm> | null = null;
  freezing: { readonly lot: LotRow; readonly form: FormStore<FreezeForm> } | null = null;
  private readonly client;
  private readonly ctx: WebContext;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(dispensingContract, ctx.http);
    this.lots = new ListStore<LotRow, StockSearch>({
      rowKey: 'lotId',
      pageSize: 50,
      filter: { amount: 'left' },
      load: async ({ sort: _sort, sidx: _sidx, amount, ...query }, signal) => {
        const answer = await this.client.stock({ query: { ...query, ...(amount === 'all' ? { empty: true } : {}) } }, { signal, quiet: true });
        runInAction(() => {
          this.total = answer.data.total;
        });
        return answer;
      },
    });
    this.movements = new ListStore<MovementRow, MovementSearch>({
      rowKey: 'movementId',
      pageSize: 50,
      load: async ({ day, sort: _sort, sidx: _sidx, ...query }, signal) => {
        const answer = await this.client.movement({ query: { ...query, ...daysOf(day) } }, { signal, quiet: true });
        runInAction(() => {
          this.moved = answer.data.total;
        });
        return answer;
      },
    });
    makeObservable(this, {
      total: observableRef,
      moved: observableRef,
      ledgerOf: observableRef,
      receiving: observableRef,
      freezing: observableRef,
      startReceiving: action,
      endReceiving: action,
      askFreeze: action,
      endFreeze: action,
      showLedger: action,
    });
  }

  /** The ledger of one lot, or of all. */
  showLedger(lot: LotRow | null): void {
    this.ledgerOf = lot;
    void this.movements.search({ lotId: lot?.lotId ?? '' });
  }

  startReceiving(): void {
    const find = async (keyword: string, signal: AbortSignal) => (await this.client.stockItems({ query: { keyword } }, { signal, quiet: true })).data.list;
    this.receiving = new FormStore<ReceiveForm>({ fields: () => receiveFields(this.ctx.t, find), initial: EMPTY });
  }

  endReceiving(): void {
    this.receiving?.dispose();
    this.receiving = null;
  }

  receive = async (form: ReceiveForm, act: SaveAct): Promise<LotRow> => {
    const body = {
      drugId: form.item?.drugId ?? '',
      lotNo: form.lotNo.trim(),
      expiresOn: form.expiresOn === null ? '' : dayOf(form.expiresOn),
      quantity: quantityToWire(form.quantity ?? (0 as Quantity)),
      cost: unitPriceToWire(form.cost ?? (0 as UnitPrice)),
      location: form.location.trim(),
      note: form.note.trim() || undefined,
    };
    const { data, msg } = await this.client.receive({ body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  askFreeze(lot: LotRow): void {
    const { t } = this.ctx;
    const form = new FormStore<FreezeForm>({
      fields: () => [{ kind: 'textarea', name: 'reason', label: t('freeze.reason'), required: true, maxLength: 200, placeholder: t('freeze.reasonHelp') }],
      initial: { reason: '' },
    });
    this.freezing = { lot, form };
  }

  endFreeze(): void {
    this.freezing?.form.dispose();
    this.freezing = null;
  }

  freeze = async ({ reason }: FreezeForm): Promise<LotRow> => await this.setFrozen(this.freezing?.lot, true, reason);

  /** Frees a blocked lot; the list shows it at once. */
  async unfreeze(lot: LotRow): Promise<void> {
    await this.setFrozen(lot, false, '', false);
    await this.lots.reload();
  }

  dispose(): void {
    this.lots.dispose();
    this.movements.dispose();
    this.receiving?.dispose();
    this.freezing?.form.dispose();
  }

  private async setFrozen(lot: LotRow | undefined, frozen: boolean, reason: string, quiet = true): Promise<LotRow> {
    const { data, msg } = await this.client.freeze({ params: { id: lot?.lotId ?? '' }, body: { frozen, reason, version: lot?.version ?? 0 } }, { quiet });
    this.ctx.toast.success(msg);
    return data;
  }
}
