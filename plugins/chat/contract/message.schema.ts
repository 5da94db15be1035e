import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_CLIENT_ID, MAX_PICTURE_SIDE, MAX_RECORDING_SECONDS } from './limits.ts';

/** What a message can be (spec 3-20); `link` is ours: a record that the reader opens, if they may see it. */
export const MESSAGE_TYPES = ['text', 'image', 'voice', 'video', 'link'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
export const messageType = Type.Unsafe<MessageType>(Type.Union(MESSAGE_TYPES.map((type) => Type.Literal(type))));

/** A person's id, or `group-<id>`. */
export const peerId = Type.String({ minLength: 1, maxLength: 80 });
/**
 * The sender's own name of a message, said once and never again for another one. The same name and the same content again is the message of then; with another
 * content it is refused (`chat.other-content`).
 */
export const clientId = Type.String({ minLength: 1, maxLength: MAX_CLIENT_ID, pattern: '^[A-Za-z0-9._:-]+$' });

const fileName = Type.String({ minLength: 1, maxLength: 120 });
const side = Type.Integer({ minimum: 1, maximum: MAX_PICTURE_SIDE });
/** Seconds. */
const length = Type.Number({ minimum: 0, maximum: MAX_RECORDING_SECONDS });
export const linkContent = Type.Object({
  /** What it leads to, `patient`, `bill`: one of `GET /api/chat/Links/Kinds`. */
  kind: Type.String({ minLength: 1, maxLength: 40 }),
  id: Type.String({ minLength: 1, maxLength: 64 }),
});
export type LinkContent = Static<typeof linkContent>;

/**
 * What is sent. `text`: a text, emoji as `[xxx]`. `image`: `name` as the upload of type `IM` answered it, with its size in pixels. `voice`, `video`: `name` of the
 * upload and the length. `link`: what it leads to. Text may be given in the shapes of the others as JSON text, too, as older clients do.
 */
export const sentContent = Type.Union([
  // Longer than a text may be, since what stands blank at its ends does not count.
  Type.String({ maxLength: 12_000 }),
  Type.Object({ name: fileName, width: side, height: side }),
  Type.Object({ name: fileName, length }),
  linkContent,
]);
export type SentContent = Static<typeof sentContent>;

export interface PictureContent {
  /** `/api/file/Image/IM/{name}` */
  readonly path: string;
  readonly width: number;
  readonly height: number;
}
export interface RecordingContent {
  /** `/api/file/Download/IM/{name}`: asked for an address that is good once, as other files are. */
  readonly path: string;
  /** Seconds. */
  readonly length: number;
}
export type MessageContent = string | PictureContent | RecordingContent | LinkContent;
/** Content in `sendMessage` and `receiveMessage`: a text, or an object. In history the same objects are JSON text. */
export const messageContent = Type.Unsafe<MessageContent>(Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })]));

/** A message of history (spec 3-20, wire facts 3). Times are milliseconds. */
export const chatMessage = Type.Object({
  id: Type.String(),
  /** Place in its conversation, from 1, in the order of the commits; gaps are those that retention has removed. */
  seq: Type.Integer(),
  sendUserId: Type.String(),
  /** Of whoever sent it: in a group one does not know. */
  sendRealName: Type.String(),
  sendHeadIcon: Type.String(),
  sendTime: Type.Integer(),
  /** A person's id, or `group-<id>`. */
  receiveUserId: Type.String(),
  /** When it was read; null: not yet, or in a group. */
  receiveTime: Type.Union([Type.Integer(), Type.Null()]),
  /** Text, or JSON text of an object. */
  content: Type.String(),
  contentType: messageType,
  /** 1: read by the other side; in a group by everybody who was in it. */
  state: Type.Integer(),
  /** Of own messages that were sent with one; else empty. */
  clientId: Type.String(),
});
export type ChatMessage = Static<typeof chatMessage>;
