import { DEFAULT_PAGE_SIZE, PAGE_SIZES, type PageRequest } from '@nephra/plugin-sdk/contract';
import { action, compareStructural, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';

/** What a list call answers: the `{ data }` of a client call. Without `pagination` the whole list is there and no pager shows. */
export interface ListAnswer<Row> {
  readonly data: { readonly list: readonly Row[]; readonly pagination?: { readonly total: number } };
}

/** What `load` receives: paging, sort key and the search values that are filled in. Fits `query` of a list route. */
export type ListRequest<Filter extends object> = Required<Pick<PageRequest, 'currentPage' | 'pageSize'>> & Pick<PageRequest, 'sort' | 'sidx'> & Partial<Filter>;

export type ListLoad<Row, Filter extends object> = (request: ListRequest<Filter>, signal: AbortSignal) => Promise<ListAnswer<Row>>;

/** `first` is true while there is nothing older to show. */
export type LoadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly first: boolean }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Sorting {
  readonly sidx: string;
  readonly sort: 'asc' | 'desc';
}

export interface ListStoreOptions<Row, Filter extends object> {
  readonly load: ListLoad<Row, Filter>;
  /** Field that names a row, or a function that makes the name. Must be unique in the list. */
  readonly rowKey: (keyof Row & string) | ((row: Row) => string);
  /** Search values at the start and after a reset. */
  readonly filter?: Partial<Filter>;
  /** Default 20 (spec 9). */
  readonly pageSize?: number;
  readonly sorting?: Sorting;
}

/** A way to look at a list. */
export interface ListLook<Filter extends object> {
  /** Search values; those that are not here are empty. */
  readonly filter: Partial<Filter>;
  /** Null: as at the start. */
  readonly sorting: Sorting | null;
  readonly pageSize: number;
}

/** Rows that one call gives at most (spec 9). */
const MAX_ROWS = Math.max(...PAGE_SIZES);
/** Rows that come with each press on "show more". */
const MORE_ROWS = 100;

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/**
 * State of one list: search values, page, sort key, rows, loading state, selection. Knows no React, so a test drives it
 * with a `load` of its own. A newer load aborts the older one; a late answer is dropped.
 */
export class ListStore<Row, Filter extends object = Record<never, never>> {
  rows: readonly Row[] = [];
  total = 0;
  /** False when the server sent the whole list. */
  paged = false;
  state: LoadState = { kind: 'idle' };
  /** Values in the search form; they count from the next `search()`. */
  draft: Partial<Filter>;
  /** Values of the last search. */
  filter: Partial<Filter>;
  currentPage = 1;
  pageSize: number;
  sorting: Sorting | null;
  /** Row that the arrow keys stand on. */
  activeKey: string | null = null;
  /** Changes when other rows are asked for (search, page, sort), not when the same ones are loaded again. */
  place = 0;
  /** Kept across pages, dropped by a new search. */
  private selection: ReadonlyMap<string, Row> = new Map();
  /** Values that were chosen beside the list; a reset of the search form keeps them. */
  private around: Partial<Filter> = {};
  /** Rows that a list without pages was made to show; null: as many as a page has. */
  private grownTo: number | null = null;
  private readonly options: ListStoreOptions<Row, Filter>;
  private running: AbortController | null = null;

  constructor(options: ListStoreOptions<Row, Filter>) {
    this.options = options;
    this.draft = { ...options.filter } as Partial<Filter>;
    this.filter = this.draft;
    this.pageSize = options.pageSize ?? DEFAULT_PAGE_SIZE;
    this.sorting = options.sorting ?? null;
    makeObservable<this, 'selection'>(this, {
      selection: observableRef,
      rows: observableRef,
      total: observable,
      paged: observable,
      state: observableRef,
      draft: observableRef,
      filter: observableRef,
      currentPage: observable,
      pageSize: observable,
      sorting: observableRef,
      activeKey: observable,
      place: observable,
      selectedRows: computed,
      activeRow: computed,
      pageCount: computed,
      growable: computed,
      showMore: action,
      setDraft: action,
      search: action,
      resetSearch: action,
      look: action,
      goToPage: action,
      setPageSize: action,
      sortBy: action,
      setActive: action,
      moveActive: action,
      setSelected: action,
      selectOnly: action,
      clearSelection: action,
      forget: action,
    });
  }

  get loading(): boolean {
    return this.state.kind === 'loading';
  }

  get selectedRows(): readonly Row[] {
    return [...this.selection.values()];
  }

  get activeRow(): Row | undefined {
    return this.rows.find((row) => this.keyOf(row) === this.activeKey);
  }

  get pageCount(): number {
    return Math.max(1, Math.ceil(this.total / this.pageSize));
  }

  /** There is more than the list shows, and one call still gives more of it. */
  get growable(): boolean {
    return this.currentPage === 1 && this.rows.length < Math.min(this.total, MAX_ROWS);
  }

  keyOf(row: Row): string {
    const { rowKey } = this.options;
    return typeof rowKey === 'function' ? rowKey(row) : String(row[rowKey]);
  }

  isSelected(row: Row): boolean {
    return this.selection.has(this.keyOf(row));
  }

  /** Loads for the first time; does nothing when something was loaded before. */
  async start(): Promise<void> {
    if (this.state.kind === 'idle') await this.reload();
  }

