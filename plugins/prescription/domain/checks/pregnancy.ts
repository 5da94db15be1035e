import type { CheckLevel } from '../../../catalogue/contract/index.ts';
import { type CheckedCase, drugsOf, type Finding, named } from './checked-line.ts';

/**
 * Drugs that a pregnant or nursing woman must not have, or only for a reason. Where nobody has asked her, drugs that are forbidden in
 * pregnancy say so: asking takes a minute.
 */
export function pregnancyFindings({ lines, patient }: CheckedCase): Finding[] {
  const { pregnancy, pregnancyOn: day } = patient;
  return drugsOf(lines).flatMap(({ line, index }): Finding[] => {
    const found = (code: Finding['code'], level: '' | CheckLevel): Finding[] =>
      level === ''
        ? []
        : [{ key: `${code}:${line.drugId}`, code, level, lines: [index], params: { ...named(line, index), advice: line.pregnancyAdvice, day } }];
    if (pregnancy === 'pregnant') return found('pregnancy', line.pregnancyLevel);
    if (pregnancy === 'lactating') return found('lactation', line.lactationLevel);
    return pregnancy === 'unasked' && line.pregnancyLevel === 'block' ? found('pregnancy-unknown', 'info') : [];
  });
}
