/** Markers that everybody is tested for, and those that a positive one asks for. */
export const MARKERS = ['HBsAg', 'HBV-DNA', 'anti-HCV', 'HCV-RNA', 'HCV-Ag', 'anti-HIV', 'HIV-RNA', 'TPPA', 'RPR', 'TP-IgM'] as const;
export type Marker = (typeof MARKERS)[number];

/** Tested before the first treatment and again and again. */
export const SCREENING_MARKERS = ['HBsAg', 'anti-HCV', 'anti-HIV', 'TPPA'] as const satisfies readonly Marker[];
export type ScreeningMarker = (typeof SCREENING_MARKERS)[number];

/** Asked for where the screening marker is positive. */
export const CONFIRMING_MARKER = { HBsAg: 'HBV-DNA', 'anti-HCV': 'HCV-RNA', 'anti-HIV': null, TPPA: 'RPR' } as const satisfies Record<
  ScreeningMarker,
  Marker | null
>;

export type Infection = 'HBV' | 'HCV' | 'HIV' | 'TP';

export interface MarkerResult {
  readonly marker: Marker;
  /** `pending`: the sample is taken, the laboratory has not answered. */
  readonly result: 'negative' | 'positive' | 'pending';
  /** Day of the sample, `YYYY-MM-DD`. */
  readonly on: string;
  /** RPR or TRUST alone: 8 for 1:8; null: not told. */
  readonly titre?: number | null;
}

const isOf = (one: MarkerResult, marker: Marker, until: string): boolean => one.marker === marker && one.on <= until;
const isAnswered = ({ result }: MarkerResult): boolean => result !== 'pending';

/** Results until a day, oldest first; what is dated later is not known yet. Of one day the later in the list counts. */
export const resultsOf = (results: readonly MarkerResult[], marker: Marker, until: string): readonly MarkerResult[] =>
  results.filter((one) => isOf(one, marker, until)).sort((one, other) => (one.on === other.on ? 0 : one.on < other.on ? -1 : 1));

/** The last of them that passes. A board asks a hundred results of each of hundreds of patients some dozen times: nothing is sorted for it. */
function lastOf(results: readonly MarkerResult[], marker: Marker, until: string, passes: (one: MarkerResult) => boolean): MarkerResult | undefined {
  let last: MarkerResult | undefined;
  for (const one of results) if (isOf(one, marker, until) && passes(one) && (last === undefined || one.on >= last.on)) last = one;
  return last;
}

/** The last result that the laboratory has answered. */
export const lastAnswered = (results: readonly MarkerResult[], marker: Marker, until: string): MarkerResult | undefined =>
  lastOf(results, marker, until, isAnswered);

/** Whether a sample waits for its answer and no later one has any. */
export const isPending = (results: readonly MarkerResult[], marker: Marker, until: string): boolean =>
  lastOf(results, marker, until, () => true)?.result === 'pending';

/** The first negative result after the last positive one; undefined where it never was positive or is positive now. */
export function turnedNegativeOn(results: readonly MarkerResult[], marker: Marker, until: string): string | undefined {
  // Most were never positive.
  if (!results.some((one) => one.result === 'positive' && isOf(one, marker, until))) return undefined;
  const answered = resultsOf(results, marker, until).filter(isAnswered);
  return answered[answered.findLastIndex(({ result }) => result === 'positive') + 1]?.on;
}
