import { type Quantity, quantityToWire } from '@nephra/plugin-sdk/contract';
import { Act, ActGroup, ApiError, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type CountInfo, type CountLine, type CountRow, stockContract } from '../../contract/index.ts';
import type { CountBasis } from '../../domain/stock/stock-count.ts';
import { MAX_LOCATION, MAX_NOTE } from '../../contract/limits.ts';

export interface CountSearch {
  keyword: string;
  state: CountRow['state'];
}

export interface OpenCountForm {
  basis: CountBasis;
  kind: 'drug' | 'material' | 'both';
  location: string;
  note: string;
}

export type SheetFilter = 'all' | 'open' | 'different';

/** Count sheets: the list, and the one that is being counted. Figures are kept one by one as they are typed. */
export class CountsStore {
  readonly list: ListStore<CountRow, CountSearch>;
  starting: FormStore<OpenCountForm> | null = null;
  sheet: CountInfo | null = null;
  filter: SheetFilter = 'all';
  keyword = '';
  /** Figures on their way. */
  saving = 0;
  closing = false;
  fault: string | null = null;
  private readonly client;
  private readonly ctx: WebContext;
  private readonly closingAct: Act;
  private readonly figures: ActGroup;
  private queue: Promise<void> = Promise.resolve();

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    // The version of the sheet goes with both.
    this.closingAct = new Act(ctx, 'stock-count', { changed: 'send' });
    this.figures = new ActGroup(ctx, 'stock-count', { toasts: false });
    this.client = createClient(stockContract, ctx.http);
    this.list = new ListStore<CountRow, CountSearch>({
      rowKey: 'countId',
      load: ({ sort: _sort, sidx: _sidx, ...query }, signal) => this.client.counts({ query }, { signal, quiet: true }),
    });
    makeObservable(this, {
      starting: observableRef,
      sheet: observableRef,
      filter: observable,
      keyword: observable,
      saving: observable,
      closing: observable,
      fault: observable,
      lines: computed,
      start: action,
      endStart: action,
      leave: action,
      setFilter: action,
      setKeyword: action,
    });
  }

  /** Lines visible. */
  get lines(): readonly CountLine[] {
    const word = this.keyword.trim().toLowerCase();
    return (this.sheet?.lines ?? []).filter(
      (line) =>
        (this.filter === 'all' || (this.filter === 'open' ? line.counted === null : (line.difference ?? 0) !== 0)) &&
        (word === '' || `${line.drugName} ${line.drugSpec} ${line.lotNo} ${line.location}`.toLowerCase().includes(word)),
    );
  }

  setFilter(filter: SheetFilter): void {
    this.filter = filter;
  }

  setKeyword(keyword: string): void {
    this.keyword = keyword;
  }

  start(): void {
    const { t } = this.ctx;
    this.starting = new FormStore<OpenCountForm>({
      fields: () => [
        {
          kind: 'radio',
          name: 'basis',
          label: t('count.basis'),
          required: true,
          span: 2,
          options: [
            { value: 'shelf', text: t('count.shelf') },
            { value: 'paper', text: t('count.paper') },
          ],
          help: t('count.basisHelp'),
        },
        {
          kind: 'select',
          name: 'kind',
          label: t('stock.kind'),
          options: [
            { value: 'both', text: t('count.both') },
            { value: 'drug', text: t('kind.drug') },
            { value: 'material', text: t('kind.material') },
          ],
        },
        { kind: 'text', name: 'location', label: t('count.location'), maxLength: MAX_LOCATION, placeholder: t('count.locationHelp') },
        { kind: 'text', name: 'note', label: t('receive.note'), maxLength: MAX_NOTE, span: 2 },
      ],
      initial: { basis: 'shelf', kind: 'both', location: '', note: '' },
    });
  }

  endStart(): void {
    this.starting?.dispose();
    this.starting = null;
  }

  open = async ({ basis, kind, location, note }: OpenCountForm, act: SaveAct): Promise<CountInfo> => {
    const body = { basis, note: note.trim(), ...(kind === 'both' ? {} : { kind }), ...(location.trim() ? { location: location.trim() } : {}) };
    const { data, msg } = await this.client.openCount({ body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    this.show(data);
    return data;
  };

  async openSheet(row: CountRow): Promise<void> {
    const { data } = await this.client.count({ params: { id: row.countId } });
    this.show(data);
  }

  /** Back to the list; figures that are on their way still arrive. */
  leave(): void {
    this.sheet = null;
    this.fault = null;
    void this.list.reload();
  }

  /** Keeps one figure. Figures go out one after the other, because each raises the version of the sheet. */
  type(lotId: string, counted: Quantity | null): Promise<void> {
    const wire = counted === null ? null : quantityToWire(counted);
    const line = this.sheet?.lines.find((one) => one.lotId === lotId);
    if (!line || line.counted === wire) return this.queue;
    runInAction(() => {
      this.saving += 1;
    });
    this.queue = this.queue.then(() => this.send(lotId, wire));
    return this.queue;
  }

  /** Posts the differences, or drops the sheet. */
  async close(post: boolean): Promise<void> {
    await this.queue;
    const { sheet } = this;
    if (!sheet || this.closing) return;
    runInAction(() => {
      this.closing = true;
      this.fault = null;
    });
    const input = { params: { id: sheet.countId }, body: { post, version: sheet.version } };
    const end = await this.closingAct.run(
      input,
      (options) => this.client.closeCount(input, options),
      ({ data, msg }) => {
        this.ctx.toast.success(msg);
        this.show(data);
      },
    );
    if ('error' in end) this.fail(end.error);
    runInAction(() => {
      this.closing = false;
    });
  }

  /** Reads the sheet again, after somebody else typed into it. */
  async reload(): Promise<void> {
    if (!this.sheet) return;
    const { data } = await this.client.count({ params: { id: this.sheet.countId } });
    this.show(data);
  }

  dispose(): void {
    this.list.dispose();
    this.starting?.dispose();
  }

  private async send(lotId: string, counted: number | null): Promise<void> {
    const { sheet } = this;
    try {
      if (!sheet) return;
      const input = { params: { id: sheet.countId }, body: { version: sheet.version, lines: [{ lotId, counted }] } };
      await this.figures.run(
        lotId,
        input,
        (options) => this.client.saveCount(input, options),
        ({ data }) => this.sheet?.countId === data.countId && this.show(data),
      );
    } catch (error) {
      this.fail(error);
    } finally {
      runInAction(() => {
        this.saving -= 1;
      });
    }
  }

  private show(sheet: CountInfo): void {
    runInAction(() => {
      if (this.sheet?.countId !== sheet.countId) {
        this.filter = 'all';
        this.keyword = '';
      }
      this.sheet = sheet;
      this.fault = null;
    });
  }

  private fail(error: unknown): void {
    runInAction(() => {
      this.fault = error instanceof ApiError ? error.message : this.ctx.t('counter.unexpected');
    });
  }
}
