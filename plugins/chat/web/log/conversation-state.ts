import type { Conversation } from '../../contract/conversation.contract.ts';

/** A conversation as this page knows it: what the server last said of it, and what came over the socket since. */
export interface ConversationState {
  /** Its newest message, name and marks; how much of it is unread says `unreadOf`. */
  readonly row: Conversation;
  /** Newest message that the server's answer knew of; 0: it has said nothing yet. */
  readonly answeredSeq: number;
  /** Unread ones among those. */
  readonly answeredUnread: number;
  /** Places of unread messages of others that came since. */
  readonly since: ReadonlySet<number>;
}

/** A message as far as the list of conversations needs it. */
export interface Arrival extends Pick<Conversation, 'latestMessage' | 'messageType' | 'latestDate' | 'latestUserId' | 'latestUserName' | 'latestSeq'> {
  /** Written by the person themselves, here or in another window. */
  readonly mine: boolean;
}

const NOTHING: ReadonlySet<number> = new Set();

/** Messages that nobody here has read; never below 0. */
export const unreadOf = ({ answeredUnread, since }: ConversationState): number => answeredUnread + since.size;

/** A conversation of which nothing is known but who it is with. */
export const newState = (row: Conversation): ConversationState => ({ row, answeredSeq: 0, answeredUnread: 0, since: NOTHING });

/** Newest message first, and by name where two are of the same moment. */
export const newestFirst = (a: ConversationState, b: ConversationState): number =>
  b.row.latestDate - a.row.latestDate || a.row.realName.localeCompare(b.row.realName) || a.row.id.localeCompare(b.row.id);

/** A message came over the socket. One that is known already, or that the answer counted, changes nothing. */
export function arrived(state: ConversationState, { mine, ...latest }: Arrival): ConversationState {
  const { row, answeredSeq, since } = state;
  const counts = !mine && latest.latestSeq > answeredSeq && latest.latestSeq > row.readSeq;
  return {
    ...state,
    row: latest.latestSeq > row.latestSeq ? { ...row, ...latest } : row,
    since: counts ? new Set(since).add(latest.latestSeq) : since,
  };
}

/** The person has read up to here, in this window or another. Marks only go forward. */
export function marked(state: ConversationState, seq: number): ConversationState {
  const { row, answeredSeq, answeredUnread, since } = state;
  return {
    ...state,
    row: { ...row, readSeq: Math.max(row.readSeq, seq) },
    answeredUnread: seq >= answeredSeq ? 0 : answeredUnread,
    since: new Set([...since].filter((one) => one > seq)),
  };
}

/** How many of those that the answer counted lie behind the mark only the server knows. */
export const mustAskAfter = ({ answeredSeq, answeredUnread }: ConversationState, seq: number): boolean => seq < answeredSeq && answeredUnread > 0;

/** The other side has read up to here. */
export const markedByPeer = (state: ConversationState, seq: number): ConversationState => ({
  ...state,
  row: { ...state.row, peerReadSeq: Math.max(state.row.peerReadSeq, seq) },
});

/** The server answered with the list; what came over the socket while the answer was on its way is kept. */
export function answered(before: ConversationState | undefined, row: Conversation): ConversationState {
  const readSeq = Math.max(row.readSeq, before?.row.readSeq ?? 0);
  const newer = before !== undefined && before.row.latestSeq > row.latestSeq ? before.row : row;
  const { latestMessage, messageType, latestDate, latestUserId, latestUserName, latestSeq } = newer;
  return {
    row: {
      ...row,
      ...{ latestMessage, messageType, latestDate, latestUserId, latestUserName, latestSeq, readSeq },
      peerReadSeq: Math.max(row.peerReadSeq, before?.row.peerReadSeq ?? 0),
    },
    answeredSeq: row.latestSeq,
    answeredUnread: readSeq >= row.latestSeq ? 0 : Math.max(0, row.unreadMessage),
    since: new Set([...(before?.since ?? [])].filter((seq) => seq > row.latestSeq && seq > readSeq)),
  };
}
