import { Act, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { messageContract } from '../../contract/message.contract.ts';
import type { MessageInfo, MessageRow } from '../../contract/message.schema.ts';
import { unreadOf } from '../unread/unread.store.ts';

/** Rows of one call, and how many calls look for notices that wait: those are mostly among the newest. */
const PAGE_SIZE = 100;
const MAX_PAGES = 5;

/** Notices that wait to be confirmed, one after another, the oldest first. */
export class MustReadStore {
  /** The one that is shown. */
  info: MessageInfo | null = null;
  /** Those behind it. */
  private waiting: readonly MessageRow[] = [];
  readonly receipt: Act;
  private readonly client;
  private readonly unread;
  private gone = false;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(messageContract, ctx.http);
    this.unread = unreadOf(ctx);
    this.receipt = new Act(ctx, 'receipt', { changed: 'send' });
    makeObservable<this, 'waiting'>(this, { info: observableRef, waiting: observableRef, left: computed, stop: action });
  }

  /** How many come after the one that is shown. */
  get left(): number {
    return this.waiting.length;
  }

  /** Looks for them and shows the first. What fails is left to the next sign-in: nobody asked for it. */
  start = async (): Promise<void> => {
    try {
      const found = await this.find();
      runInAction(() => {
        this.waiting = found;
      });
      await this.next();
    } catch (error) {
      this.ctx.report(error, 'must-read');
    }
  };

  /** Confirms the one that is shown, and goes on to the next. What went wrong stands in `receipt.problem`. */
  confirm = async (): Promise<void> => {
    const { info } = this;
    if (!info) return;
    const end = await this.receipt.run(info.id, (options) => this.client.receipt({ params: { id: info.id } }, options));
    if (end.kind === 'done') await this.next();
  };

  /** All of them later, with the next sign-in; in the list they stay marked. */
  stop = (): void => {
    this.info = null;
    this.waiting = [];
    void this.unread.load();
  };

  dispose(): void {
    this.gone = true;
    this.receipt.dispose();
  }

  private async next(): Promise<void> {
    const [row, ...rest] = this.waiting;
    if (!row || this.gone) return this.stop();
    try {
      const { data } = await this.client.readInfo({ params: { id: row.id } }, { quiet: true });
      runInAction(() => {
        this.unread.wasOpened(row);
        this.info = data;
        this.waiting = rest;
      });
    } catch {
      // Withdrawn meanwhile, or no connection: the others may be there.
      runInAction(() => {
        this.info = null;
        this.waiting = rest;
      });
      await this.next();
    }
  }

  private async find(): Promise<readonly MessageRow[]> {
    const found: MessageRow[] = [];
    for (let currentPage = 1; currentPage <= MAX_PAGES; currentPage += 1) {
      const { data } = await this.client.list({ query: { type: '1', currentPage, pageSize: PAGE_SIZE } }, { quiet: true, background: true });
      found.push(...data.list.filter(({ mustRead, receiptTime }) => mustRead === 1 && receiptTime === null));
      if (found.length >= this.unread.mustRead || data.list.length < PAGE_SIZE) break;
    }
    return found.sort((one, other) => one.lastModifyTime - other.lastModifyTime);
  }
}
