import { defineContract, get, listOf, pageOf, pageQuery, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_LINKS_READ, MAX_MESSAGES_READ, MAX_SEARCH_REASON, MIN_SEARCH_REASON, SEARCH_ALL } from './limits.ts';
import { chatMessage, linkContent, messageType, peerId } from './message.schema.ts';

/** A conversation as the list shows it (spec 3-18, wire facts 3). Newest message first. */
export const conversation = Type.Object({
  /** The other side: a person's id, or `group-<id>`. */
  id: Type.String(),
  /** Empty of a group. */
  account: Type.String(),
  realName: Type.String(),
  headIcon: Type.String(),
  /** Text, or JSON text of an object; empty of a group in which nothing was written yet. */
  latestMessage: Type.String(),
  messageType,
  /** Milliseconds. */
  latestDate: Type.Integer(),
  unreadMessage: Type.Integer(),
  /** Ours, from here on. */
  kind: Type.Unsafe<'person' | 'group'>(Type.Union([Type.Literal('person'), Type.Literal('group')])),
  /** Who wrote the newest message; empty where there is none. */
  latestUserId: Type.String(),
  latestUserName: Type.String(),
  /** The newest message, and the newest that one has read. */
  latestSeq: Type.Integer(),
  readSeq: Type.Integer(),
  /** The newest that the other side has read; in a group that everybody has. */
  peerReadSeq: Type.Integer(),
  /** False: no more can be written: the account is out of use. */
  open: Type.Boolean(),
});
export type Conversation = Static<typeof conversation>;

/** A message that a search found, with the conversation it stands in. */
export const foundMessage = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  /** The conversation as the searcher knows it; to jump there, `messages` with `afterSeq` a little below `seq`. */
  peerId: Type.String(),
  peerName: Type.String(),
  sendUserId: Type.String(),
  sendRealName: Type.String(),
  sendTime: Type.Integer(),
  content: Type.String(),
  contentType: messageType,
});
export type FoundMessage = Static<typeof foundMessage>;

/** The same where somebody searches over all: both sides are named. */
export const auditedMessage = Type.Object({
  id: Type.String(),
  sendUserId: Type.String(),
  sendRealName: Type.String(),
  /** A person's id, or `group-<id>`. */
  receiveUserId: Type.String(),
  receiveName: Type.String(),
  sendTime: Type.Integer(),
  content: Type.String(),
  contentType: messageType,
});
export type AuditedMessage = Static<typeof auditedMessage>;

/** Where a link leads, for who may see it: a page by its menu, and what it is asked for. */
export const openedLink = Type.Object({
  kind: Type.String(),
  id: Type.String(),
  title: Type.String(),
  menu: Type.String(),
  query: Type.Record(Type.String(), Type.String()),
});
export type OpenedLink = Static<typeof openedLink>;

const seq = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 }));

/** Conversations of the caller and what is in them. Everything here is of one's own, but `searchAll`. */
export const chatContract = defineContract('chat', {
  /** At most `MAX_CONVERSATIONS`, those with the newest message. */
  conversations: get('/api/message/imreply', {
    summary: 'Own conversations, newest first',
    spec: ['3-18'],
    need: 'session',
    audit: 'none',
    reply: listOf(conversation),
  }),
  /**
   * Messages in ascending order. With `afterSeq` those behind it, from the nearest on: asked again with the last one's `seq` until `more` is false nothing is missing, whatever
   * was lost on the way. With `beforeSeq` those before it, the nearest. With neither the newest.
   */
  messages: get('/api/chat/Messages', {
    summary: 'Messages of a conversation by their place',
    need: 'session',
    audit: 'none',
    query: Type.Object({
      peerId,
      afterSeq: seq,
      beforeSeq: seq,
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MESSAGES_READ, default: 50 })),
    }),
    reply: Type.Object({
      list: Type.Array(chatMessage),
      /** There are more in the direction that was asked for. */
      more: Type.Boolean(),
      /** Newest message of the conversation. */
      latestSeq: Type.Integer(),
      readSeq: Type.Integer(),
      peerReadSeq: Type.Integer(),
    }),
  }),
  /** Finds either Chinese script, wherever the words stand; newest first. */
  search: get('/api/chat/Messages/Search', {
    summary: 'Find in own conversations',
    need: 'session',
    audit: 'none',
    query: Type.Object({
      currentPage: pageQuery.currentPage,
      pageSize: pageQuery.pageSize,
      keyword: Type.String({ minLength: 1, maxLength: 100 }),
      /** In this conversation alone. */
      peerId: Type.Optional(peerId),
    }),
    reply: pageOf(foundMessage),
  }),
  /**
   * What people of the searcher's organisations wrote to each other. Each search is put on record with its words and its reason. Links are told as what they lead to, not opened.
   */
  searchAll: post('/api/chat/Messages/Actions/SearchAll', {
    summary: 'Find in the conversations of others',
    need: `perm:${SEARCH_ALL}`,
    audit: 'security',
    retry: 'natural',
    body: Type.Object({
      currentPage: pageQuery.currentPage,
      pageSize: pageQuery.pageSize,
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      /** In conversations of this person, or in this group. */
      personId: Type.Optional(peerId),
      /** Milliseconds; from and before. */
      from: Type.Optional(Type.Integer({ minimum: 0 })),
      until: Type.Optional(Type.Integer({ minimum: 0 })),
      reason: Type.String({ minLength: MIN_SEARCH_REASON, maxLength: MAX_SEARCH_REASON }),
    }),
    reply: pageOf(auditedMessage),
  }),
  /** @throws `chat.file-missing` for whoever is in no conversation that shows it, and for what is no recording */
  recording: get('/api/chat/Recordings/{fileName}', {
    summary: 'Bytes of a voice message, played in its bubble',
    need: 'session',
    audit: 'none',
    raw: true,
    params: Type.Object({ fileName: Type.String({ minLength: 1, maxLength: 120 }) }),
    reply: Type.Null(),
  }),
  linkKinds: get('/api/chat/Links/Kinds', {
    summary: 'What messages can link to',
    need: 'session',
    audit: 'none',
    reply: listOf(Type.Object({ kind: Type.String(), title: Type.String() })),
  }),
  /** At most `MAX_LINK_CANDIDATES`. */
  linkCandidates: get('/api/chat/Links/Candidates', {
    summary: 'Records that the caller may link to, by keyword',
    need: 'session',
    audit: 'read-patient',
    query: Type.Object({ kind: Type.String({ minLength: 1, maxLength: 40 }), keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: listOf(openedLink),
  }),
  /** What the caller may not see, and what is gone, is left out, and one does not tell from the other. */
  openLinks: post('/api/chat/Links/Actions/Open', {
    summary: 'Titles and places of linked records, as far as the caller may see them',
    need: 'session',
    audit: 'read-patient',
    retry: 'natural',
    // One owner that fails must not take the others' answers along.
    transaction: 'own',
    body: Type.Object({ links: Type.Array(linkContent, { minItems: 1, maxItems: MAX_LINKS_READ }) }),
    reply: listOf(openedLink),
  }),
});
