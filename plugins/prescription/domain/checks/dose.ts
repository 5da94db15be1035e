import { DOSE_DECIMALS, doseUnits, type Fraction, perDay, ratio, sameUnit } from '../../../catalogue/contract/index.ts';
import { type CheckedCase, type CheckedLine, drugsOf, type Finding, named } from './checked-line.ts';

/** So many times the usual highest dose is taken for a slip of the pen: it cannot be argued away. */
const SLIP = 3n;

/** How often a dose is given on a day on which it is given. */
export function dosesOfDay(drugInterval: string): number {
  const [times, days] = perDay(drugInterval) ?? [1, 1];
  return Math.max(1, Math.ceil(times / days));
}

/** One dose as a part of `limit` (in the unit of the strength), exactly; undefined when it cannot be compared. */
function partOf(line: CheckedLine, limit: number): Fraction | undefined {
  if (line.dMin > 0 && sameUnit(line.onceUsingUnit, line.preparaUnit) && !sameUnit(line.onceUsingUnit, line.dMinUnit)) {
    const [once, each, whole, one] = [doseUnits(line.onceUsing), doseUnits(line.dMin), doseUnits(limit), doseUnits(1)];
    return once !== undefined && each !== undefined && whole && one ? { num: once * each, den: whole * one } : undefined;
  }
  return ratio(line.onceUsing, line.onceUsingUnit, limit, line.dMinUnit);
}

/** The dose of a day against what is usual. Lines whose dose nobody counts (typed quantities without a dose) are left alone. */
export function doseFindings({ lines }: CheckedCase): Finding[] {
  return drugsOf(lines).flatMap(({ line, index }): Finding[] => {
    if (line.onceUsing <= 0 || !Number.isFinite(line.onceUsing)) return [];
    const times = BigInt(dosesOfDay(line.drugInterval));
    const dose = `${Number((line.onceUsing * Number(times)).toFixed(DOSE_DECIMALS))} ${line.onceUsingUnit}`;
    const key = `${line.drugId}:${line.onceUsing}${line.onceUsingUnit}:${line.drugInterval}`;
    const high = line.dailyDoseMax > 0 ? partOf(line, line.dailyDoseMax) : undefined;
    if (high && high.num * times > high.den) {
      return [
        {
          key: `dose-high:${key}`,
          code: 'dose-high',
          level: high.num * times > high.den * SLIP ? 'block' : 'reason',
          lines: [index],
          params: { ...named(line, index), dose, limit: `${line.dailyDoseMax} ${line.dMinUnit}` },
        },
      ];
    }
    const low = line.dailyDoseMin > 0 ? partOf(line, line.dailyDoseMin) : undefined;
    if (!low || low.num * times >= low.den) return [];
    const params = { ...named(line, index), dose, limit: `${line.dailyDoseMin} ${line.dMinUnit}` };
    return [{ key: `dose-low:${key}`, code: 'dose-low', level: 'info', lines: [index], params }];
  });
}

/** Warnings of the catalogue for this patient: dialysis, age, skin test. */
export function patientFindings({ lines, patient }: CheckedCase): Finding[] {
  return drugsOf(lines).flatMap(({ line, index }): Finding[] => {
    const place = { lines: [index] };
    const base = named(line, index);
    return [
      ...(patient.isDialysis && line.renalLevel !== ''
        ? [{ ...place, key: `renal:${line.drugId}`, code: 'renal' as const, level: line.renalLevel, params: { ...base, advice: line.renalAdvice } }]
        : []),
      ...(line.ageMin > 0 && patient.age !== null && patient.age < line.ageMin
        ? [{ ...place, key: `age-young:${line.drugId}`, code: 'age-young' as const, level: 'reason' as const, params: { ...base, age: line.ageMin } }]
        : []),
      ...(line.ageMax > 0 && patient.age !== null && patient.age >= line.ageMax
        ? [{ ...place, key: `age-old:${line.drugId}`, code: 'age-old' as const, level: 'info' as const, params: { ...base, age: line.ageMax } }]
        : []),
      ...(line.skinTest ? [{ ...place, key: `skin-test:${line.drugId}`, code: 'skin-test' as const, level: 'info' as const, params: base }] : []),
    ];
  });
}
