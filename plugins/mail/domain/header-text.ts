/** Signs that no line of a letter's head has: controls, ends of lines of every kind, and those that turn the direction of what follows. */
const SIGNS = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** A foreign sender's words as one harmless line. @param most characters */
export const oneLine = (text: string, most: number): string => {
  const line = text.replace(SIGNS, ' ').replace(/ {2,}/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
};

/** A foreign sender's text: lines stay, other signs go. */
export const plainText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, '');

const MAX_FILE_NAME = 120;

/** A foreign sender's name of a file as a name without a path: `../../x` is `x`. Never empty. */
export function safeFileName(name: string, otherwise: string): string {
  const last = oneLine(name, 500).split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .replace(/[<>:"|?*]+/g, '_')
    .replace(/^[.\s]{1,500}|[.\s]{1,500}$/g, '')
    .slice(-MAX_FILE_NAME);
  return plain === '' ? otherwise : plain;
}
