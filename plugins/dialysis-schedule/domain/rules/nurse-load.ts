import type { DialysisLimits, Zone } from '../../../dialysis-file/contract/index.ts';

/** Somebody at work in a shift. */
export interface RotaEntry {
  readonly userId: string;
  readonly userName: string;
  readonly duty: 'nurse' | 'doctor';
  /** Null: wherever one is needed. */
  readonly zone: Zone | null;
  readonly absent: boolean;
}
export interface NurseLoad {
  readonly patients: number;
  readonly nurses: number;
  readonly doctors: number;
  /** With one decimal, rounded up; null while nobody is at work. */
  readonly perNurse: number | null;
  readonly perDoctor: number | null;
  readonly overNurse: boolean;
  readonly overDoctor: boolean;
  /** Nurses of an isolation zone who serve an ordinary one in the same shift. */
  readonly mixed: readonly string[];
}

/** Zones that a nurse of an isolation zone does not serve in the same shift. */
export const isOrdinary = (zone: Zone | null): boolean => zone === null || zone === 'A' || zone === 'O';
const ratio = (patients: number, people: number): number | null => (people === 0 ? null : Math.ceil((patients * 10) / people) / 10);
const people = (entries: readonly RotaEntry[], duty: RotaEntry['duty']): Set<string> =>
  new Set(entries.filter((one) => one.duty === duty && !one.absent).map(({ userId }) => userId));

/**
 * How many patients there are for each of those at work in a shift. Somebody who is there for two zones counts once; who is absent does not.
 * @param patients who lie in the shift
 */
export function nurseLoad(patients: number, entries: readonly RotaEntry[], limits: Pick<DialysisLimits, 'patientsPerNurse' | 'patientsPerDoctor'>): NurseLoad {
  const nurses = people(entries, 'nurse');
  const doctors = people(entries, 'doctor');
  const names = new Map(entries.map(({ userId, userName }) => [userId, userName]));
  const zones = (userId: string) => entries.filter((one) => one.userId === userId && one.duty === 'nurse' && !one.absent).map(({ zone }) => zone);
  const mixed = [...nurses].filter((userId) => {
    const served = zones(userId);
    return served.some(isOrdinary) && served.some((zone) => !isOrdinary(zone));
  });
  return {
    patients,
    nurses: nurses.size,
    doctors: doctors.size,
    perNurse: ratio(patients, nurses.size),
    perDoctor: ratio(patients, doctors.size),
    overNurse: patients > nurses.size * limits.patientsPerNurse,
    overDoctor: patients > doctors.size * limits.patientsPerDoctor,
    mixed: mixed.map((userId) => names.get(userId) ?? userId).toSorted(),
  };
}
