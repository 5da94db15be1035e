/** Characters that nobody sees: between the digits of a number they would hide it. */
const INVISIBLE = /\p{Cf}|\u034f|[\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5|[\ufe00-\ufe0f]/gu;

/** The same text without characters that nobody sees. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '');

const WIDE_FIRST = 0xff01;
const WIDE_LAST = 0xff5e;
const WIDE_TO_NARROW = 0xfee0;
/** Digits that are written otherwise, each one character: circled and the like do not look like a number to anybody who copies one. */
const DIGITS = new Map([...'٠١٢٣٤٥٦٧٨٩'].map((sign, at) => [sign, String(at)]));

/** Wide letters, digits and signs as narrow ones. As long as what came in, so that places in it are places in the text. */
export function foldText(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const sign = text[at] ?? '';
    if (code >= WIDE_FIRST && code <= WIDE_LAST) folded += String.fromCharCode(code - WIDE_TO_NARROW);
    else folded += sign === '\u3000' || sign === '\u00a0' ? ' ' : (DIGITS.get(sign) ?? sign);
  }
  return folded;
}
