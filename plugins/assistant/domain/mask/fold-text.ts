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

/** Wide letters, digits and signs as narrow ones, digits of other scripts as ours. As long as what came in, so that places in it are places in the text. */
export function foldText(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const sign = text[at] ?? '';
    if (code >= WIDE_FIRST && code <= WIDE_LAST) folded += String.fromCharCode(code - WIDE_TO_NARROW);
    else folded += sign === '\u3000' || sign === '\u00a0' ? ' ' : code > ASCII_LAST && OTHER_DIGIT.test(sign) ? (digitOf(sign) ?? sign) : sign;
  }
  return folded;
}
