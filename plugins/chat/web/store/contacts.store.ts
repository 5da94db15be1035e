import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type ImUser, userContract } from '../../../permission/contract/index.ts';

/** People of a page (spec 9-01). */
export const CONTACTS_PAGE = 20;

/** People whom one can write to, page by page; the last page is the one that is not full (wire facts 3). */
export class ContactsStore {
  people: readonly ImUser[] = [];
  keyword = '';
  loadState: 'idle' | 'loading' | 'ready' | 'failed' = 'idle';
  error: unknown = null;
  ended = false;
  private readonly client: Client<typeof userContract.routes>;
  private page = 0;
  private abort = new AbortController();

  constructor(ctx: Pick<WebContext, 'http'>) {
    this.client = createClient(userContract, ctx.http);
    makeObservable(this, { people: observableRef, keyword: observable, loadState: observable, error: observableRef, ended: observable, search: action });
  }

  /** On the first opening (spec 4-10); later ones show what is there. */
  openFirst(): void {
    if (this.loadState === 'idle') void this.loadMore();
  }

  search(keyword: string): void {
    this.keyword = keyword;
    this.abort.abort();
    this.abort = new AbortController();
    this.people = [];
    this.page = 0;
    this.ended = false;
    this.loadState = 'idle';
    void this.loadMore();
  }

  /** The next page. One at a time; after a failure the same one again. */
  async loadMore(): Promise<void> {
    if (this.loadState === 'loading' || this.ended) return;
    const { signal } = this.abort;
    const currentPage = this.page + 1;
    runInAction(() => {
      this.loadState = 'loading';
    });
    try {
      const query = { currentPage, pageSize: CONTACTS_PAGE, keyword: this.keyword.trim() };
      const { data } = await this.client.imUser({ query }, { signal, quiet: true });
      runInAction(() => {
        const known = new Set(this.people.map(({ id }) => id));
        // Somebody new may have moved the pages on.
        this.people = [...this.people, ...data.list.filter(({ id }) => !known.has(id))];
        this.page = currentPage;
        this.ended = data.list.length < CONTACTS_PAGE;
        this.loadState = 'ready';
      });
    } catch (error) {
      if (signal.aborted) return;
      runInAction(() => {
        this.error = error;
        this.loadState = 'failed';
      });
    }
  }

  dispose(): void {
    this.abort.abort();
  }
}
