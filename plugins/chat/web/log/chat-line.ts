import type { PushedBody } from '@nephra/plugin-sdk/contract';
import type { chatFrames } from '../../contract/chat-frames.ts';
import type { ChatMessage, LinkContent, MessageContent, MessageType, PictureContent, RecordingContent } from '../../contract/message.schema.ts';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { withEmoji } from '../emoji/emoji.ts';

/** A stored message as it is shown, whichever way it came. */
export interface ChatLine {
  readonly id: string;
  /** Place in its conversation; nothing else says which of two is the newer one. */
  readonly seq: number;
  /** Own name of a message that was sent from here; else empty. */
  readonly clientId: string;
  readonly senderId: string;
  readonly senderName: string;
  readonly senderIcon: string;
  /** Milliseconds. */
  readonly sentAt: number;
  readonly type: MessageType;
  readonly content: MessageContent;
}

type Received = PushedBody<typeof chatFrames, 'receiveMessage'>;
type Echo = PushedBody<typeof chatFrames, 'sendMessage'>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What each kind holds besides a text; a message without it is shown as the text that it came as. */
const MEMBERS: Readonly<Record<Exclude<MessageType, 'text'>, readonly string[]>> = {
  image: ['path'],
  voice: ['path'],
  video: ['path'],
  link: ['kind', 'id'],
};

/** In frames an object, in history its JSON text (wire facts 3). */
export function readContent(type: MessageType, given: MessageContent): Pick<ChatLine, 'type' | 'content'> {
  if (type === 'text') return { type, content: typeof given === 'string' ? given : '' };
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    if (isObject(value) && MEMBERS[type].every((name) => typeof value[name] === 'string')) return { type, content: value as unknown as MessageContent };
  } catch {
    // Not in that form: below.
  }
  return { type: 'text', content: typeof given === 'string' ? given : '' };
}

export const lineOfMessage = ({ id, seq, clientId, sendUserId, sendRealName, sendHeadIcon, sendTime, contentType, content }: ChatMessage): ChatLine => ({
  ...{ id, seq, clientId, senderId: sendUserId, senderName: sendRealName, senderIcon: sendHeadIcon, sentAt: sendTime },
  ...readContent(contentType, content),
});

export const lineOfReceived = (frame: Received): ChatLine => ({
  ...{ id: frame.id, seq: frame.seq, clientId: '', sentAt: frame.dateTime },
  ...{ senderId: frame.sendUserId, senderName: frame.sendRealName, senderIcon: frame.sendHeadIcon },
  ...readContent(frame.messageType, frame.formMessage),
});

export const lineOfEcho = (frame: Echo): ChatLine => ({
  ...{ id: frame.id, seq: frame.seq, clientId: frame.clientId, sentAt: frame.dateTime },
  ...{ senderId: frame.UserId, senderName: frame.realName, senderIcon: frame.headIcon },
  ...readContent(frame.messageType, frame.toMessage),
});

/** One line that says what a message is: its text, or of which kind it is. */
export function gistOf(t: WebContext['t'], type: MessageType, given: MessageContent): string {
  const read = readContent(type, given);
  return read.type === 'text' ? withEmoji(read.content as string) : t(`gist.${read.type}`);
}

export const pictureOf = ({ content }: ChatLine): PictureContent => content as PictureContent; // `readContent` has looked
export const recordingOf = ({ content }: ChatLine): RecordingContent => content as RecordingContent;
export const linkOf = ({ content }: ChatLine): LinkContent => content as LinkContent;
