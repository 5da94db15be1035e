import { defineContract, del, get, pageQuery, paginationSchema, post, put, Type } from '@nephra/plugin-sdk/contract';
import { MAX_AS_OF, MAX_REMOVED } from './message-limits.ts';
import { byId, messageInfo, messageRow, moment, unreadCounts } from './message.schema.ts';

const kind = Type.Optional(Type.Union([Type.Literal(''), Type.Literal('1'), Type.Literal('2'), Type.Literal('3')]));

/** What a list can be narrowed by. */
export const messageFilter = {
  /** Words of title and text. */
  keyword: pageQuery.keyword,
  /** `''` all, `1` notices, `2` messages (wire facts 4). */
  type: kind,
  /** `0` unread, `1` read; `''` both. */
  isRead: Type.Optional(Type.Union([Type.Literal(''), Type.Literal('0'), Type.Literal('1')])),
};

/** The moment of a list, as the database knows it: opaque, good for `readAll` alone. */
const asOf = Type.String({ maxLength: MAX_AS_OF, pattern: String.raw`^\d{1,20}:\d{1,20}:[\d,]*$` });

/**
 * Messages of whoever is signed in (spec 7.4, wire facts 4): nobody sees another one's. A message that is not the caller's, was withdrawn or has ended
 * is answered as one that does not exist (`message.not-found`).
 */
export const messageContract = defineContract('message', {
  list: get('/api/message', {
    summary: 'Own messages, pinned ones first, then the newest',
    need: 'session',
    audit: 'none',
    /** `sort: 'asc'`: the oldest first, pinned or not. */
    query: Type.Object({ ...pageQuery, ...messageFilter }),
    reply: Type.Object({ list: Type.Array(messageRow), pagination: paginationSchema, asOf }),
    spec: ['7.4-01', '3-17'],
  }),
  unread: get('/api/message/Actions/Unread', {
    summary: 'How many own messages are unread',
    need: 'session',
    audit: 'none',
    reply: unreadCounts,
  }),
  /** Reading it marks it: unread becomes read once, and the counters of the reader's other pages follow (`messageRead`). */
  readInfo: get('/api/message/ReadInfo/{id}', {
    summary: 'Open a message; it counts as read from then on',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    params: byId,
    reply: messageInfo,
    spec: ['7.4-03', '4-05'],
  }),
  /**
   * With `asOf` of the list that the person looked at, what came after that list stays unread, even when it was under way at that moment. Without (older
   * clients): all that are there now. `type` as in the list: only these.
   */
  readAll: post('/api/message/Actions/ReadAll', {
    summary: 'Mark own messages as read',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ asOf: Type.Optional(asOf), type: kind }),
    /** Counters as they are afterwards. */
    reply: unreadCounts,
    spec: ['7.4-02', '4-05'],
  }),
  /** Takes messages out of the caller's own list; for everybody else they stay. Ids of others' are left alone. */
  removeRecord: del('/api/message/Record', {
    summary: 'Take messages out of the own list',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    /** Comma text (wire facts 4), at most `MAX_REMOVED` ids. */
    body: Type.Object({ ids: Type.String({ minLength: 1, maxLength: MAX_REMOVED * 65 }) }),
    /** How many went. */
    reply: Type.Object({ count: Type.Integer() }),
    spec: ['7.4-04'],
  }),
  /**
   * The first confirmation counts; again it answers with the moment of that one.
   * @throws `message.no-receipt` for a notice that asks for none
   */
  receipt: put('/api/message/{id}/Actions/Receipt', {
    summary: 'Confirm that a must-read notice was read',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: byId,
    reply: Type.Object({ receiptTime: moment }),
  }),
});
