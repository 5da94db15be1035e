/** Characters that nobody sees: between the digits of a number they would hide it. */
const INVISIBLE = /\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5|[\ufe00-\ufe0f]/gu;

/** Signs that are drawn over or around the digit before them: a key cap, an accent. */
const OVER_DIGIT = /(?<=\p{N})[\p{Mn}\p{Me}]+/gu;
/** Digits of two code units, as of bold mathematics; a blank of Braille reads as a space. */
const ASTRAL_DIGIT = /[\u{10000}-\u{10ffff}]/gu;

const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point));
const MATH_FIRST = 0x1d7ce;
const MATH_LAST = 0x1d7ff;

/** What a digit of any script counts; circled, raised and the like as what they look like. Undefined: it is none. */
function digitOf(sign: string): string | undefined {
  const plain = sign.normalize('NFKC');
  if (/^[0-9]$/.test(plain)) return plain;
  const dressed = /^\(?([0-9])[).]$/.exec(plain)?.[1];
  if (dressed !== undefined) return dressed;
  const point = sign.codePointAt(0) ?? 0;
  if (!isDigit(point)) return undefined;
  if (point >= MATH_FIRST && point <= MATH_LAST) return String((point - MATH_FIRST) % 10);
  // Each script has its ten in a row, the nought first.
  let value = 0;
  while (value < 9 && isDigit(point - value - 1)) value += 1;
  return String(value);
}

/** The same text without characters that nobody sees, and with digits of one code unit each. */
export const visibleText = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(OVER_DIGIT, '')
    .replace(ASTRAL_DIGIT, (sign) => digitOf(sign) ?? sign)
    .replaceAll('\u2800', ' ');

const ASCII_LAST = 0x7f;
const WIDE_FIRST = 0xff01;
const WIDE_LAST = 0xff5e;
const WIDE_TO_NARROW = 0xfee0;
const OTHER_DIGIT = /^[\p{Nd}\p{No}]$/u;

/** Rings that are typed for a nought in Chinese numerals. */
const RING = /[\u25cb\u25ef\u3007]/g;
/** Letters that look like a nought or a one, our own and those of Greek and Cyrillic, among digits. */
const LIKE_NOUGHT = 'Oo\u039f\u03bf\u041e\u043e';
const LIKE_ONE = 'Il\u0399\u0406\u04c0';
const LIKE = `${LIKE_NOUGHT}${LIKE_ONE}`;
/** Digits and such letters alone, in groups or not, with at least one digit; the last sign of an identity card may be an X. */
// pattern: of constants of this file
const ALIKE = new RegExp(`(?<![A-Za-z0-9\\u0370-\\u04ff])(?=[${LIKE} -]{0,12}[0-9])[0-9${LIKE}]+(?:[ -][0-9${LIKE}]+)*(?=[Xx]?(?![A-Za-z0-9]))`, 'gu');
// pattern: of constants of this file
const NOUGHTS = new RegExp(`[${LIKE_NOUGHT}]`, 'gu');
// pattern: of constants of this file
const ONES = new RegExp(`[${LIKE_ONE}]`, 'gu');

/** Wide letters, digits and signs as narrow ones, digits of other scripts as ours. As long as what came in, so that places in it are places in the text. */
export function foldText(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const sign = text[at] ?? '';
    if (code >= WIDE_FIRST && code <= WIDE_LAST) folded += String.fromCharCode(code - WIDE_TO_NARROW);
    else folded += sign === '\u3000' || sign === '\u00a0' ? ' ' : code > ASCII_LAST && OTHER_DIGIT.test(sign) ? (digitOf(sign) ?? sign) : sign;
  }
  return folded.replace(RING, '〇').replace(ALIKE, (number) => number.replace(NOUGHTS, '0').replace(ONES, '1'));
}
