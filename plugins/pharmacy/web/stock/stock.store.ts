import { ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type DateRange, FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { daysOf, type Quantity, quantityToWire } from '@nephra/plugin-sdk/contract';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type LedgerCheck, type LotRow, type MovementRow, stockContract } from '../../contract/index.ts';
import type { ExpiryLevel } from '../../domain/stock/expiry.ts';
import type { AdjustReason, MovementKind } from '../../domain/stock/stock-lot.ts';
import { adjustFields, freezeFields } from './lot.fields.ts';

export interface StockSearch {
  keyword: string;
  kind: 'drug' | 'material';
  level: ExpiryLevel;
  /** `left` = only lots with something left, `all` = also empty ones. */
  amount: 'left' | 'all';
  drugId: string;
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
  /** Missing for those who may not see what goods cost. */
  readonly costPrice?: number;
  /** Of that nothing: what expired goods cost, which wait to be destroyed. */
  readonly expiredPrice?: number;
}

export interface MovementTotal {
  readonly received: number;
  readonly dispensed: number;
  readonly returned: number;
  readonly corrected: number;
  readonly net: number;
}

export interface FreezeForm {
  reason: string;
}

export interface AdjustForm {
  reason: AdjustReason | null;
  quantity: Quantity | null;
  note: string;
}

/** A lot and the dialog that is open for it. */
export interface LotDialog<Form extends object> {
  readonly lot: LotRow;
  readonly form: FormStore<Form>;
}

/** Lots and the ledger that explains them; lots that are blocked or put right. */
export class StockStore {
  readonly lots: ListStore<LotRow, StockSearch>;
  readonly movements: ListStore<MovementRow, MovementSearch>;
  total: StockTotal | null = null;
  moved: MovementTotal | null = null;
  /** The lot whose ledger is shown; null = all. */
  ledgerOf: LotRow | null = null;
  check: LedgerCheck | null = null;
  proving = false;
  freezing: LotDialog<FreezeForm> | null = null;
  adjusting: LotDialog<AdjustForm> | null = null;
  private readonly client;
  private readonly ctx: WebContext;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(stockContract, ctx.http);
    this.lots = new ListStore<LotRow, StockSearch>({
      rowKey: 'lotId',
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
      check: observableRef,
      proving: observable,
      freezing: observableRef,
      adjusting: observableRef,
      askFreeze: action,
      endFreeze: action,
      askAdjust: action,
      endAdjust: action,
      showLedger: action,
    });
  }

  /** The ledger of one lot, or of all. */
  showLedger(lot: LotRow | null): void {
    this.ledgerOf = lot;
    void this.movements.search({ lotId: lot?.lotId ?? '' });
  }

  /** Asks the server whether the ledger explains every lot. */
  prove = async (): Promise<void> => {
    if (this.proving) return;
    runInAction(() => {
      this.proving = true;
      this.check = null;
    });
    try {
      const { data } = await this.client.ledgerCheck({});
      runInAction(() => {
        this.check = data;
      });
    } catch (error) {
      // The client has told the person; without an answer the strip stays without a verdict.
      if (!(error instanceof ApiError)) this.ctx.report(error, 'ledger-check');
    } finally {
      runInAction(() => {
        this.proving = false;
      });
    }
  };

  askFreeze(lot: LotRow): void {
    this.freezing = { lot, form: new FormStore<FreezeForm>({ fields: () => freezeFields(this.ctx.t), initial: { reason: '' } }) };
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

  askAdjust(lot: LotRow): void {
    this.adjusting = {
      lot,
      form: new FormStore<AdjustForm>({ fields: () => adjustFields(this.ctx.t, lot), initial: { reason: null, quantity: null, note: '' } }),
    };
  }

  endAdjust(): void {
    this.adjusting?.form.dispose();
    this.adjusting = null;
  }

  adjust = async ({ reason, quantity, note }: AdjustForm, act: SaveAct): Promise<LotRow> => {
    const lot = this.adjusting?.lot;
    const body = { reason: reason ?? 'loss', quantity: quantityToWire(quantity ?? (0 as Quantity)), note: note.trim(), version: lot?.version ?? 0 };
    const { data, msg } = await this.client.adjust({ params: { id: lot?.lotId ?? '' }, body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  dispose(): void {
    this.lots.dispose();
    this.movements.dispose();
    this.freezing?.form.dispose();
    this.adjusting?.form.dispose();
  }

  private async setFrozen(lot: LotRow | undefined, frozen: boolean, reason: string, quiet = true): Promise<LotRow> {
    const { data, msg } = await this.client.freeze({ params: { id: lot?.lotId ?? '' }, body: { frozen, reason, version: lot?.version ?? 0 } }, { quiet });
    this.ctx.toast.success(msg);
    return data;
  }
}
