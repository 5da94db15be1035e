import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@nephra/plugin-sdk/contract';
import { Act, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { messageContract } from '../../contract/message.contract.ts';
import type { MessageRow } from '../../contract/message.schema.ts';
import { unreadOf } from '../unread/unread.store.ts';

export type InboxState = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };

/** Rows that one call gives at most. */
const MAX_ROWS = Math.max(...PAGE_SIZES);

/** The list in the drawer: the newest messages, and more of them as one goes down (spec 9-01). */
export class InboxStore {
  rows: readonly MessageRow[] = [];
  state: InboxState = { kind: 'loading' };
  /** The server has more than is here. */
  hasMore = false;
  readonly reading: Act;
  private asOf: string | undefined;
  private page = 1;
  private running: AbortController | null = null;
  private readonly client;
  readonly unread;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(messageContract, ctx.http);
    this.unread = unreadOf(ctx);
    this.reading = new Act(ctx, 'read-all', { changed: 'send', toasts: true });
    makeObservable(this, { rows: observableRef, state: observableRef, hasMore: observable, anyUnread: computed });
  }

  get anyUnread(): boolean {
    return this.unread.total > 0 || this.rows.some((row) => this.unread.isUnread(row));
  }

  /** Reads anew what is shown, at least a page; how far somebody went down stays. */
  load = (): Promise<void> => {
    const pages = Math.max(1, Math.ceil(this.rows.length / DEFAULT_PAGE_SIZE));
    const pageSize = Math.min(pages * DEFAULT_PAGE_SIZE, MAX_ROWS);
    return this.read(1, pageSize, (rows) => {
      this.page = Math.ceil(pageSize / DEFAULT_PAGE_SIZE);
      this.rows = rows;
    });
  };

  /** The next page, once at a time. */
  more = async (): Promise<void> => {
    if (this.state.kind !== 'ready' || !this.hasMore) return;
    const page = this.page + 1;
    await this.read(page, DEFAULT_PAGE_SIZE, (rows) => {
      this.page = page;
      // What arrived meanwhile moves rows into the next page.
      const here = new Set(this.rows.map(({ id }) => id));
      this.rows = [...this.rows, ...rows.filter(({ id }) => !here.has(id))];
    });
  };

  /** After a question, all that the list knows of are read (spec 4-05, 8-12); what came later is not. */
  readAll = async (): Promise<void> => {
    const { t, confirm, toast } = this.ctx;
    if (!(await confirm({ title: t('readAll.title'), content: t('readAll.ask') }))) return;
    const { asOf } = this;
    await this.reading.run(
      asOf,
      (options) => this.unread.readAll(asOf, options),
      ({ msg }) => toast.success(msg),
    );
  };

  dispose(): void {
    this.running?.abort();
    this.reading.dispose();
  }

  private async read(currentPage: number, pageSize: number, accept: (rows: readonly MessageRow[]) => void): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    runInAction(() => {
      this.state = { kind: 'loading' };
    });
    try {
      const { data } = await this.client.list({ query: { currentPage, pageSize } }, { quiet: true, signal: running.signal });
      if (running.signal.aborted) return;
      runInAction(() => {
        accept(data.list);
        if (currentPage === 1) this.asOf = data.asOf;
        this.hasMore = data.list.length === pageSize && this.rows.length < data.pagination.total;
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      if (running.signal.aborted) return;
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }
}
