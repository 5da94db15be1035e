import { defineContract, del, get, pageOf, pageQuery, post, put, richTextSchema, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_FILES_TEXT, MAX_NOTICE_HTML, MAX_RECEIVERS, MAX_TITLE, NOTICE_MENU } from './message-limits.ts';
import { byId, flag, moment, namedReceiver, receiver, urgency } from './message.schema.ts';

const need = `perm:${NOTICE_MENU}` as const;

/** Notice in the list of those who write them. */
export const noticeRow = Type.Object({
  id: Type.String(),
  title: Type.String(),
  type: Type.Integer(),
  creatorUser: Type.String(),
  creatorTime: Type.Integer(),
  /** When it was changed, released or withdrawn last. */
  lastModifyTime: Type.Integer(),
  /** `NoticeState`: 0 draft, 1 released, 2 withdrawn. */
  enabledMark: Type.Integer(),
  urgency,
  pinned: flag,
  mustRead: flag,
  validUntil: moment,
  releaseTime: moment,
  version: Type.Integer(),
});
export type NoticeRow = Static<typeof noticeRow>;

export const noticeInfo = Type.Object({
  ...noticeRow.properties,
  /** HTML made on the server. */
  bodyText: Type.String(),
  /** The same as the editor writes it. */
  content: richTextSchema,
  /** Persons, comma text; empty with empty `receivers`: everybody of the installation. */
  toUserIds: Type.String(),
  /** All of them, persons too, by name. */
  receivers: Type.Array(namedReceiver),
  /** JSON text: an array of `uploadedFile`; `''`: none. */
  files: Type.String(),
});
export type NoticeInfo = Static<typeof noticeInfo>;

/**
 * Whom a notice is for: the persons of `toUserIds` and whoever `receivers` names, together at most `MAX_RECEIVERS`; none of both: everybody within the
 * writer's reach, which is stored as their organisation, or for system administrators as the whole installation. Roles and groups mean their people within that reach.
 */
const addressed = {
  toUserIds: Type.Optional(Type.String({ maxLength: MAX_RECEIVERS * 65 })),
  receivers: Type.Optional(Type.Array(receiver, { maxItems: MAX_RECEIVERS })),
};

/** `content`, or `bodyText` from older clients, whose HTML is cut down to what rich text knows; with both `content` counts. */
const noticeBody = Type.Object({
  title: Type.String({ minLength: 1, maxLength: MAX_TITLE }),
  content: Type.Optional(richTextSchema),
  bodyText: Type.Optional(Type.String({ maxLength: MAX_NOTICE_HTML })),
  ...addressed,
  /** JSON text, at most `MAX_FILES` files that the caller uploaded. */
  files: Type.Optional(Type.Union([Type.String({ maxLength: MAX_FILES_TEXT }), Type.Null()])),
  urgency: Type.Optional(urgency),
  pinned: Type.Optional(flag),
  mustRead: Type.Optional(flag),
  validUntil: Type.Optional(moment),
});
export type NoticeBody = Static<typeof noticeBody>;

const saved = Type.Object({ id: Type.String(), version: Type.Integer() });
/** The state that the caller saw; left out: whatever it is. Another one is `message.stale`. */
const version = Type.Optional(Type.Integer({ minimum: 1 }));

/** Somebody a released notice is for. */
export const noticeReader = Type.Object({
  userId: Type.String(),
  realName: Type.String(),
  account: Type.String(),
  /** Where they work today. */
  organizeName: Type.String(),
  readTime: moment,
  receiptTime: moment,
});
export type NoticeReader = Static<typeof noticeReader>;

