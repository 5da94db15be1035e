import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { LoadState } from '../list/list-store.ts';

export interface PickerStoreOptions<Row> {
  /** Finds rows for a keyword; empty keyword = the first choices. */
  readonly load: (keyword: string, signal: AbortSignal) => Promise<readonly Row[]>;
  /** Rows that are shown but cannot be chosen, for example without stock. */
  readonly isDisabled?: (row: Row) => boolean;
  /** Wait after the last key. Default 200. */
  readonly delayMs?: number;
}

/** State of a keyword picker: keyword, rows found, row under the keys. A newer search drops the older one. Knows no React. */
export class PickerStore<Row> {
  keyword = '';
  rows: readonly Row[] = [];
  state: LoadState = { kind: 'idle' };
  open = false;
  activeIndex = -1;
  private options: PickerStoreOptions<Row>;
  private running: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: PickerStoreOptions<Row>) {
    this.options = options;
    makeObservable(this, {
      keyword: observable,
      rows: observableRef,
      state: observableRef,
      open: observable,
      activeIndex: observable,
      active: computed,
      type: action,
      show: action,
      hide: action,
      move: action,
    });
  }

  get active(): Row | undefined {
    return this.rows[this.activeIndex];
  }

  /** The newest functions of the component; they do not start a search. */
  use(options: PickerStoreOptions<Row>): void {
    this.options = options;
  }

  isDisabled(row: Row): boolean {
    return this.options.isDisabled?.(row) ?? false;
  }

  /** Takes what was typed and searches once the typing pauses. */
  type(keyword: string): void {
    this.keyword = keyword;
    this.open = true;
    // One sign of waiting for all keys: a new one would draw the list again.
    if (this.state.kind !== 'loading') this.state = { kind: 'loading', first: this.rows.length === 0 };
    // The answer to fewer letters would look like the one to these, and Enter would take a row that nobody asked for.
    this.dispose();
    this.timer = setTimeout(() => void this.find(), this.options.delayMs ?? 200);
  }

  /** Opens and searches at once. */
  show(): void {
    if (this.open) return;
    this.open = true;
    void this.find();
  }

  /** Closes and forgets what was typed: only a chosen row counts. */
  hide(): void {
    this.open = false;
    this.keyword = '';
    this.activeIndex = -1;
    this.dispose();
  }

  /** To the next row that can be chosen; goes round at the ends. */
  move(step: 1 | -1): void {
    const { length } = this.rows;
    for (let tried = 1; tried <= length; tried += 1) {
      const start = this.activeIndex < 0 && step < 0 ? 0 : this.activeIndex;
      const at = (start + step * tried + length * tried) % length;
      const row = this.rows[at];
      if (row === undefined || this.isDisabled(row)) continue;
      this.activeIndex = at;
      return;
    }
  }

  /** Takes the row under the keys and closes. Nothing when there is none, or while newer rows are on their way. */
  pick(): Row | undefined {
    const row = this.active;
    if (!this.open || this.state.kind !== 'ready' || row === undefined || this.isDisabled(row)) return undefined;
    this.hide();
    return row;
  }

  /** Ends timer and call. */
  dispose(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.running?.abort();
  }

  async find(): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.state = { kind: 'loading', first: this.rows.length === 0 };
    });
    try {
      const rows = await this.options.load(this.keyword.trim(), running.signal);
      if (running.signal.aborted) return;
      runInAction(() => {
        this.rows = rows;
        // Letters name what is wanted; the first choices of an empty search are nobody's wish, and Enter must not take one of them.
        this.activeIndex = this.keyword.trim() === '' ? -1 : rows.findIndex((row) => !this.isDisabled(row));
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.rows = [];
        this.state = { kind: 'failed', error };
      });
    }
  }
}
