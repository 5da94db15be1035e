import { BIND_DIGITS } from '../../contract/public/public-limits.ts';

/** The code in what a follower wrote: `绑定 12345678`, or the eight digits alone. Undefined: it is none. */
export function codeIn(text: string): string | undefined {
  const said = text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:绑定|綁定|bind)/i, '');
  const digits = said.replace(/[\s:：-]/g, '');
  return digits.length === BIND_DIGITS && /^\d+$/.test(digits) ? digits : undefined;
}
