/** What people and their clients send is nested three or four levels deep; conditions of data rights a few more. */
export const MAX_DEPTH = 64;

/**
 * Whether a value out of JSON is nested deeper than `most`. Everything that walks over a body calls itself for each level, so a body of some
 * ten thousand would end in an exhausted stack somewhere; this does not.
 */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const member of Object.values(one)) if (typeof member === 'object' && member !== null) next.push(member);
    }
    level = next;
  }
  return false;
}
