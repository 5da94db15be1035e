import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { RECEIVER_KINDS, type ReceiverKind, URGENCIES, type Urgency } from './message-limits.ts';

export const id = Type.String({ minLength: 1, maxLength: 64 });
export const byId = Type.Object({ id });
/** 0 or 1, as the platform sends switches. */
export const flag = Type.Integer({ minimum: 0, maximum: 1 });
/** Milliseconds; null: none. */
export const moment = Type.Union([Type.Integer(), Type.Null()]);
export const urgency = Type.Unsafe<Urgency>(Type.Union(URGENCIES.map((one) => Type.Literal(one))));
/** `'0'` unread, `'1'` read: text, as the specification has it (3-17). */
export const readMark = Type.Unsafe<'0' | '1'>(Type.Union([Type.Literal('0'), Type.Literal('1')]));

/** Where a message leads: a page by its enCode, and what it is asked for. Shown as text to whoever may not open the page. */
export const messageLink = Type.Object({
  menu: Type.String({ minLength: 1, maxLength: 100 }),
  query: Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 200 })),
});
export type MessageLink = Static<typeof messageLink>;

/**
 * What opens when the message is chosen: `dialog` shows it, `link` goes to the page of `link`, `flow` is a workflow whose configuration is `bodyText`
 * (`/workFlowDetail?config=…`), `nothing` has no text and leads nowhere (5-26).
 */
export const OPENINGS = ['dialog', 'link', 'flow', 'nothing'] as const;
export type Opening = (typeof OPENINGS)[number];

const row = {
  id: Type.String(),
  title: Type.String(),
  /** `MessageType` */
  type: Type.Integer(),
  /** Name of who wrote it; of a message of a plugin, what the plugin is called. */
  creatorUser: Type.String(),
  /** Milliseconds: when it was released or sent. */
  lastModifyTime: Type.Integer(),
  /** The reader's own id (wire facts 4). */
  userId: Type.String(),
  urgency,
  pinned: flag,
  /** Its reader is asked to confirm that it was read. */
  mustRead: flag,
  /** When the reader confirmed it. */
  receiptTime: moment,
  validUntil: moment,
};

/** A message in the list of its reader (3-17, wire facts 4). */
export const messageRow = Type.Object({ ...row, isRead: readMark, hasFiles: flag });
export type MessageRow = Static<typeof messageRow>;

/** A message as it is opened. */
export const messageInfo = Type.Object({
  ...row,
  /** HTML of a closed list of tags, made on the server; of a workflow message the JSON of its configuration. */
  bodyText: Type.String(),
  /** JSON text: an array of `uploadedFile`; `''`: none. */
  files: Type.String(),
  link: Type.Union([messageLink, Type.Null()]),
  opens: Type.Unsafe<Opening>(Type.Union(OPENINGS.map((one) => Type.Literal(one)))),
});
export type MessageInfo = Static<typeof messageInfo>;

/** Unread ones of the caller. */
export const unreadCounts = Type.Object({
  /** Notices. */
  unreadNoticeCount: Type.Integer(),
  /** Messages of plugins and flows. */
  unreadMessageCount: Type.Integer(),
  unreadTotalCount: Type.Integer(),
  /** Notices that still wait to be confirmed; some of them may be read. */
  mustReadCount: Type.Integer(),
});
export type UnreadCounts = Static<typeof unreadCounts>;

/** Somebody a notice is addressed to. */
export const receiver = Type.Object({ kind: Type.Unsafe<ReceiverKind>(Type.Union(RECEIVER_KINDS.map((kind) => Type.Literal(kind)))), id });
export type Receiver = Static<typeof receiver>;
/** Empty `name`: it was deleted. */
export const namedReceiver = Type.Object({ ...receiver.properties, name: Type.String() });
export type NamedReceiver = Static<typeof namedReceiver>;