  /** Loads the current page again; search, page, sort and selection stay. Never rejects: a failure is in `state`. */
  async reload(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.state = { kind: 'loading', first: this.rows.length === 0 };
    });
    try {
      const answer = await this.options.load(this.request(), running.signal);
      if (!running.signal.aborted) await this.accept(answer);
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** The list comes into view again: reads anew what was read before. One that was never read or failed waits for `start` or a retry. */
  async refresh(): Promise<void> {
    if (this.state.kind === 'ready') await this.reload();
  }

  /** Drops what is shown: what is asked for next is about something else, and must not be mistaken for it when the call fails. */
  forget(): void {
    this.rows = [];
    this.total = 0;
    this.activeKey = null;
    this.selection = new Map();
  }

  /** Ends a running call; the list can be used again afterwards. */
  dispose(): void {
    if (this.state.kind !== 'loading') return;
    this.running?.abort();
    runInAction(() => {
      this.state = this.rows.length > 0 ? { kind: 'ready' } : { kind: 'idle' };
    });
  }

  setDraft(values: Partial<Filter>): void {
    this.draft = { ...this.draft, ...values };
  }

  /** Takes the search form's values (or those given) and loads page 1. */
  async search(values?: Partial<Filter>): Promise<void> {
    if (values) this.setDraft(values);
    this.filter = this.draft;
    this.currentPage = 1;
    this.grownTo = null;
    this.place += 1;
    this.selection = new Map();
    await this.reload();
  }

  /** Values that are chosen beside the list, mostly in a tree: they count like a search, but a reset of the search form keeps them. */
  async within(values: Partial<Filter>): Promise<void> {
    this.around = { ...this.around, ...values };
    await this.search(values);
  }

  async resetSearch(): Promise<void> {
    this.draft = { ...this.options.filter, ...this.around } as Partial<Filter>;
    await this.search();
  }

  /** Looks at the list in another way, with one call; what was chosen beside it stays. Without a way: as at the start. */
  async look(way?: ListLook<Filter>): Promise<void> {
    const { filter, pageSize = DEFAULT_PAGE_SIZE, sorting = null } = this.options;
    this.draft = { ...(way ? way.filter : filter), ...this.around } as Partial<Filter>;
    this.pageSize = way ? way.pageSize : pageSize;
    this.sorting = way?.sorting ?? sorting;
    await this.search();
  }

  /** True when the last search set one of these values to something else than at the start. */
  narrowedBy(names: readonly string[]): boolean {
    const valueIn = (values: Partial<Filter> | undefined, name: string): unknown => (values as Readonly<Record<string, unknown>> | undefined)?.[name];
    return names.some((name) => {
      const value = valueIn(this.filter, name);
      return isFilled(value) && !compareStructural(value, valueIn(this.options.filter, name));
    });
  }

  async goToPage(page: number): Promise<void> {
    this.grownTo = null;
    this.currentPage = Math.min(Math.max(1, Math.trunc(page) || 1), this.pageCount);
    this.place += 1;
    await this.reload();
  }

  /** Keeps the first row visible: row 41 at 20 per page is found again on page 1 at 50 per page. */
  async setPageSize(size: number): Promise<void> {
    const firstRow = (this.currentPage - 1) * this.pageSize;
    this.pageSize = size;
    this.grownTo = null;
    this.currentPage = Math.floor(firstRow / size) + 1;
    this.place += 1;
    await this.reload();
  }

  /** Next state of a column head: ascending, descending, none. */
  async sortBy(sidx: string): Promise<void> {
    const now = this.sorting?.sidx === sidx ? this.sorting.sort : null;
    this.sorting = now === null ? { sidx, sort: 'asc' } : now === 'asc' ? { sidx, sort: 'desc' } : null;
    this.currentPage = 1;
    this.place += 1;
    await this.reload();
  }

  setActive(key: string | null): void {
    this.activeKey = key;
  }

  /** Moves the keyboard row; stops at both ends. Returns the row's index, -1 when the list is empty. */
  moveActive(step: number): number {
    if (this.rows.length === 0) return -1;
    const at = this.rows.findIndex((row) => this.keyOf(row) === this.activeKey);
    const next = at < 0 ? (step > 0 ? 0 : this.rows.length - 1) : Math.min(Math.max(0, at + step), this.rows.length - 1);
    this.activeKey = this.keyOf(this.rows[next] as Row);
    return next;
  }

  setSelected(rows: readonly Row[], selected: boolean): void {
    const next = new Map(this.selection);
    for (const row of rows) {
      if (selected) next.set(this.keyOf(row), row);
      else next.delete(this.keyOf(row));
    }
    this.selection = next;
  }

  selectOnly(row: Row): void {
    this.selection = new Map([[this.keyOf(row), row]]);
  }

  clearSelection(): void {
    this.selection = new Map();
  }

  /**
   * For a list without pages: reads more rows below those that are there. The whole list is read again, so that rows that went meanwhile leave no
   * gap; later reads keep the length, a search begins with one page.
   */
  async showMore(): Promise<void> {
    this.grownTo = Math.min(this.rows.length + MORE_ROWS, MAX_ROWS);
    await this.reload();
  }

  private request(): ListRequest<Filter> {
    const filled = Object.fromEntries(Object.entries(this.filter).filter(([, value]) => isFilled(value)));
    return { ...(filled as Partial<Filter>), currentPage: this.currentPage, pageSize: this.grownTo ?? this.pageSize, ...this.sorting };
  }

  private async accept({ data }: ListAnswer<Row>): Promise<void> {
    const total = data.pagination?.total ?? data.list.length;
    const beyondEnd = data.list.length === 0 && total > 0 && this.currentPage > 1;
    runInAction(() => {
      this.total = total;
      this.paged = data.pagination !== undefined;
      if (beyondEnd) {
        this.currentPage = this.pageCount;
        return;
      }
      this.rows = data.list;
      this.state = { kind: 'ready' };
      if (this.selection.size > 0)
        this.setSelected(
          data.list.filter((row) => this.isSelected(row)),
          true,
        );
    });
    // The last row of the last page was deleted: show the page before it.
    if (beyondEnd) await this.reload();
  }
}
