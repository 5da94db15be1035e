import { createClient, type HttpPort, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { MessageType } from '../../contract/message-limits.ts';
import { messageContract } from '../../contract/message.contract.ts';
import type { MessageRow, UnreadCounts } from '../../contract/message.schema.ts';

type Row = Pick<MessageRow, 'id' | 'type' | 'isRead'>;

/** Asking goes on while something arrives in between, but not for ever. */
const MAX_TRIES = 3;
export const LOAD_AFTER_MS = 300;

/** Unread messages of the session, in one place for the mark, the drawer, the message centre and the dialogs of must-read notices. */
export class UnreadStore {
  /** Null until the server has said it. */
  private counts: UnreadCounts | null = null;
  /** Read in this window; lists that came before show it. */
  private readonly opened = observable.set<string>();
  /** Goes up when lists are to be read again. */
  changes = 0;
  /** Counts what the server said by itself: an answer that was on its way meanwhile may be older. */
  private told = 0;
  private soon: ReturnType<typeof setTimeout> | null = null;
  private readonly client;

  constructor(http: HttpPort) {
    this.client = createClient(messageContract, http);
    makeObservable<this, 'counts'>(this, {
      counts: observableRef,
      changes: observable,
      notices: computed,
      messages: computed,
      total: computed,
      known: computed,
      mustRead: computed,
      take: action,
      connected: action,
      arrived: action,
      wasOpened: action,
      wasReadElsewhere: action,
      changed: action,
    });
  }

  get known(): boolean {
    return this.counts !== null;
  }

  get notices(): number {
    return Math.max(0, this.counts?.unreadNoticeCount ?? 0);
  }

  get messages(): number {
    return Math.max(0, this.counts?.unreadMessageCount ?? 0);
  }

  /** Notices and messages together, never below 0 (spec 4-05). */
  get total(): number {
    return this.notices + this.messages;
  }

  /** Notices that wait to be confirmed. */
  get mustRead(): number {
    return Math.max(0, this.counts?.mustReadCount ?? 0);
  }

  isUnread({ id, isRead }: Row): boolean {
    return isRead === '0' && !this.opened.has(id);
  }

  /** For pages that show them: asks unless they are here. */
  begin(): void {
    if (!this.known) void this.load();
  }

  /** Asks for the counters; what fails leaves those that are here. */
  async load(): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { told } = this;
      try {
        const { data } = await this.client.unread({}, { quiet: true, background: true });
        if (told === this.told) return this.take(data);
      } catch {
        // Asked again with the next connection.
        return;
      }
    }
  }

  /** The counters as they are now. */
  take({ unreadNoticeCount, unreadMessageCount, unreadTotalCount, mustReadCount }: UnreadCounts): void {
    this.told += 1;
    this.counts = { unreadNoticeCount, unreadMessageCount, unreadTotalCount, mustReadCount };
  }

  /** The counters that come with each connection; what happened before it is in the lists. */
  connected(counts: UnreadCounts): void {
    this.changes += 1;
    this.take(counts);
  }

  /** Something new; the counters are what to add. */
  arrived({
    id,
    unreadNoticeCount,
    unreadMessageCount,
  }: {
    readonly id: string;
    readonly unreadNoticeCount: number;
    readonly unreadMessageCount: number;
  }): void {
    this.told += 1;
    this.opened.delete(id);
    this.changes += 1;
    this.add(unreadNoticeCount, unreadMessageCount);
  }

  /** The person has opened it here: unread becomes read, once. */
  wasOpened(row: Row): void {
    if (!this.isUnread(row)) return;
    this.opened.add(row.id);
    if (row.type === MessageType.notice) this.add(-1, 0);
    else this.add(0, -1);
  }

  /** A page of the same person, maybe this one, has read these; none named: many. */
  wasReadElsewhere(ids: readonly string[]): void {
    for (const id of ids) this.opened.add(id);
    if (ids.length === 0) this.changes += 1;
    this.loadSoon();
  }

  /** One is gone, or is shown otherwise. */
  changed(id: string): void {
    this.opened.delete(id);
    this.changes += 1;
    this.loadSoon();
  }

  /** All that the list showed are read: the answer says what is left. */
  readAll(asOf: string | undefined, options: { readonly idempotencyKey?: string; readonly quiet?: boolean }) {
    return this.client.readAll({ body: asOf === undefined ? {} : { asOf } }, options).then((answer) => {
      runInAction(() => {
        this.take(answer.data);
        this.changes += 1;
      });
      return answer;
    });
  }

  /** Several frames at once are one call. Of what arrives nobody asks: a notice to everybody would bring a call of each browser in the same second. */
  private loadSoon(): void {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      void this.load();
    }, LOAD_AFTER_MS);
  }

  private add(notices: number, messages: number): void {
    if (this.counts === null) return;
    const unreadNoticeCount = Math.max(0, this.counts.unreadNoticeCount + notices);
    const unreadMessageCount = Math.max(0, this.counts.unreadMessageCount + messages);
    this.counts = { ...this.counts, unreadNoticeCount, unreadMessageCount, unreadTotalCount: unreadNoticeCount + unreadMessageCount };
  }
}

const stores = new WeakMap<HttpPort, UnreadStore>();

/** That of the session. */
export function unreadOf({ http }: Pick<WebContext, 'http'>): UnreadStore {
  const store = stores.get(http) ?? new UnreadStore(http);
  stores.set(http, store);
  return store;
}
