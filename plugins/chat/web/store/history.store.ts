import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { HISTORY_PAGE } from '../../contract/limits.ts';
import { type ChatLine, lineOfMessage, readContent } from '../log/chat-line.ts';
import type { ChatStore } from './chat.store.ts';

/** Messages of one conversation from the newest back, all of them or those that hold a word (聊天记录, spec 2.4-13). */
export class HistoryStore {
  lines: readonly ChatLine[] = [];
  keyword = '';
  loadState: 'loading' | 'ready' | 'failed' = 'loading';
  loading = false;
  error: unknown = null;
  more = false;
  private page = 0;
  private abort = new AbortController();
  private readonly chat: ChatStore;
  private readonly peerId: string;

  constructor(chat: ChatStore, peerId: string) {
    this.chat = chat;
    this.peerId = peerId;
    makeObservable(this, {
      lines: observableRef,
      keyword: observable,
      loadState: observable,
      loading: observable,
      error: observableRef,
      more: observable,
      searched: computed,
      search: action,
    });
  }

  /** The word that was looked for, without blanks around it. */
  get searched(): string {
    return this.keyword.trim();
  }

  search(keyword: string): void {
    this.keyword = keyword;
    this.abort.abort();
    this.abort = new AbortController();
    this.lines = [];
    this.page = 0;
    this.more = true;
    this.loading = false;
    this.loadState = 'loading';
    void this.loadMore();
  }

  /** The next page of 50 (spec 9-01). */
  async loadMore(): Promise<void> {
    if (this.loading || !this.more) return;
    const { signal } = this.abort;
    runInAction(() => {
      this.loading = true;
    });
    try {
      const { lines, more } = this.searched === '' ? await this.readBack(signal) : await this.find(signal);
      runInAction(() => {
        const known = new Set(this.lines.map(({ seq }) => seq));
        this.lines = [...this.lines, ...lines.filter(({ seq }) => !known.has(seq))];
        this.more = more;
        this.loadState = 'ready';
      });
    } catch (error) {
      if (signal.aborted) return;
      runInAction(() => {
        this.error = error;
        this.loadState = 'failed';
      });
    } finally {
      if (!signal.aborted) {
        runInAction(() => {
          this.loading = false;
        });
      }
    }
  }

  dispose(): void {
    this.abort.abort();
  }

  private async readBack(signal: AbortSignal): Promise<{ lines: readonly ChatLine[]; more: boolean }> {
    const beforeSeq = this.lines.at(-1)?.seq;
    const query = { peerId: this.peerId, pageSize: HISTORY_PAGE, ...(beforeSeq !== undefined && { beforeSeq }) };
    const { data } = await this.chat.client.messages({ query }, { signal, quiet: true });
    return { lines: data.list.map(lineOfMessage).reverse(), more: data.more };
  }

  private async find(signal: AbortSignal): Promise<{ lines: readonly ChatLine[]; more: boolean }> {
    const currentPage = this.page + 1;
    const query = { peerId: this.peerId, keyword: this.searched, currentPage, pageSize: HISTORY_PAGE };
    const { data } = await this.chat.client.search({ query }, { signal, quiet: true });
    this.page = currentPage;
    const lines = data.list.map(
      ({ id, seq, sendUserId, sendRealName, sendTime, contentType, content }): ChatLine => ({
        ...{ id, seq, clientId: '', senderId: sendUserId, senderName: sendRealName, senderIcon: '', sentAt: sendTime },
        ...readContent(contentType, content),
      }),
    );
    return { lines, more: data.list.length === HISTORY_PAGE };
  }
}
