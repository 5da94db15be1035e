/** A laboratory value, as far as a merge decides by it. */
export interface MergingLab {
  readonly id: string;
  readonly test: string;
  /** `YYYY-MM-DD`. */
  readonly onDay: string;
  /** Taken back: it counts nowhere. */
  readonly withdrawn: boolean;
}

/**
 * Values that become those of the file that is left. Of a test and a day one counts: where both files have one, that of the file that is left stands, and the other
 * stays behind under its own file, where the time line still shows it. What was taken back moves in any case, for it counts nowhere.
 * @returns ids
 */
export function movingLabs(going: readonly MergingLab[], left: readonly MergingLab[]): readonly string[] {
  const counted = new Set(left.filter(({ withdrawn }) => !withdrawn).map(({ test, onDay }) => `${test} ${onDay}`));
  return going.filter(({ test, onDay, withdrawn }) => withdrawn || !counted.has(`${test} ${onDay}`)).map(({ id }) => id);
}
