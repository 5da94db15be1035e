interface Span {
  readonly from: string;
  readonly to: string | null;
}

/** Of patterns the one in force on a day. */
export const onDay = <T extends Span>(patterns: readonly T[], day: string): T | undefined =>
  patterns.find(({ from, to }) => from <= day && (to === null || to >= day));

/** The one in force, else the next one to come. */
export const onDayOrNext = <T extends Span>(patterns: readonly T[], day: string): T | undefined =>
  onDay(patterns, day) ?? [...patterns].sort((one, other) => (one.from < other.from ? -1 : 1)).find(({ from }) => from > day);

/** Of weights in the order in which they were written the one in force on a day. */
export function weightOn<T extends { readonly from: string }>(weights: readonly T[], day: string): T | undefined {
  let found: T | undefined;
  for (const weight of weights) if (weight.from <= day && (found === undefined || weight.from >= found.from)) found = weight;
  return found;
}

/** Of several accesses in use the one that was used first last: a new fistula goes before the catheter that bridged its ripening. */
export function accessInUse<T extends { readonly state: string; readonly firstUsedOn: string | null }>(accesses: readonly T[]): T | undefined {
  return accesses.filter(({ state }) => state === 'in-use').sort((one, other) => ((one.firstUsedOn ?? '') < (other.firstUsedOn ?? '') ? 1 : -1))[0];
}
