import { type Static, Type } from '@nephra/plugin-sdk/contract';
import type { DialysisMode } from '../modes.ts';
import { CONSENT_KINDS, type ConsentKind, nullable, oneOf } from '../parts.schema.ts';

/** What a consent is worth on a day. */
export const CONSENT_STATES = ['signed', 'refused', 'withdrawn', 'expired', 'later'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];
/** Why one that is needed does not hold: none was ever asked for, or the newest one is worth nothing. */
export const LACK_REASONS = ['missing', 'refused', 'withdrawn', 'expired'] as const;

export const consentLack = Type.Object({ kind: oneOf(CONSENT_KINDS), why: oneOf(LACK_REASONS), /** Since when; null: never. */ on: nullable(Type.String()) });
export type ConsentLack = Static<typeof consentLack>;

/** Days are `YYYY-MM-DD`. */
export interface ConsentFacts {
  readonly kind: string;
  readonly modes: readonly DialysisMode[];
  readonly decision: 'signed' | 'refused';
  readonly signedOn: string;
  readonly validTo: string | null;
  readonly withdrawnOn: string | null;
}

/** What a consent is worth on a day. */
export function consentState({ decision, signedOn, validTo, withdrawnOn }: Omit<ConsentFacts, 'kind' | 'modes'>, day: string): ConsentState {
  if (signedOn > day) return 'later';
  if (decision === 'refused') return 'refused';
  if (withdrawnOn !== null && withdrawnOn <= day) return 'withdrawn';
  return validTo !== null && validTo < day ? 'expired' : 'signed';
}

const sinceOf = (one: ConsentFacts, state: ConsentState): string =>
  (state === 'withdrawn' ? one.withdrawnOn : state === 'expired' ? one.validTo : null) ?? one.signedOn;

/**
 * What is needed and does not hold on a day: consent to dialysis (in the mode that is prescribed), and to the catheter of whoever is treated through one. A refusal
 * stands until somebody signs after it; what was signed and holds is not undone by an older word.
 * @param needs mode of the prescription in force (null: any), and whether a catheter is in use
 */
export function consentsLacking(
  consents: readonly ConsentFacts[],
  needs: { readonly mode: DialysisMode | null; readonly catheter: boolean },
  day: string,
): readonly ConsentLack[] {
  const lackOf = (kind: ConsentKind, fits: (one: ConsentFacts) => boolean): ConsentLack[] => {
    const own = consents
      .filter((one) => one.kind === kind && (one.decision === 'refused' || fits(one)))
      .map((one) => ({ one, state: consentState(one, day) }))
      .filter(({ state }) => state !== 'later')
      .toSorted((a, b) => (sinceOf(a.one, a.state) < sinceOf(b.one, b.state) ? 1 : -1));
    const refused = own.find(({ state }) => state === 'refused')?.one.signedOn ?? '';
    if (own.some(({ one, state }) => state === 'signed' && one.signedOn >= refused)) return [];
    const [newest] = own;
    if (!newest) return [{ kind, why: 'missing', on: null }];
    return [{ kind, why: newest.state === 'signed' ? 'refused' : (newest.state as ConsentLack['why']), on: sinceOf(newest.one, newest.state) }];
  };
  return [...lackOf('dialysis', ({ modes }) => needs.mode === null || modes.includes(needs.mode)), ...(needs.catheter ? lackOf('catheter', () => true) : [])];
}
