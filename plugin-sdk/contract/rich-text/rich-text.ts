import { isPictureAddress } from '../files/stored-file.ts';
import { FORMAT_VALUES, isAllowedLink, MAX_ALT_LENGTH, MAX_RICH_TEXT, MAX_RICH_TEXT_OPS } from './formats.ts';
import type { RichText, RichTextAttributes, RichTextOp } from './rich-text.schema.ts';

const isListed = ([name, value]: readonly [string, unknown]): boolean => {
  if (name === 'link') return isAllowedLink(value);
  if (name === 'alt') return typeof value === 'string' && value.length <= MAX_ALT_LENGTH;
  return Object.hasOwn(FORMAT_VALUES, name) && (FORMAT_VALUES[name as keyof typeof FORMAT_VALUES] as readonly unknown[]).includes(value);
};

/** What of the attributes is on the list. */
export const allowedAttributes = (attributes: unknown): RichTextAttributes =>
  typeof attributes === 'object' && attributes !== null ? Object.fromEntries(Object.entries(attributes).filter(isListed)) : {};

const isPicture = (insert: unknown): insert is { readonly image: string } =>
  typeof insert === 'object' && insert !== null && Object.hasOwn(insert, 'image') && isPictureAddress((insert as { image: unknown }).image);

/** No character that a person cannot have typed: control characters but for tab and line end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');

function cleanOp(op: unknown): RichTextOp | undefined {
  if (typeof op !== 'object' || op === null) return undefined;
  const { insert, attributes } = op as { readonly insert?: unknown; readonly attributes?: unknown };
  const kept: RichTextOp['insert'] | undefined = typeof insert === 'string' ? plain(insert) : isPicture(insert) ? { image: insert.image } : undefined;
  if (kept === undefined || kept === '') return undefined;
  const looks = allowedAttributes(attributes);
  return Object.keys(looks).length === 0 ? { insert: kept } : { insert: kept, attributes: looks };
}

/** What of a value is rich text: pieces and looks that are on the list. Never throws; a clean text comes back as it was. */
export function cleanRichText(value: unknown): RichText {
  const ops = typeof value === 'object' && value !== null ? (value as { readonly ops?: unknown }).ops : undefined;
  return { ops: Array.isArray(ops) ? ops.map(cleanOp).filter((op) => op !== undefined) : [] };
}

/** Characters as people count them; a picture is one. The line end that closes every text does not count. */
export function richTextLength({ ops }: RichText): number {
  const count = ops.reduce((sum, { insert }) => sum + (typeof insert === 'string' ? [...insert].length : 1), 0);
  const last = ops.at(-1)?.insert;
  return typeof last === 'string' && last.endsWith('\n') ? count - 1 : count;
}

/** Nothing but blanks: neither letter nor picture. */
export const isEmptyRichText = ({ ops }: RichText): boolean => ops.every(({ insert }) => typeof insert === 'string' && insert.trim() === '');

/** What is wrong with the size of a text: how many characters there may be, or how many pieces. */
export type RichTextFlaw = { readonly kind: 'length' | 'pieces'; readonly max: number };

/** @param max characters */
export function richTextFlaw(text: RichText, max: number = MAX_RICH_TEXT): RichTextFlaw | undefined {
  if (richTextLength(text) > max) return { kind: 'length', max };
  return text.ops.length > MAX_RICH_TEXT_OPS ? { kind: 'pieces', max: MAX_RICH_TEXT_OPS } : undefined;
}
