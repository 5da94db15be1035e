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

/** Results until a day, oldest first; what is dated later is not known yet. Of one day the later in the list counts. */
export function resultsOf(results: readonly MarkerResult[], marker: Marker, until: string): readonly MarkerResult[] {
  return results
    .map((result, place) => ({ result, place }))
    .filter(({ result }) => result.marker === marker && result.on <= until)
    .sort((one, other) => (one.result.on === other.result.on ? one.place - other.place : one.result.on < other.result.on ? -1 : 1))
    .map(({ result }) => result);
}

/** The last result that the laboratory has answered. */
export const lastAnswered = (results: readonly MarkerResult[], marker: Marker, until: string): MarkerResult | undefined =>
  resultsOf(results, marker, until)
    .filter(({ result }) => result !== 'pending')
    .at(-1);

/** Whether a sample waits for its answer and no later one has any. */
export const isPending = (results: readonly MarkerResult[], marker: Marker, until: string): boolean =>
  resultsOf(results, marker, until).at(-1)?.result === 'pending';

/** The first negative result after the last positive one; undefined where it never was positive or is positive now. */
export function turnedNegativeOn(results: readonly MarkerResult[], marker: Marker, until: string): string | undefined {
  const answered = resultsOf(results, marker, until).filter(({ result }) => result !== 'pending');
  const lastPositive = answered.findLastIndex(({ result }) => result === 'positive');
  return lastPositive < 0 ? undefined : answered[lastPositive + 1]?.on;
}
