import type { PasswordPolicy } from '@nephra/plugin-sdk/contract';

/** Without signs that look alike on paper: 0 O, 1 l I. */
const SETS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+-=@?'] as const;
const USUAL_LENGTH = 12;

/**
 * A password that keeps the rules and can be read out.
 * @param below a number from 0 to less than the given one, from a good source of chance
 */
export function newPassword(
  { minLength, maxLength, kinds }: Pick<PasswordPolicy, 'minLength' | 'maxLength' | 'kinds'>,
  below: (limit: number) => number,
): string {
  const length = Math.min(Math.max(USUAL_LENGTH, minLength), maxLength);
  const sets = SETS.slice(0, kinds > 3 ? 4 : 3);
  const one = (set: string): string => set[below(set.length)] ?? '';
  const signs = sets.map(one);
  const all = sets.slice(0, 3).join('');
  while (signs.length < length) signs.push(one(all));
  for (let at = signs.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [signs[at], signs[other]] = [signs[other] ?? '', signs[at] ?? ''];
  }
  return signs.join('');
}
