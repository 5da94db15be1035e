import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type FrameSocket, frameSocket } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { chatFrames } from '../../contract/chat-frames.ts';
import { chatContract, type Conversation } from '../../contract/conversation.contract.ts';
import { isGroupPeer } from '../../contract/limits.ts';
import { type ChatLine, lineOfEcho, lineOfReceived } from '../log/chat-line.ts';
import {
  type Arrival,
  answered,
  arrived,
  type ConversationState,
  marked,
  markedByPeer,
  mustAskAfter,
  newestFirst,
  newState,
  unreadOf,
} from '../log/conversation-state.ts';
import { Outbox } from './outbox.ts';

/** Who a conversation is with, as far as whoever opens it knows. */
export type Peer = Pick<Conversation, 'id' | 'realName' | 'headIcon' | 'account'>;

/** What hears of the messages of one conversation while it is open. */
export interface OpenConversation {
  readonly peerId: string;
  /** Somebody looks at its newest messages now. */
  readonly isSeen: boolean;
  received(line: ChatLine): void;
  peerRead(seq: number): void;
  /** The connection was lost: what came meanwhile is missing. */
  catchUp(): Promise<void>;
}

/** Something new for people who cannot see it. */
export interface Announcement {
  readonly peerId: string;
  readonly name: string;
  readonly seq: number;
}

const rowOf = ({ id, account, realName, headIcon }: Peer): Conversation => ({
  ...{ id, account, realName, headIcon, latestMessage: '', messageType: 'text', latestDate: 0, unreadMessage: 0, latestUserId: '', latestUserName: '' },
  ...{ kind: isGroupPeer(id) ? 'group' : 'person', latestSeq: 0, readSeq: 0, peerReadSeq: 0, open: true },
});

/**
 * All of a person's conversations in this window: one of these while badge or drawer are there. The list comes once and again after each lost connection; between, the
 * socket keeps it right, for what others write, what the person writes in another window, and what was read there.
 */
