import { type Infection, isPending, lastAnswered, type Marker, type MarkerResult, SCREENING_MARKERS } from './markers.ts';
import { zoneOf, type ZoneLimits } from './zone-of.ts';

/** As the patient's own file says it: infections, tested and free of them, or waiting for an answer. */
export type PatientMark = Infection | 'NEG' | 'PEND';

const MARKERS_OF: Readonly<Record<Infection, readonly Marker[]>> = {
  HBV: ['HBsAg', 'HBV-DNA'],
  HCV: ['anti-HCV', 'HCV-RNA', 'HCV-Ag'],
  HIV: ['anti-HIV', 'HIV-RNA'],
  TP: ['TPPA', 'RPR', 'TP-IgM'],
};
const INFECTIONS = Object.keys(MARKERS_OF) as readonly Infection[];

/**
 * What the patient's file says of infections, by the markers of the dialysis file. An antibody that stays after a cure is a mark, too, as the field tells a history. Of an
 * infection of which no marker was ever answered here, what stood there before stays: nobody has tested it.
 * @param before what the patient's file said
 * @param today `YYYY-MM-DD`; results dated later are not looked at
 */
export function infectionMarks(results: readonly MarkerResult[], before: readonly string[], today: string, limits: ZoneLimits): readonly PatientMark[] {
  const answered = (marker: Marker): boolean => lastAnswered(results, marker, today) !== undefined;
  const { infections, marks } = zoneOf(results, today, limits);
  const found = INFECTIONS.filter((infection) =>
    MARKERS_OF[infection].some(answered) ? infections.includes(infection) || marks.includes(infection) : before.includes(infection),
  );
  const waits = SCREENING_MARKERS.some((marker) => !answered(marker) && isPending(results, marker, today));
  if (found.length > 0) return waits ? [...found, 'PEND'] : found;
  if (waits) return ['PEND'];
  return SCREENING_MARKERS.every((marker) => answered(marker)) || before.includes('NEG') ? ['NEG'] : [];
}

/** Day of the newest sample that was answered; without one what stood there. */
export function markersCheckedOn(results: readonly MarkerResult[], before: string | null, today: string): string | null {
  const days = results.filter(({ result, on }) => result !== 'pending' && on <= today).map(({ on }) => on);
  return days.toSorted().at(-1) ?? before;
}
