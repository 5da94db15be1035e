import { cleanRichText } from './rich-text.ts';
import { linesOf } from './lines.ts';

/** The words of a text without looks and pictures, line by line: for searching, and for what knows no looks. */
export const deltaToText = (text: unknown): string =>
  linesOf(cleanRichText(text))
    .map(({ pieces }) => pieces.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join(''))
    .join('\n')
    .trimEnd();

/** Its beginning in one line of at most `max` characters. */
export function deltaPreview(text: unknown, max = 80): string {
  const words = [...deltaToText(text).replace(/\s+/g, ' ').trim()];
  return words.length > max ? `${words.slice(0, max - 1).join('')}…` : words.join('');
}