export class ChatStore {
  readonly ctx: WebContext;
  readonly client: Client<typeof chatContract.routes>;
  readonly socket: FrameSocket<typeof chatFrames>;
  readonly outbox: Outbox;
  loadState: 'idle' | 'loading' | 'ready' | 'failed' = 'idle';
  error: unknown = null;
  /** The newest message of somebody else that nobody sees at this moment. */
  announcement: Announcement | null = null;
  /** Counts changes of groups, for whoever shows them. */
  groupChanges = 0;
  private readonly states = observable.map<string, ConversationState>({}, { deep: false });
  private open: OpenConversation | null = null;
  /** Marks that the server may not know of yet. */
  private readonly unsentMarks = new Map<string, number>();
  private leave: readonly (() => void)[] = [];
  private loads = 0;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(chatContract, ctx.http);
    this.socket = frameSocket(ctx, chatFrames);
    this.outbox = new Outbox(ctx, (message) => this.socket.send('SendMessage', message));
    makeObservable<this, 'put' | 'frameOf'>(this, {
      loadState: observable,
      error: observableRef,
      announcement: observableRef,
      groupChanges: observable,
      conversations: computed,
      unread: computed,
      read: action,
      put: action,
      frameOf: action,
    });
  }

  /** Newest on top (spec 4-09). Those in which nothing was written yet are there only while they are groups. */
  get conversations(): readonly ConversationState[] {
    return [...this.states.values()].filter(({ row }) => row.latestSeq > 0 || row.kind === 'group').sort(newestFirst);
  }

  /** Of all conversations together. */
  get unread(): number {
    let sum = 0;
    for (const state of this.states.values()) sum += unreadOf(state);
    return sum;
  }

  conversation(peerId: string): ConversationState | undefined {
    return this.states.get(peerId);
  }

  /** Begins to hear, and reads the list. */
  start(): void {
    const { socket } = this;
    this.leave = [
      socket.on('receiveMessage', (frame) => {
        const peer = { id: frame.formUserId, account: frame.account, realName: frame.realName, headIcon: frame.headIcon };
        this.frameOf(peer, lineOfReceived(frame), frame.messageType, frame.formMessage, false);
      }),
      socket.on('sendMessage', (frame) => {
        const peer = { id: frame.toUserId, account: frame.toAccount, realName: frame.toRealName, headIcon: frame.toHeadIcon };
        this.frameOf(peer, lineOfEcho(frame), frame.messageType, frame.toMessage, true);
        this.outbox.settled(frame.toUserId, frame.clientId);
      }),
      socket.on('messagesRead', ({ formUserId, readerId, seq }) => this.heardRead(formUserId, readerId, seq)),
      socket.on('groupChanged', () => {
        runInAction(() => {
          this.groupChanges += 1;
        });
        void this.load();
      }),
      socket.onConnected(() => void this.connectedAgain()),
    ];
    void this.load();
  }

  stop(): void {
    for (const end of this.leave) end();
    this.leave = [];
    // An answer that is still on its way is nobody's.
    this.loads += 1;
  }

  /** Reads the list of conversations. What came over the socket meanwhile stands. */
  async load(): Promise<void> {
    this.loads += 1;
    const nth = this.loads;
    runInAction(() => {
      if (this.loadState !== 'ready') this.loadState = 'loading';
    });
    try {
      const { data } = await this.client.conversations({}, { quiet: true, background: true });
      if (nth === this.loads) this.take(data.list);
    } catch (error) {
      if (nth !== this.loads) return;
      runInAction(() => {
        this.error = error;
        // A list that is there stays, though it may be old: the next connection reads it again.
        if (this.loadState !== 'ready') this.loadState = 'failed';
      });
    }
  }

  /** A conversation is opened or closed. */
  show(open: OpenConversation | null): void {
    this.open = open;
  }

  /** Makes sure that there is a state to a conversation that somebody opens from the contacts. */
  know(peer: Peer): void {
    if (!this.states.has(peer.id)) this.put(peer.id, newState(rowOf(peer)));
  }

  /** Somebody looks at a conversation: nothing of it is unread any more, and the server is told through the socket (spec 4-08). */
  read(peerId: string): void {
    const state = this.states.get(peerId);
    if (!state) return;
    const { latestSeq, readSeq } = state.row;
    if (latestSeq <= readSeq && unreadOf(state) === 0) return;
    this.put(peerId, marked(state, latestSeq));
    this.unsentMarks.set(peerId, latestSeq);
    void this.tellRead(peerId, latestSeq);
  }

  /** What an answer with messages says of their conversation. */
  answeredMessages(peerId: string, { readSeq, peerReadSeq }: { readonly readSeq: number; readonly peerReadSeq: number }): void {
    const state = this.states.get(peerId);
    if (state) this.put(peerId, markedByPeer(readSeq > state.row.readSeq ? marked(state, readSeq) : state, peerReadSeq));
  }

  /** A message of the connection before, or of a page that was just read. */
  foundOwn(peerId: string, lines: readonly ChatLine[]): void {
    for (const { clientId } of lines) this.outbox.settled(peerId, clientId);
  }

  private async connectedAgain(): Promise<void> {
    for (const [peerId, seq] of this.unsentMarks) void this.tellRead(peerId, seq);
    await Promise.all([this.load(), this.open?.catchUp()]);
  }

  private async tellRead(formUserId: string, seq: number): Promise<void> {
    try {
      await this.socket.send('UpdateReadMessage', { formUserId, seq });
      if (this.unsentMarks.get(formUserId) === seq) this.unsentMarks.delete(formUserId);
    } catch {
      // The next connection tells it: the mark is kept.
    }
  }

  private frameOf(peer: Peer, line: ChatLine, messageType: ChatLine['type'], content: ChatLine['content'], mine: boolean): void {
    const arrival: Arrival = {
      latestMessage: typeof content === 'string' ? content : JSON.stringify(content),
      messageType,
      latestDate: line.sentAt,
      latestUserId: line.senderId,
      latestUserName: line.senderName,
      latestSeq: line.seq,
      mine,
    };
    const before = this.states.get(peer.id);
    const known = before ?? newState(rowOf(peer));
    // A new name or picture comes with the message; a group's account is empty.
    const row = { ...known.row, realName: peer.realName || known.row.realName, headIcon: peer.headIcon };
    const isNew = line.seq > known.row.latestSeq;
    this.put(peer.id, arrived({ ...known, row }, arrival));
    if (this.open?.peerId === peer.id) this.open.received(line);
    if (mine || !isNew) return;
    if (this.open?.peerId === peer.id && this.open.isSeen) this.read(peer.id);
    else this.announcement = { peerId: peer.id, name: peer.realName, seq: line.seq };
  }

  private heardRead(peerId: string, readerId: string, seq: number): void {
    const state = this.states.get(peerId);
    if (!state) return;
    if (readerId !== this.ctx.user.userId) {
      this.put(peerId, markedByPeer(state, seq));
      if (this.open?.peerId === peerId) this.open.peerRead(seq);
      return;
    }
    const ask = mustAskAfter(state, seq);
    this.put(peerId, marked(state, seq));
    if (ask) void this.load();
  }

  private put(peerId: string, state: ConversationState): void {
    this.states.set(peerId, state);
  }

  private take(list: readonly Conversation[]): void {
    runInAction(() => {
      const listed = new Set(list.map(({ id }) => id));
      for (const row of list) this.states.set(row.id, answered(this.states.get(row.id), row));
      // A group that one has left is listed no more; what came since the answer was made, and who was just opened, stay.
      for (const [id, { answeredSeq, row }] of this.states) if (!listed.has(id) && (answeredSeq > 0 || row.kind === 'group')) this.states.delete(id);
      this.loadState = 'ready';
      this.error = null;
    });
    if (this.open?.isSeen) this.read(this.open.peerId);
  }
}
