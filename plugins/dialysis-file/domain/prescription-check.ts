import type { PrescriptionContent } from '../contract/parts.schema.ts';

/** Fields that have a range of their own, by their name in the form. */
export type RangedField =
  | 'minutes'
  | 'bloodFlow'
  | 'dialysateFlow'
  | 'sodium'
  | 'potassium'
  | 'calcium'
  | 'bicarbonate'
  | 'glucose'
  | 'temperature'
  | 'ufTarget'
  | 'substitutionVolume'
  | 'isolatedMinutes'
  | 'isolatedVolume'
  | 'stopMinutesBeforeEnd';

export interface Range {
  /** Outside of these the prescription is refused. */
  readonly min: number;
  readonly max: number;
  /** Outside of these the doctor is asked to look again. */
  readonly usual?: readonly [from: number, to: number];
  /** Decimals that it is written with; none where nothing is said. */
  readonly decimals?: number;
}

/** Plausible and usual ranges of the domain page, section 4. */
const RANGES: Readonly<Record<RangedField, Range>> = {
  minutes: { min: 30, max: 480, usual: [180, 300] },
  bloodFlow: { min: 50, max: 500, usual: [200, 300] },
  dialysateFlow: { min: 0, max: 1000, usual: [500, 800] },
  sodium: { min: 130, max: 155, usual: [135, 145] },
  potassium: { min: 0, max: 4, usual: [2, 3], decimals: 1 },
  calcium: { min: 1, max: 2, usual: [1.25, 1.75], decimals: 2 },
  bicarbonate: { min: 20, max: 40, usual: [30, 40] },
  glucose: { min: 0, max: 11.1, decimals: 1 },
  temperature: { min: 34, max: 38, usual: [35.5, 37], decimals: 1 },
  ufTarget: { min: 0, max: 6000 },
  substitutionVolume: { min: 0, max: 60 },
  isolatedMinutes: { min: 0, max: 120 },
  isolatedVolume: { min: 0, max: 6000 },
  stopMinutesBeforeEnd: { min: 0, max: 480 },
};

/** SLED may last twelve hours, continuous ways three days, and before the filter more may be substituted. */
export function rangeOf(field: RangedField, { mode, substitution }: Pick<PrescriptionContent, 'mode' | 'substitution'>): Range {
  const range = RANGES[field];
  if (field === 'minutes' && mode === 'SLED') return { min: 30, max: 720 };
  if (field === 'minutes' && mode === 'CRRT') return { min: 30, max: 4320 };
  if (field === 'substitutionVolume' && mode === 'CRRT') return { min: 0, max: 200 };
  return field === 'substitutionVolume' && substitution?.site === 'pre' ? { min: 0, max: 80 } : range;
}

const valuesOf = (content: PrescriptionContent): Readonly<Record<RangedField, number | null>> => ({
  minutes: content.minutes,
  bloodFlow: content.bloodFlow,
  dialysateFlow: content.dialysateFlow,
  sodium: content.sodium,
  potassium: content.potassium,
  calcium: content.calcium,
  bicarbonate: content.bicarbonate,
  glucose: content.glucose,
  temperature: content.temperature,
  ufTarget: content.ufTarget,
  substitutionVolume: content.substitution?.volume ?? null,
  isolatedMinutes: content.isolatedFirst?.minutes ?? null,
  isolatedVolume: content.isolatedFirst?.volume ?? null,
  stopMinutesBeforeEnd: content.anticoagulant.stopMinutesBeforeEnd,
});

/** Decimals that a number of a prescription is written with. */
export const decimalsOf = (field: RangedField): number => RANGES[field].decimals ?? 0;

export const RANGED_FIELDS = Object.keys(RANGES) as readonly RangedField[];

/** What stands in the way of a prescription. */
export type PrescriptionFault =
  | { readonly key: 'rx-range'; readonly field: RangedField; readonly min: number; readonly max: number }
  | { readonly key: 'rx-substitution' | 'rx-perfusor' | 'rx-dialyser' | 'rx-dose-unit' | 'rx-stop'; readonly field: string };

/** @returns the first thing that makes the prescription impossible */
export function prescriptionFault(content: PrescriptionContent): PrescriptionFault | undefined {
  const values = valuesOf(content);
  for (const field of RANGED_FIELDS) {
    const value = values[field];
    const { min, max } = rangeOf(field, content);
    if (value !== null && (value < min || value > max)) return { key: 'rx-range', field, min, max };
  }
  const { mode, anticoagulant } = content;
  if ((mode === 'HDF' || mode === 'HF') && content.substitution === null) return { key: 'rx-substitution', field: 'substitutionVolume' };
  if ((mode === 'HP' || mode === 'HD+HP') && content.perfusorName.trim() === '') return { key: 'rx-perfusor', field: 'perfusor' };
  if (mode !== 'HP' && mode !== 'PE' && content.dialyserName.trim() === '') return { key: 'rx-dialyser', field: 'dialyser' };
  const dosed = anticoagulant.firstDose !== null || anticoagulant.perHour !== null;
  if (anticoagulant.agent !== 'none' && dosed && anticoagulant.unit.trim() === '') return { key: 'rx-dose-unit', field: 'unit' };
  if (anticoagulant.stopMinutesBeforeEnd !== null && anticoagulant.stopMinutesBeforeEnd > content.minutes)
    return { key: 'rx-stop', field: 'stopMinutesBeforeEnd' };
  return undefined;
}

/** Fields outside of what is usual: the doctor looks again, nothing is refused. */
export function unusualFields(content: PrescriptionContent): readonly RangedField[] {
  const values = valuesOf(content);
  return RANGED_FIELDS.filter((field) => {
    const [value, usual] = [values[field], rangeOf(field, content).usual];
    return value !== null && usual !== undefined && (value < usual[0] || value > usual[1]);
  });
}
