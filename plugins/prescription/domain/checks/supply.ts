import { courseDays, INJECTION_USAGES, occurrences } from '../../../catalogue/contract/index.ts';
import { type CheckedCase, type CheckedLine, drugsOf, type Finding, named } from './checked-line.ts';

const EMERGENCY = 13;
/** Medical categories of chronic illness: a course of four weeks is usual there. */
const CHRONIC: readonly number[] = [14, 9901];

export interface SupplyLimit {
  readonly unit: 'days' | 'doses';
  /** Without a word. */
  readonly usual: number;
  /** With a reason; beyond it not at all. */
  readonly most: number;
}

const isSlowRelease = (line: CheckedLine): boolean => /缓释|控释/.test(line.drugForm);
const isInjection = (line: CheckedLine): boolean => INJECTION_USAGES.includes(line.drugUsage) || line.drugForm.includes('注射');

/**
 * How much may be supplied at once. Narcotics and psychotropics I: an injection is one dose, slow-release 7 days, anything else 3; with severe
 * pain as the reason 3, 15 and 7 days. Pethidine is one dose, given on the spot. Psychotropics II 7 days (methylphenidate 15), never more than
 * 28. Antibiotics 7, never more than 28. Emergency 3. Everything else 7 days, 28 in chronic illness, never over 84. A limit of the drug's own,
 * such as that of a toxic drug, only ever shortens what goes without a reason.
 */
export function supplyLimit(line: CheckedLine, around: { dpType: number; isDialysis: boolean }): SupplyLimit {
  const limit = limitOfClass(line, around);
  const own = line.supplyDays > 0 && limit.unit === 'days' ? Math.min(line.supplyDays, limit.usual) : limit.usual;
  return { ...limit, usual: own };
}

function limitOfClass(line: CheckedLine, { dpType, isDialysis }: { dpType: number; isDialysis: boolean }): SupplyLimit {
  if (line.ingredients.includes('哌替啶')) return { unit: 'doses', usual: 1, most: 1 };
  if (line.controlClass === 'narcotic' || line.controlClass === 'psych1') {
    if (isInjection(line)) return { unit: 'days', usual: 1, most: 3 };
    return isSlowRelease(line) ? { unit: 'days', usual: 7, most: 15 } : { unit: 'days', usual: 3, most: 7 };
  }
  if (line.controlClass === 'psych2') return { unit: 'days', usual: line.ingredients.includes('哌甲酯') ? 15 : 7, most: 28 };
  if (dpType === EMERGENCY) return { unit: 'days', usual: 3, most: 7 };
  if (line.antibiotic) return { unit: 'days', usual: 7, most: 28 };
  return { unit: 'days', usual: isDialysis || CHRONIC.includes(dpType) ? 28 : 7, most: 84 };
}

/** Supplies longer than the rule allows. A single dose of a narcotic injection counts as its dose, not as its day. */
export function supplyFindings({ lines, patient, dpType }: CheckedCase): Finding[] {
  return drugsOf(lines).flatMap(({ line, index }): Finding[] => {
    const limit = supplyLimit(line, { dpType, isDialysis: patient.isDialysis });
    const days = Number.isFinite(line.drugDays) ? courseDays(line.drugInterval, line.drugDays) : 1;
    const doses = occurrences(line.drugInterval, days) ?? days;
    const strictDoses = (line.controlClass === 'narcotic' || line.controlClass === 'psych1') && isInjection(line);
    const supplied = limit.unit === 'doses' ? doses : days;
    const oneDoseOnly = limit.unit === 'days' && strictDoses && doses > 1 && days <= limit.usual;
    if (supplied <= limit.usual && !oneDoseOnly) return [];
    const inDoses = limit.unit === 'doses' || oneDoseOnly;
    const code = inDoses ? 'supply-doses' : 'supply-days';
    const amount = inDoses ? doses : days;
    return [
      {
        key: `${code}:${line.drugId}:${amount}`,
        code,
        level: supplied > limit.most ? 'block' : 'reason',
        lines: [index],
        params: { ...named(line, index), amount, limit: inDoses ? 1 : limit.usual, most: limit.most },
      },
    ];
  });
}

/** An insured patient's limited drug needs the doctor's word that the condition is met, or a reason to go on without it. */
export function limitUseFindings({ lines, reimWay }: CheckedCase): Finding[] {
  if (reimWay === '0') return [];
  return lines.flatMap((line, index): Finding[] =>
    line.limitUseSign === 1 && line.approvalMark !== 1 && line.sale !== 'unknown'
      ? [
          {
            key: `limit-use:${line.drugId}`,
            code: 'limit-use',
            level: 'reason',
            lines: [index],
            params: { ...named(line, index), scope: line.limitUseScope },
          },
        ]
      : [],
  );
}
