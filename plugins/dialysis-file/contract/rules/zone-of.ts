import type { DialysisLimits } from '../dialysis-limits.ts';
import type { Zone } from '../zones.ts';
import { addDays, daysBetween } from './calendar.ts';
import { CONFIRMING_MARKER, type Infection, isPending, lastAnswered, type Marker, type MarkerResult, SCREENING_MARKERS, turnedNegativeOn } from './markers.ts';

export type ZoneLimits = Pick<DialysisLimits, 'observationDays' | 'syphilisTitre' | 'hcvAntibodyApart' | 'missingMarkersWait'>;

/** Where somebody belongs by the results, and why. */
export interface ZoneFound {
  readonly zone: Zone;
  /** Infections that ask for a zone of their own; two of them are a double infection, and the graver one decides. */
  readonly infections: readonly Infection[];
  /** Screening markers without any answer, and confirming ones that a positive screening marker still asks for. */
  readonly waitingFor: readonly Marker[];
  /** Told beside the zone, without changing it: antibodies that stay after a cure or were never followed by a virus. */
  readonly marks: readonly Infection[];
  /** Last day of observation after a cured hepatitis C. */
  readonly observedUntil: string | null;
}

/** Virus of hepatitis C: RNA, or its antigen where no RNA was tested later. */
function hepatitisC(results: readonly MarkerResult[], today: string): 'virus' | 'cleared' | 'none' | 'unknown' {
  const [rna, antigen] = [lastAnswered(results, 'HCV-RNA', today), lastAnswered(results, 'HCV-Ag', today)];
  if (rna?.result === 'positive') return 'virus';
  if (antigen?.result === 'positive' && (rna === undefined || rna.on < antigen.on)) return 'virus';
  if (rna === undefined) return 'unknown';
  return turnedNegativeOn(results, 'HCV-RNA', today) === undefined ? 'none' : 'cleared';
}

/** Infections by their markers. */
function infectionsOf(results: readonly MarkerResult[], today: string, limits: ZoneLimits): readonly Infection[] {
  const positive = (marker: Marker): boolean => lastAnswered(results, marker, today)?.result === 'positive';
  const rpr = lastAnswered(results, 'RPR', today);
  // A titre that nobody wrote down is taken for a high one.
  const syphilis = positive('TP-IgM') || (rpr?.result === 'positive' && (rpr.titre ?? limits.syphilisTitre) >= limits.syphilisTitre);
  const virus = hepatitisC(results, today);
  // Who was cured goes by the path of observation, whatever the antibody says.
  const hepatitis = virus === 'virus' || (limits.hcvAntibodyApart && virus === 'none' && positive('anti-HCV'));
  return [
    ...(positive('HBsAg') || positive('HBV-DNA') ? (['HBV'] as const) : []),
    ...(hepatitis ? (['HCV'] as const) : []),
    ...(positive('anti-HIV') || positive('HIV-RNA') ? (['HIV'] as const) : []),
    ...(syphilis ? (['TP'] as const) : []),
  ];
}

/** Answers that are wanted before the ordinary zone. HBV-DNA is not among them: HBsAg alone decides. */
function waitingFor(results: readonly MarkerResult[], today: string): readonly Marker[] {
  const wanted: Marker[] = [];
  for (const marker of SCREENING_MARKERS) {
    const last = lastAnswered(results, marker, today);
    if (last === undefined) wanted.push(marker);
    const confirming = CONFIRMING_MARKER[marker];
    if (last?.result !== 'positive' || confirming === null || confirming === 'HBV-DNA') continue;
    if (lastAnswered(results, confirming, today) === undefined || isPending(results, confirming, today)) wanted.push(confirming);
  }
  return wanted;
}

/** HBV with HCV is treated among HBV. That HIV and syphilis go before HCV is a choice: no source says. */
function zoneOfInfections(infections: readonly Infection[]): Zone | undefined {
  if (infections.includes('HBV')) return 'B';
  if (infections.includes('HIV') || infections.includes('TP')) return 'D';
  return infections.includes('HCV') ? 'C' : undefined;
}

/**
 * @param results of one patient, in any order
 * @param today `YYYY-MM-DD`; results dated later are not looked at
 */
export function zoneOf(results: readonly MarkerResult[], today: string, limits: ZoneLimits): ZoneFound {
  const infections = infectionsOf(results, today, limits);
  const waiting = waitingFor(results, today);
  const antibodies: readonly (readonly [Marker, Infection])[] = [
    ['anti-HCV', 'HCV'],
    ['TPPA', 'TP'],
  ];
  const marks = antibodies
    .filter(([marker, infection]) => !infections.includes(infection) && lastAnswered(results, marker, today)?.result === 'positive')
    .map(([, infection]) => infection);
  const told = { infections, waitingFor: waiting, marks };
  const infected = zoneOfInfections(infections);
  if (infected !== undefined) return { ...told, zone: infected, observedUntil: null };
  if (waiting.length > 0 && limits.missingMarkersWait) return { ...told, zone: 'E', observedUntil: null };
  const cleared = hepatitisC(results, today) === 'cleared' ? turnedNegativeOn(results, 'HCV-RNA', today) : undefined;
  if (cleared !== undefined && daysBetween(cleared, today) < limits.observationDays) {
    return { ...told, zone: 'O', observedUntil: addDays(cleared, limits.observationDays - 1) };
  }
  return { ...told, zone: 'A', observedUntil: null };
}
