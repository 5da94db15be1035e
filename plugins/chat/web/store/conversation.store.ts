import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { isGroupPeer, MAX_MESSAGES_READ, OPENING_PAGE } from '../../contract/limits.ts';
import type { ChatMessage, LinkContent } from '../../contract/message.schema.ts';
import { type ChatLine, lineOfMessage } from '../log/chat-line.ts';
import { gapAfter, mergeLines } from '../log/message-log.ts';
import type { ChatStore, OpenConversation, Peer } from './chat.store.ts';
import type { OwnPicture, OwnRecording, UnsentMessage } from './unsent.ts';

const TEXT_KEY = 'session:text:';
/** Who was away for more messages than this begins at the newest ones; those between come by scrolling back. */
const MAX_CAUGHT_UP = 400;
/** Messages before the one that somebody jumps to. */
const CONTEXT_BEFORE = 15;

/** One open conversation: its messages from some point on, what is being written, and what is on its way. */
export class ConversationStore implements OpenConversation {
  readonly peerId: string;
  readonly chat: ChatStore;
  lines: readonly ChatLine[] = [];
  loadState: 'loading' | 'ready' | 'failed' = 'loading';
  error: unknown = null;
  hasOlder = false;
  /** Somebody has jumped back: what is newer than the last message is not here yet. */
  hasNewer = false;
  loadingMore = false;
  /** Reading on has failed; scrolling on tries again. */
  moreFailed = false;
  /** Place of the message that somebody has jumped to. */
  found: number | null = null;
  text: string;
  /** The page in front of the person shows this conversation. */
  private looking = true;
  private peerMark = 0;
  /** Places behind which the server has nothing, though the next place is another one. */
  private readonly explained = new Set<number>();
  private abort = new AbortController();
  private catching: Promise<void> | undefined;
  private catchAgain = false;

  constructor(chat: ChatStore, peer: Peer) {
    this.chat = chat;
    this.peerId = peer.id;
    this.text = chat.ctx.drafts.load<string>(TEXT_KEY + peer.id) ?? '';
    chat.know(peer);
    chat.outbox.restore(peer.id);
    makeObservable<this, 'peerMark' | 'apply'>(this, {
      lines: observableRef,
      loadState: observable,
      error: observableRef,
      hasOlder: observable,
      hasNewer: observable,
      loadingMore: observable,
      moreFailed: observable,
      found: observable,
      text: observable,
      peerMark: observable,
      unsent: computed,
      peerReadSeq: computed,
      setText: action,
      received: action,
      peerRead: action,
      apply: action,
    });
  }

  /** Written here, and not yet among the messages. */
  get unsent(): readonly UnsentMessage[] {
    const arrived = new Set(this.lines.map(({ clientId }) => clientId));
    return this.chat.outbox.of(this.peerId).filter(({ clientId }) => !arrived.has(clientId));
  }

  /** Up to here the other side has read. */
  get peerReadSeq(): number {
    return Math.max(this.peerMark, this.chat.conversation(this.peerId)?.row.peerReadSeq ?? 0);
  }

  get isGroup(): boolean {
    return isGroupPeer(this.peerId);
  }

  /** Why nothing can be written: the account is out of use, or one is no longer in the group. */
  get closed(): 'account' | 'group' | null {
    const state = this.chat.conversation(this.peerId);
    if (state?.row.open === false) return 'account';
    return this.isGroup && state === undefined && this.chat.loadState === 'ready' ? 'group' : null;
  }

  get isSeen(): boolean {
    return this.looking && !this.hasNewer && this.loadState === 'ready';
  }

  /** The newest messages (spec 9-01: 30). */
  async load(): Promise<void> {
    this.restart();
    await this.begin({ pageSize: OPENING_PAGE }, null);
  }

  /** The messages around one that was found. */
  async showAround(seq: number): Promise<void> {
    this.restart();
    await this.begin({ afterSeq: Math.max(0, seq - CONTEXT_BEFORE), pageSize: OPENING_PAGE }, seq);
  }

  /** The messages before the first one that is here. */
  async loadOlder(): Promise<void> {
    const [first] = this.lines;
    if (!first || !this.hasOlder || this.loadingMore) return;
    await this.loadMore(async (signal) => {
      const data = await this.ask({ beforeSeq: first.seq, pageSize: OPENING_PAGE }, signal);
      this.apply(data.list, { hasOlder: data.more });
    });
  }

  /** After a jump back: the messages behind the last one that is here. */
  async loadNewer(): Promise<void> {
    const last = this.lines.at(-1);
    if (!last || !this.hasNewer || this.loadingMore) return;
    await this.loadMore(async (signal) => {
      const data = await this.ask({ afterSeq: last.seq, pageSize: OPENING_PAGE }, signal);
      this.apply(data.list, { hasNewer: data.more });
    });
    this.seen();
  }

  /** Reads what is missing behind the last message, until nothing is: after a lost connection, or when a message came without the one before it. */
  async catchUp(): Promise<void> {
    if (this.loadState !== 'ready') return await this.load();
    if (this.hasNewer) return;
    this.catchAgain = true;
    this.catching ??= this.catchUpOnce().finally(() => {
      this.catching = undefined;
    });
    await this.catching;
  }

