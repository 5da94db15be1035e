import type { WholeSession } from '../../../contract/session.schema.ts';

export const STEPS = ['before', 'plan', 'check', 'monitor', 'orders', 'end', 'after', 'log'] as const;
export type Step = (typeof STEPS)[number];

const STEP_OF_STATE: Readonly<Record<number, Step>> = { 0: 'before', 1: 'before', 2: 'plan', 3: 'monitor', 4: 'after', 5: 'log', 7: 'log', 8: 'log', 9: 'log' };
/** Kinds of entries that say that a treatment is under way, whatever is still to be signed. */
const UNDER_WAY: readonly string[] = ['reading', 'event', 'adjust'];
/** Forms by the step that shows them, with the states in which that step is written. */
const STEP_OF_FORM: Readonly<Record<string, { readonly step: Step; readonly states: readonly number[] }>> = {
  ...{ arrival: { step: 'before', states: [1, 2] }, before: { step: 'before', states: [1, 2] }, access: { step: 'before', states: [1, 2] } },
  ...{ plan: { step: 'plan', states: [2] }, check1: { step: 'check', states: [2] }, start: { step: 'check', states: [2] } },
  ...{ check2: { step: 'check', states: [3] }, end: { step: 'end', states: [3] } },
  ...{ reading: { step: 'monitor', states: [3, 4] }, event: { step: 'monitor', states: [3, 4] }, adjust: { step: 'monitor', states: [3, 4] } },
  ...{ after: { step: 'after', states: [4] }, summary: { step: 'after', states: [3, 4] } },
};

/**
 * Where a treatment is. A doctor's share of an assessed treatment is the plan, a nurse's goes on with the check; one that runs stands at the second check until
 * readings say that it is further.
 */
export function stepFor({ state, confirmedAt, check2At, entries }: Pick<WholeSession, 'state' | 'confirmedAt' | 'check2At' | 'entries'>): Step {
  if (state === 2 && confirmedAt !== null) return 'check';
  if (state === 3 && check2At === null && !entries.some(({ kind }) => UNDER_WAY.includes(kind))) return 'check';
  return STEP_OF_STATE[state] ?? 'before';
}

/** Where a page of a treatment opens: at what was being entered last and can still be, else where the treatment is. @param typed names of forms, the last one first */
export function openingStep(whole: Parameters<typeof stepFor>[0], typed: readonly string[]): Step {
  const form = typed.map((name) => STEP_OF_FORM[name]).find((one) => one?.states.includes(whole.state));
  return form?.step ?? stepFor(whole);
}
