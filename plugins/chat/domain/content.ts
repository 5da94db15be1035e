import type { MessageContent, MessageType, SentContent } from '../contract/message.schema.ts';
import { MAX_MESSAGE_TEXT } from '../contract/limits.ts';
import { wholeCharacters } from './whole-characters.ts';

/** What somebody sends, made sense of. */
export type ReadContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly name: string; readonly width: number; readonly height: number }
  | { readonly type: 'voice' | 'video'; readonly name: string; readonly length: number }
  | { readonly type: 'link'; readonly kind: string; readonly id: string };

/** Key of the refusal, without `chat.` */
export type ContentFlaw = 'empty' | 'text-too-long' | 'content-invalid';

/**
 * Text is trimmed (spec 5-25) and otherwise kept as it is, emoji codes `[xxx]` and all. Older clients send the objects of the other types as JSON text.
 * @returns a text where it cannot be sent
 */
export function readContent(type: MessageType, content: SentContent): ReadContent | ContentFlaw {
  if (type === 'text') {
    if (typeof content !== 'string') return 'content-invalid';
    const text = wholeCharacters(content).trim();
    if (text === '') return 'empty';
    return text.length > MAX_MESSAGE_TEXT ? 'text-too-long' : { type, text };
  }
  const object = objectOf(content);
  if (!object) return 'content-invalid';
  const { name, width, height, length, kind, id } = object;
  if (type === 'link') return isName(kind, 40) && isName(id, 64) ? { type, kind, id } : 'content-invalid';
  if (!isName(name, 120)) return 'content-invalid';
  if (type === 'image') return isSide(width) && isSide(height) ? { type, name, width, height } : 'content-invalid';
  return isLength(length) ? { type, name, length } : 'content-invalid';
}

const isName = (value: unknown, longest: number): value is string => typeof value === 'string' && value !== '' && value.length <= longest;
const isSide = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 30_000;
const isLength = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 3_600;

function objectOf(content: SentContent): Readonly<Record<string, unknown>> | undefined {
  if (typeof content !== 'string') return content;
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** As it is kept, and as history has it: a text, or the JSON text of the object that both sides are pushed. */
export function storedContent(content: ReadContent): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'image':
      return JSON.stringify({ path: `/api/file/Image/IM/${content.name}`, width: content.width, height: content.height });
    case 'link':
      return JSON.stringify({ kind: content.kind, id: content.id });
    default:
      return JSON.stringify({ path: `/api/file/Download/IM/${content.name}`, length: content.length });
  }
}

/** The same as frames carry it. */
export const pushedContent = (type: MessageType, stored: string): MessageContent => (type === 'text' ? stored : (JSON.parse(stored) as MessageContent));

/** Characters of a text that one look of the index takes in, and how many it looks at twice, so that words across the cut are found. */
const PIECE = 300;
const OVERLAP = 20;

/** A text in pieces that are indexed whole: the index of the kit reads the beginning of each alone. */
export function indexedPieces(type: MessageType, stored: string): string[] {
  if (type !== 'text') return [];
  const pieces: string[] = [];
  for (let at = 0; at === 0 || at + OVERLAP < stored.length; at += PIECE - OVERLAP) pieces.push(stored.slice(at, at + PIECE));
  return pieces;
}