  received(line: ChatLine): void {
    // Somebody reads further back: it comes when they scroll on.
    if (this.hasNewer) return;
    this.lines = mergeLines(this.lines, [line]);
    if (this.loadState === 'ready' && this.gap !== undefined) void this.catchUp();
  }

  peerRead(seq: number): void {
    this.peerMark = Math.max(this.peerMark, seq);
  }

  /** What is being written survives that the drawer is closed, and a reload; it goes with the session. */
  setText(text: string): void {
    this.text = text;
    const { drafts } = this.chat.ctx;
    if (text === '') drafts.clear(TEXT_KEY + this.peerId);
    else drafts.save(TEXT_KEY + this.peerId, text);
  }

  /** Sends what is written, without what stands blank at its ends; nothing when nothing is left (spec 5-25). */
  sendText(): void {
    const text = this.text.trim();
    if (text === '') return;
    this.setText('');
    this.backToNewest();
    this.chat.outbox.sendText(this.peerId, text);
  }

  sendPicture(picture: OwnPicture): void {
    this.backToNewest();
    this.chat.outbox.sendPicture(this.peerId, picture);
  }

  sendRecording(type: 'voice' | 'video', recording: OwnRecording): void {
    this.backToNewest();
    this.chat.outbox.sendRecording(this.peerId, type, recording);
  }

  sendLink(link: LinkContent): void {
    this.backToNewest();
    this.chat.outbox.sendLink(this.peerId, link);
  }

  /** Whether the page is in front of somebody. */
  look(looking: boolean): void {
    this.looking = looking;
    this.seen();
  }

  dispose(): void {
    this.abort.abort();
    this.looking = false;
  }

  private get gap(): number | undefined {
    return gapAfter(this.lines, (seq) => this.explained.has(seq));
  }

  private backToNewest(): void {
    if (this.hasNewer) void this.load();
  }

  private seen(): void {
    if (this.isSeen) this.chat.read(this.peerId);
  }

  private restart(): void {
    this.abort.abort();
    this.abort = new AbortController();
    runInAction(() => {
      this.lines = [];
      this.loadState = 'loading';
      this.loadingMore = false;
      this.hasOlder = false;
      this.hasNewer = false;
      this.found = null;
    });
  }

  private async begin(query: { readonly afterSeq?: number; readonly pageSize: number }, found: number | null): Promise<void> {
    const { signal } = this.abort;
    try {
      const data = await this.ask(query, signal);
      const back = query.afterSeq !== undefined;
      runInAction(() => {
        this.apply(data.list, { hasOlder: back ? (query.afterSeq ?? 0) > 0 : data.more, hasNewer: back && data.more });
        this.found = found;
        this.loadState = 'ready';
      });
      // A message may have come before the answer, and behind what the answer has.
      if (!this.hasNewer && this.gap !== undefined) await this.catchUp();
      this.seen();
    } catch (error) {
      if (signal.aborted) return;
      runInAction(() => {
        this.error = error;
        this.loadState = 'failed';
      });
    }
  }

  private async loadMore(read: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.abort;
    runInAction(() => {
      this.loadingMore = true;
      this.moreFailed = false;
    });
    try {
      await read(signal);
    } catch {
      if (!signal.aborted) {
        runInAction(() => {
          this.moreFailed = true;
        });
      }
    } finally {
      if (!signal.aborted) {
        runInAction(() => {
          this.loadingMore = false;
        });
      }
    }
  }

  private async catchUpOnce(): Promise<void> {
    const { signal } = this.abort;
    try {
      while (this.catchAgain && !signal.aborted) {
        this.catchAgain = false;
        for (;;) {
          const after = this.gap ?? this.lines.at(-1)?.seq ?? 0;
          const data = await this.ask({ afterSeq: after, pageSize: MAX_MESSAGES_READ }, signal);
          // Not waited for: the new beginning may want to catch up, too.
          if (data.latestSeq - after > MAX_CAUGHT_UP) return void this.load();
          this.explained.add(after);
          this.apply(data.list, {});
          if (data.list.length === 0 || (!data.more && this.gap === undefined)) break;
        }
      }
      this.seen();
    } catch {
      // The next connection, or the next message, tries again; what is here stays in order.
    }
  }

  private async ask(query: { readonly afterSeq?: number; readonly beforeSeq?: number; readonly pageSize: number }, signal: AbortSignal) {
    const { data } = await this.chat.client.messages({ query: { peerId: this.peerId, ...query } }, { signal, quiet: true });
    this.chat.answeredMessages(this.peerId, data);
    return data;
  }

  private apply(list: readonly ChatMessage[], { hasOlder, hasNewer }: { readonly hasOlder?: boolean; readonly hasNewer?: boolean }): void {
    const fresh = list.map(lineOfMessage);
    this.lines = mergeLines(this.lines, fresh);
    if (hasOlder !== undefined) this.hasOlder = hasOlder;
    if (hasNewer !== undefined) this.hasNewer = hasNewer;
    this.chat.foundOwn(this.peerId, fresh);
  }
}