/** Notices of the caller's organisations, for those who write them (spec 7.4, 2.5-05). */
export const noticeContract = defineContract('notice', {
  list: get('/api/message/Notice', {
    summary: 'Notices that were written here',
    need,
    audit: 'none',
    query: Type.Object({
      ...pageQuery,
      /** `NoticeState`; `''`: all. */
      enabledMark: Type.Optional(Type.Union([Type.Literal(''), Type.Literal('0'), Type.Literal('1'), Type.Literal('2')])),
    }),
    reply: pageOf(noticeRow),
    spec: ['7.4-05'],
  }),
  info: get('/api/message/{id}', {
    summary: 'One notice, as it is edited',
    need,
    audit: 'none',
    params: byId,
    reply: noticeInfo,
    spec: ['7.4-07'],
  }),
  /**
   * @throws `message.body-missing`, `message.body-too-long`, `message.receiver-unknown` (at `receivers` or `toUserIds`), `message.receivers-too-many`,
   * `message.files-malformed`, `message.file-not-yours`, `message.valid-until-past`
   */
  create: post('/api/message', {
    summary: 'Write a notice; nobody reads it before it is released',
    need: `${need}:btn_add`,
    audit: 'write',
    retry: 'idempotent-key',
    body: noticeBody,
    reply: saved,
    spec: ['7.4-06'],
  }),
  /** @throws as `create`, `message.not-draft` while it is released, `message.stale` */
  edit: put('/api/message/{id}', {
    summary: 'Change a notice that is a draft or was withdrawn; what the body leaves out beside title and text becomes empty',
    need: `${need}:btn_edit`,
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({ ...noticeBody.properties, version }),
    reply: saved,
    spec: ['7.4-07'],
  }),
  /** Gone for its writers and its receivers; what was read stays in the audit log. */
  remove: del('/api/message/{id}', {
    summary: 'Delete a notice, whatever its state',
    need: `${need}:btn_remove`,
    audit: 'write',
    retry: 'natural',
    params: byId,
    reply: Type.Null(),
    spec: ['7.4-07'],
  }),
  /**
   * Again on a released one: nothing happens. One that was withdrawn is unread for everybody again.
   * @throws `message.valid-until-past`, `message.nobody` when nobody would receive it
   */
  release: put('/api/message/{id}/Actions/Release', {
    summary: 'Release a notice to its receivers',
    need: `${need}:btn_release`,
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    query: Type.Object({ version }),
    /** `receivers`: people whom it reaches now. */
    reply: Type.Object({ id: Type.String(), version: Type.Integer(), receivers: Type.Integer() }),
    spec: ['7.4-08', '4-05'],
  }),
  /** Nobody reads it any more. Again: nothing happens. @throws `message.not-released` for a draft */
  withdraw: put('/api/message/{id}/Actions/Withdraw', {
    summary: 'Take a released notice back',
    need: `${need}:btn_release`,
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    reply: saved,
  }),
  /** The only things of a released notice that change. @throws `message.valid-until-past` */
  display: put('/api/message/{id}/Actions/Display', {
    summary: 'Pin a notice or end that, and say until when it is shown',
    need: `${need}:btn_edit`,
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({ pinned: flag, validUntil: moment }),
    reply: saved,
  }),
  countReceivers: post('/api/message/Actions/CountReceivers', {
    summary: 'How many people a notice would reach now',
    need: { anyOf: [`${need}:btn_add`, `${need}:btn_edit`, `${need}:btn_release`] },
    audit: 'none',
    retry: 'natural',
    body: Type.Object(addressed),
    /** `everybody`: nobody was named. */
    reply: Type.Object({ count: Type.Integer(), everybody: Type.Boolean() }),
  }),
  readers: get('/api/message/{id}/Actions/Readers', {
    summary: 'How many of its receivers have read a released notice',
    need: `${need}:btn_readers`,
    audit: 'none',
    params: byId,
    /** `receivers` = `read` + `unread`; people who were put out of use do not count. */
    reply: Type.Object({ receivers: Type.Integer(), read: Type.Integer(), unread: Type.Integer(), receipts: Type.Integer() }),
  }),
  /**
   * A message that opens the notice, to whoever has not read it now; once within an hour, whoever asks.
   * @throws `message.not-released`, also for one that is withdrawn or whose last day is over; `message.reminded-already` (with `minutes` to wait), `message.all-read`
   */
  remind: post('/api/message/{id}/Actions/Remind', {
    summary: 'Remind those who have not read a released notice',
    need: `${need}:btn_remind`,
    audit: 'write',
    retry: 'idempotent-key',
    params: byId,
    body: Type.Object({}),
    reply: Type.Object({ receivers: Type.Integer() }),
  }),
  readerNames: get('/api/message/{id}/Actions/ReaderNames', {
    summary: 'Who has read a released notice, who has confirmed it, and who has not read it',
    need: `${need}:btn_readers`,
    audit: 'read',
    params: byId,
    query: Type.Object({ ...pageQuery, state: Type.Union([Type.Literal('read'), Type.Literal('unread'), Type.Literal('receipt')]) }),
    reply: pageOf(noticeReader),
  }),
});
