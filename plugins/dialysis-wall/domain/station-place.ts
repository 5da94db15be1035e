/** How far somebody's treatment is: numbers of `SESSION_STATE`. */
export interface Lying {
  readonly slotId: string;
  readonly state: number;
  /** Order of the shift in the day. */
  readonly shiftAt: number;
}

/** Who is at a machine comes before who waits for it, who waits before who is to come; those who have gone do not count. */
const RANK: Readonly<Record<number, number>> = { 3: 0, 4: 1, 2: 2, 1: 2, 0: 3 };

/** Whom a screen shows at a station that several patients have on a day; undefined: nobody any more. */
export const whoIsShown = <T extends Lying>(lying: readonly T[]): T | undefined =>
  lying
    .filter(({ state }) => RANK[state] !== undefined)
    .toSorted((one, other) => (RANK[one.state] ?? 9) - (RANK[other.state] ?? 9) || one.shiftAt - other.shiftAt || (one.slotId < other.slotId ? -1 : 1))[0];
