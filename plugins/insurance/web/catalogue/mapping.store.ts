import { type CallOptions, createClient, type WebContext, wordOf } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import {
  type BatchReply,
  type LineResult,
  type ListType,
  type MappingHistoryRow,
  type MappingProblem,
  type MappingRow,
  mappingContract,
  type NationalItem,
  type Suggestion,
} from '../../contract/index.ts';
import { SURE_FROM } from '../../domain/catalogue/mapping-suggestion.ts';
import { sentenceOf } from '../parts/words.ts';

export interface MappingSearch {
  keyword: string;
  problem: MappingProblem;
  listType: ListType;
}

export type SuggestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly list: readonly Suggestion[] }
  | { readonly kind: 'failed'; readonly text: string };

const TYPING_MS = 250;
const MOST = 200;

/** The list of entries, the one in hand with its proposals, and what many acts led to. */
export class MappingStore {
  readonly list: ListStore<MappingRow, MappingSearch>;
  counts: { readonly total: number; readonly problems: Readonly<Record<string, number>> } | null = null;
  /** The entry in hand. */
  row: MappingRow | null = null;
  keyword = '';
  suggestions: SuggestState = { kind: 'idle' };
  /** Which proposal the arrow keys stand on. */
  at = 0;
  history: readonly MappingHistoryRow[] | null = null;
  busy = false;
  /** Mapped since the list was loaded: the list keeps its order until it is loaded again. */
  mapped: ReadonlyMap<string, NationalItem> = new Map();
  /** Outcome of the last act on many entries. */
  result: { readonly act: 'map' | 'upload' | 'revoke'; readonly reply: BatchReply; readonly names: ReadonlyMap<string, string> } | null = null;
  private readonly ctx: WebContext;
  private readonly client;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(mappingContract, ctx.http);
    this.list = new ListStore<MappingRow, MappingSearch>({
      rowKey: 'drugId',
      load: async (request, signal) => {
        const answer = await this.client.list({ query: request }, { signal, quiet: true });
        runInAction(() => {
          this.mapped = new Map();
        });
        void this.count();
        return answer;
      },
    });
    makeObservable(this, {
      counts: observableRef,
      row: observableRef,
      keyword: observable,
      suggestions: observableRef,
      at: observable,
      history: observableRef,
      busy: observable,
      mapped: observableRef,
      result: observableRef,
      chosen: computed,
      pick: action,
      close: action,
      type: action,
      move: action,
      point: action,
      dismiss: action,
    });
  }

  get chosen(): Suggestion | undefined {
    return this.suggestions.kind === 'ready' ? this.suggestions.list[this.at] : undefined;
  }

  private async count(): Promise<void> {
    const answer = await this.client.counts({}, { quiet: true }).catch(() => undefined);
    if (answer)
      runInAction(() => {
        this.counts = answer.data;
      });
  }

  /** Shows one kind of trouble only; the same again shows all. */
  filterBy(problem: MappingProblem): void {
    const { filter } = this.list;
    const { problem: before, ...rest } = filter;
    this.list.setDraft(before === problem ? { ...rest, problem: undefined } : { ...filter, problem });
    void this.list.search();
  }

  pick(row: MappingRow): void {
    this.row = row;
    this.keyword = '';
    this.at = 0;
    this.history = null;
    this.list.setActive(row.drugId);
    void this.suggest();
  }

  close(): void {
    this.row = null;
    this.suggestions = { kind: 'idle' };
  }

  type(keyword: string): void {
    this.keyword = keyword;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.suggest(), TYPING_MS);
  }

  move(step: number): void {
    const count = this.suggestions.kind === 'ready' ? this.suggestions.list.length : 0;
    if (count > 0) this.at = (this.at + step + count) % count;
  }

  point(at: number): void {
    this.at = at;
  }

  dismiss(): void {
    this.result = null;
  }

  async suggest(): Promise<void> {
    const { row } = this;
    if (!row) return;
    clearTimeout(this.timer);
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const keyword = this.keyword.trim();
    if (this.suggestions.kind !== 'ready' || keyword === '') {
      runInAction(() => {
        this.suggestions = { kind: 'loading' };
      });
    }
    try {
      const { data } = await this.client.suggest({ body: { drugIds: [row.drugId], ...(keyword ? { keyword } : {}) } }, { quiet: true, signal: asking.signal });
      if (asking.signal.aborted) return;
      runInAction(() => {
        this.suggestions = { kind: 'ready', list: data.list[0]?.suggestions ?? [] };
        this.at = 0;
      });
    } catch (error) {
      if (asking.signal.aborted) return;
      runInAction(() => {
        this.suggestions = { kind: 'failed', text: sentenceOf(this.ctx.t, error) };
      });
    }
  }

  /** Maps the entry in hand to the proposal that is pointed at, and takes up the next entry. */
  async accept(): Promise<void> {
    const { row, chosen } = this;
    if (!row || !chosen || this.busy) return;
    runInAction(() => {
      this.busy = true;
    });
    try {
      const { data } = await this.client.map({ body: { lines: [{ drugId: row.drugId, code: chosen.item.code, version: row.mapping?.version ?? 0 }] } });
      const [line] = data.lines;
      if (line && !line.ok) return this.ctx.toast.error(this.lineText(line));
      runInAction(() => {
        this.mapped = new Map([...this.mapped, [row.drugId, chosen.item]]);
      });
      await this.next();
    } catch {
      // The call has told what was wrong.
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  /** The entry below; behind the last one the list is loaded again, so that what is open comes to the top. */
  async next(): Promise<void> {
    const { rows } = this.list;
    const at = rows.findIndex((one) => one.drugId === this.row?.drugId);
    const below = rows.slice(at + 1).find((one) => !this.mapped.has(one.drugId));
    if (below) return this.pick(below);
    await this.list.reload();
    const first = this.list.rows.find((one) => one.problem !== 'fine' && one.drugId !== this.row?.drugId);
    if (first) this.pick(first);
    else this.close();
  }

  async loadHistory(): Promise<void> {
    const { row } = this;
    if (!row) return;
    const answer = await this.client.history({ params: { drugId: row.drugId } }).catch(() => undefined);
    if (answer)
      runInAction(() => {
        if (this.row === row) this.history = answer.data.list;
      });
  }

  lineText(line: LineResult): string {
    const { t } = this.ctx;
    return wordOf(t, `errors.${line.error}`, line.error, { reason: line.said });
  }

  private async many(act: 'map' | 'upload' | 'revoke', rows: readonly MappingRow[], work: (rows: readonly MappingRow[]) => Promise<BatchReply>): Promise<void> {
    const reply = await work(rows.slice(0, MOST)).catch(() => undefined);
    if (!reply) return;
    const names = new Map(rows.map((row) => [row.drugId, [row.drugName, row.drugSpec].filter(Boolean).join(' ')]));
    runInAction(() => {
      this.result = { act, reply, names };
    });
    this.list.clearSelection();
    await this.list.reload();
  }

  /** Accepts the first proposal of every selected entry that is sure enough. */
  acceptSelected = (): Promise<void> =>
    this.many('map', this.list.selectedRows, async (rows) => {
      const { data } = await this.client.suggest({ body: { drugIds: rows.map((row) => row.drugId) } });
      const sure = data.list.flatMap(({ drugId, suggestions: [best] }) => (best && best.score >= SURE_FROM ? [{ drugId, code: best.item.code }] : []));
      const left = rows.filter((row) => !sure.some((one) => one.drugId === row.drugId));
      const unsure = left.map((row) => ({ drugId: row.drugId, ok: false, error: 'insurance.map-unsure', said: '' }));
      if (sure.length === 0) return { done: 0, failed: unsure.length, lines: unsure };
      const lines = sure.map((one) => ({ ...one, version: rows.find((row) => row.drugId === one.drugId)?.mapping?.version ?? 0 }));
      const mapped = (await this.client.map({ body: { lines } })).data;
      return { done: mapped.done, failed: mapped.failed + unsure.length, lines: [...mapped.lines, ...unsure] };
    });

  upload = (rows: readonly MappingRow[]): Promise<void> =>
    this.many('upload', rows, async (some) => (await this.client.upload({ body: { drugIds: some.map((row) => row.drugId) } })).data);

  revoke = (rows: readonly MappingRow[]): Promise<void> =>
    this.many('revoke', rows, async (some) => (await this.client.revoke({ body: { drugIds: some.map((row) => row.drugId) } })).data);

  exportList = (options: CallOptions) => {
    const filter = Object.fromEntries(Object.entries(this.list.filter).filter(([, value]) => value !== undefined && value !== null && value !== ''));
    return this.client.export({ query: filter }, options);
  };

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.list.dispose();
  }
}
