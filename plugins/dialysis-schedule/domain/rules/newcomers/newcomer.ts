import { addDays, type Marker, type MarkerResult, SCREENING_MARKERS, type Zone, zoneOf } from '../../../../dialysis-file/contract/index.ts';

/** What somebody brings along of a marker: `unknown` is not written down. */
export type Brought = 'unknown' | 'negative' | 'positive' | 'pending';
export type BroughtMarkers = Readonly<Partial<Record<Marker, Brought>>>;

export interface NewcomerRules {
  /** Days that results of a transient patient hold. */
  readonly serologyTransientDays: number;
  readonly observationDays: number;
  readonly syphilisTitre: number;
  readonly hcvAntibodyApart: boolean;
  readonly missingMarkersWait: boolean;
}

export interface NewcomerZone {
  readonly zone: Zone;
  /** Markers without an answer, for the sentence that says why somebody waits in zone E. */
  readonly waitingFor: readonly Marker[];
  /** The last day that the results hold; null: nothing was brought. */
  readonly holdsUntil: string | null;
  readonly isOld: boolean;
}

/** Results as they are written into the file; what is unknown is none. */
export const resultsOf = (markers: BroughtMarkers, on: string): MarkerResult[] =>
  Object.entries(markers).flatMap(([marker, result]) =>
    result === 'unknown' || result === undefined ? [] : [{ marker: marker as Marker, result, on, titre: null }],
  );

/**
 * Where somebody who comes from elsewhere may lie by what they bring along, and whether it is young enough. Old results put nobody into another zone: people
 * are told, and decide.
 */
export function newcomerZone(markers: BroughtMarkers, on: string, today: string, rules: NewcomerRules): NewcomerZone {
  const results = resultsOf(markers, on);
  const { zone, waitingFor } = zoneOf(results, today, rules);
  const holdsUntil = results.length === 0 ? null : addDays(on, rules.serologyTransientDays);
  return { zone, waitingFor, holdsUntil, isOld: holdsUntil !== null && holdsUntil < today };
}

/** Markers that are asked for on the form, those that everybody is tested for first. */
export const ASKED_MARKERS: readonly Marker[] = [...SCREENING_MARKERS, 'HCV-RNA', 'RPR'];
