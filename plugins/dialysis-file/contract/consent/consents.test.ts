import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DialysisMode } from '../modes.ts';
import { type ConsentFacts, consentState, consentsLacking } from './consents.ts';
import { isOldText, textsOn } from './consent-texts.ts';

const TODAY = '2026-06-01';
const signed = (over: Partial<ConsentFacts> = {}): ConsentFacts => ({
  ...{ kind: 'dialysis', modes: ['HD'], decision: 'signed', signedOn: '2026-01-01', validTo: null, withdrawnOn: null },
  ...over,
});
const HD = { mode: 'HD' as DialysisMode, catheter: false };

describe('what a consent is worth', () => {
  it.each([
    [signed(), 'signed'],
    [signed({ signedOn: '2026-06-02' }), 'later'],
    [signed({ decision: 'refused' }), 'refused'],
    [signed({ withdrawnOn: TODAY }), 'withdrawn'],
    [signed({ withdrawnOn: '2026-06-02' }), 'signed'],
    [signed({ validTo: TODAY }), 'signed'],
    [signed({ validTo: '2026-05-31' }), 'expired'],
  ])('%j is %s', (consent, state) => expect(consentState(consent, TODAY)).toBe(state));
});

describe('what is lacking', () => {
  it('is nothing where a consent to the prescribed mode holds; each reason is told with its day', () => {
    expect(consentsLacking([signed()], HD, TODAY)).toEqual([]);
    expect(consentsLacking([], HD, TODAY)).toEqual([{ kind: 'dialysis', why: 'missing', on: null }]);
    expect(consentsLacking([signed({ modes: ['HDF'] })], HD, TODAY)).toEqual([{ kind: 'dialysis', why: 'missing', on: null }]);
    expect(consentsLacking([signed({ modes: ['HDF'] })], { ...HD, mode: null }, TODAY)).toEqual([]);
    expect(consentsLacking([signed({ withdrawnOn: '2026-05-02' })], HD, TODAY)).toEqual([{ kind: 'dialysis', why: 'withdrawn', on: '2026-05-02' }]);
    expect(consentsLacking([signed({ validTo: '2026-03-01' })], HD, TODAY)).toEqual([{ kind: 'dialysis', why: 'expired', on: '2026-03-01' }]);
  });
  it('is the refusal until somebody signs after it, and the catheter of whoever is treated through one', () => {
    const refused = signed({ decision: 'refused', modes: [], signedOn: '2026-02-01' });
    expect(consentsLacking([signed(), refused], HD, TODAY)).toEqual([{ kind: 'dialysis', why: 'refused', on: '2026-02-01' }]);
    expect(consentsLacking([refused, signed({ signedOn: '2026-02-03' })], HD, TODAY)).toEqual([]);
    expect(consentsLacking([signed()], { ...HD, catheter: true }, TODAY)).toEqual([{ kind: 'catheter', why: 'missing', on: null }]);
    expect(consentsLacking([signed(), signed({ kind: 'catheter', modes: [] })], { ...HD, catheter: true }, TODAY)).toEqual([]);
  });
  it('does not depend on the order in which consents stand, and one that was just signed always ends it', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-05-${String(n).padStart(2, '0')}`);
    const consent = fc.record({
      ...{ kind: fc.constantFrom('dialysis', 'catheter'), modes: fc.constantFrom<DialysisMode[]>([], ['HD'], ['HDF']) },
      ...{ decision: fc.constantFrom('signed' as const, 'refused' as const), signedOn: day },
      ...{ validTo: fc.option(day), withdrawnOn: fc.option(day) },
    });
    fc.assert(
      fc.property(fc.array(consent, { maxLength: 8 }), fc.boolean(), (consents, catheter) => {
        const needs = { ...HD, catheter };
        const kinds = (list: readonly ConsentFacts[]) => consentsLacking(list, needs, TODAY).map(({ kind, on }) => [kind, on]);
        expect(kinds([...consents].reverse())).toEqual(kinds(consents));
        expect(kinds([...consents, signed({ signedOn: TODAY })]).map(([kind]) => kind)).not.toContain('dialysis');
      }),
    );
  });
});

describe('texts of consents', () => {
  const forms = [
    { kind: 'dialysis' as const, versionNo: '2026-1', from: '2026-02-01', to: null },
    { kind: 'dialysis' as const, versionNo: '2025-1', from: '2025-01-01', to: '2026-01-31' },
  ];
  it('are those of their day, and one that is not given any more is old', () => {
    expect(textsOn(forms, 'dialysis', '2026-01-31').map(({ versionNo }) => versionNo)).toEqual(['2025-1']);
    expect(textsOn(forms, 'dialysis', '2026-02-01').map(({ versionNo }) => versionNo)).toEqual(['2026-1']);
    expect(textsOn(forms, 'catheter', '2026-02-01')).toEqual([]);
    const isOld = (formVersion: string, kind = 'dialysis'): boolean => isOldText(forms, { kind, formVersion }, '2026-03-01');
    // Of a kind without texts, and of a consent that names none, nothing is said.
    expect([isOld('2025-1'), isOld('2026-1'), isOld(''), isOld('2025-1', 'catheter')]).toEqual([true, false, false, false]);
  });
});
