/**
 * A text without the `sign`s at its end: `withoutTrailing('https://a//', '/')` is `https://a`. In one pass: a pattern such as /\/+$/ starts
 * anew at every sign of a long row, and somebody may send one.
 */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === sign) end -= 1;
  return text.slice(0, end);
}
