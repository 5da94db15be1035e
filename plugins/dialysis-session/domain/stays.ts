import type { Away, AwayWhy } from '../contract/stays.service.ts';

/** A planned treatment that was missed, or one that took place. */
export interface Attendance {
  readonly patientId: string;
  readonly day: string;
  readonly came: boolean;
  /** Why not: a code of the board, or what somebody wrote. */
  readonly reason: string;
}

/** What people write, and the codes of the board (`ABSENCE_REASONS`), by what they mean. Who refuses or forgets a treatment is not away. */
const MEANS: readonly (readonly [pattern: RegExp, why: AwayWhy])[] = [
  [/住院|入院|hospital|inpatient|in-patient/i, 'hospital'],
  [/^died$|^transferred$|死亡|去世|转出|轉出|转院|轉院/i, 'outcome'],
  [/^elsewhere$|外出|旅游|旅遊|旅行|探亲|探親|异地透析|異地透析|外院透析|travel|holiday/i, 'travel'],
];
export const whyAway = (reason: string): AwayWhy | undefined => MEANS.find(([pattern]) => pattern.test(reason.trim()))?.[1];

/** Stays elsewhere as the treatments that were missed tell them: from the first that was missed for it until the patient came again. Why is what was said first. */
export function staysOf(attendance: readonly Attendance[]): Away[] {
  const byPatient = new Map<string, Attendance[]>();
  for (const one of attendance) byPatient.set(one.patientId, [...(byPatient.get(one.patientId) ?? []), one]);
  return [...byPatient.entries()].flatMap(([patientId, all]) => {
    const stays: Away[] = [];
    let begun: { readonly from: string; readonly why: AwayWhy } | null = null;
    for (const one of all.toSorted((a, b) => a.day.localeCompare(b.day) || Number(b.came) - Number(a.came))) {
      const why = one.came ? undefined : whyAway(one.reason);
      if (why) begun ??= { from: one.day, why };
      else if (one.came && begun !== null) {
        if (one.day > begun.from) stays.push({ patientId, from: begun.from, to: one.day, why: begun.why });
        begun = null;
      }
    }
    if (begun !== null) stays.push({ patientId, from: begun.from, to: null, why: begun.why });
    return stays;
  });
}
