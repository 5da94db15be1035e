import type { Client, WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { assistantContract, ConversationRow } from '../../contract/assistant.contract.ts';

const PAGE = 20;
/** After the last letter that was typed. */
const SEARCH_AFTER_MS = 300;

/** The person's own conversations: search, more of them, rename, delete. */
export class HistoryStore {
  rows: readonly ConversationRow[] = [];
  total = 0;
  keyword = '';
  loading = false;
  error: unknown = null;
  /** Id and title of the one whose title is typed. */
  renaming: { readonly id: string; readonly title: string } | null = null;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ctx: WebContext,
    private readonly client: Client<(typeof assistantContract)['routes']>,
  ) {
    makeObservable(this, {
      rows: observableRef,
      total: observable,
      keyword: observable,
      loading: observable,
      error: observableRef,
      renaming: observableRef,
      search: action,
      rename: action,
    });
  }

  search(keyword: string): void {
    this.keyword = keyword;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), SEARCH_AFTER_MS);
  }

  /** @param more keeps what is shown and reads the next ones */
  async load(more = false): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    runInAction(() => {
      this.loading = true;
      this.error = null;
    });
    const currentPage = more ? Math.floor(this.rows.length / PAGE) + 1 : 1;
    try {
      const { data } = await this.client.conversations({ query: { currentPage, pageSize: PAGE, keyword: this.keyword.trim() } }, { quiet: true });
      if (mine !== this.asked) return;
      runInAction(() => {
        const known = more ? this.rows.filter(({ id }) => !data.list.some((row) => row.id === id)) : [];
        this.rows = [...known, ...data.list];
        this.total = data.pagination.total;
        this.loading = false;
      });
    } catch (error) {
      if (mine !== this.asked) return;
      runInAction(() => {
        this.error = error;
        this.loading = false;
      });
    }
  }

  /** Begins, types on, or (null) leaves without saving. */
  rename(renaming: HistoryStore['renaming']): void {
    this.renaming = renaming;
  }

  async saveTitle(): Promise<void> {
    const { renaming } = this;
    const title = renaming?.title.trim() ?? '';
    if (!renaming || title === '') return;
    try {
      await this.client.rename({ params: { id: renaming.id }, body: { title } });
      runInAction(() => {
        this.rows = this.rows.map((row) => (row.id === renaming.id ? { ...row, title } : row));
        this.renaming = null;
      });
    } catch {
      // The call itself told why; the title that was typed stays.
    }
  }

  /** @returns whether it is gone */
  async remove(id: string): Promise<boolean> {
    const { t } = this.ctx;
    const row = this.rows.find((one) => one.id === id);
    if (!(await this.ctx.confirm({ content: t('history.removeAsk', { title: row?.title ?? '' }), danger: true, okText: t('history.remove') }))) return false;
    try {
      await this.client.remove({ params: { id } });
    } catch {
      return false;
    }
    runInAction(() => {
      this.rows = this.rows.filter((one) => one.id !== id);
      this.total = Math.max(0, this.total - 1);
    });
    return true;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }
}
