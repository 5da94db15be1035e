import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROBLEM_CODES, SEVERITIES } from '../contract/problem.ts';
import type { ProblemFacts } from './problem-facts.ts';
import { factsOf, LIMITS, NOW, TODAY } from './problems.fixture.ts';
import { byUrgency, problemsOf, urgency } from './problems.ts';
import { plannedRate } from './problems-of-treatment.ts';

const codes = (over: Partial<ProblemFacts>): readonly string[] => problemsOf(factsOf(over), LIMITS).map(({ severity, code }) => `${severity} ${code}`);
const HOUR = 3_600_000;

describe('problems of a patient of the day', () => {
  it('there are none where nothing is out of order', () => {
    expect(codes({})).toEqual([]);
  });

  it.each<[string, Partial<ProblemFacts>, readonly string[]]>([
    ['gain above the warned share of the dry weight', { lastPostWeight: 58.2 }, ['warn gain']],
    ['gain above the comfortable share', { lastPostWeight: 59.6 }, ['info gain-comfort']],
    ['weight far above the dry weight', { preWeight: 63.5, lastPostWeight: 62.5, ufTarget: 2000 }, ['warn over-dry']],
    ['weight below the dry weight', { preWeight: 59.3, lastPostWeight: 59, ufTarget: 0 }, ['info under-dry']],
    ['pressure before is low while nothing runs', { systolicBefore: 85 }, ['critical pressure-before-low']],
    ['pressure before was high', { systolicBefore: 212 }, ['warn pressure-before-high']],
    ['last pressure of a running treatment is low', { state: 3, startedAt: NOW - HOUR, check2Done: true, lastSystolic: 84 }, ['critical pressure-now-low']],
    ['ultrafiltration above the red limit', { ufTarget: 3300 }, ['warn uf-rate-high']],
    ['ultrafiltration above the yellow limit', { ufTarget: 2700 }, ['info uf-rate']],
    ['a complication', { complications: [{ kind: 'cramp', red: false, severity: 'mild' }] }, ['warn complication']],
    ['a severe complication', { complications: [{ kind: 'hypotension', red: false, severity: 'severe' }] }, ['critical complication']],
    ['one to which everybody runs', { complications: [{ kind: 'air-embolism', red: true, severity: null }] }, ['critical red-event']],
    ['weighed and not confirmed', { confirmed: false }, ['warn not-confirmed']],
    ['no second check in time', { state: 3, startedAt: NOW - HOUR, check2Done: false }, ['warn check2-late']],
    ['back from a hospital', { state: 1, stay: { why: 'hospital', from: '2026-02-20' } }, ['warn stay']],
    ['orders not given while it runs', { state: 3, startedAt: NOW, ordersOpen: 2 }, ['info orders-open']],
    ['orders not given after the end', { state: 4, ordersOpen: 2 }, ['warn orders-open']],
    ['no prescription', { hasPrescription: false }, ['critical no-prescription']],
    ['a proposed prescription', { draftVersion: 3 }, ['warn prescription-draft']],
    ['something waits for a signature', { signaturesWaiting: 1 }, ['warn signature-waits']],
    ['no access', { hasAccess: false }, ['critical no-access']],
    ['no thrill', { accessFound: { thrill: 'none' } }, ['critical access-found']],
    ['a suspected infection of the catheter', { accessEvents: [{ kind: 'crbsi-suspected', on: '2026-02-25' }] }, ['warn access-event']],
    ['dry weight to be reviewed', { dryWeightReviewOn: '2026-03-01' }, ['info dry-weight-review']],
    ['no dry weight', { dryWeight: null }, ['warn dry-weight-missing']],
    ['markers overdue', { serology: 'overdue', serologyDueOn: '2026-02-01' }, ['warn serology']],
    ['no consent', { consented: false }, ['warn consent-missing']],
    ['a long interval', { lastOn: '2026-02-25' }, ['warn gap-alarm']],
    ['haemoglobin critical', { labs: { ...factsOf().labs, haemoglobin: [{ value: 62, on: '2026-02-20' }] } }, ['critical haemoglobin-critical']],
    ['haemoglobin below the target', { labs: { ...factsOf().labs, haemoglobin: [{ value: 98, on: '2026-02-20' }] } }, ['warn haemoglobin-low']],
    ['Kt/V below the target', { labs: { ...factsOf().labs, ktv: [{ value: 1.05, on: '2026-02-01' }] } }, ['warn ktv-low']],
    ['potassium high', { labs: { ...factsOf().labs, potassium: [{ value: 6.9, on: '2026-02-20' }] } }, ['critical potassium']],
    ['potassium of last year', { labs: { ...factsOf().labs, potassium: [{ value: 6.9, on: '2025-02-20' }] } }, []],
    [
      'two values of one day that differ',
      {
        labs: {
          ...factsOf().labs,
          haemoglobin: [118, 62].map((value) => ({ value, on: '2026-02-20' })),
          ktv: [1.05, 1.1].map((value) => ({ value, on: '2026-02-01' })),
        },
      },
      ['critical haemoglobin-critical', 'warn ktv-low', 'warn ktv-low'],
    ],
    ['values that are due', { labs: {} }, ['info haemoglobin-due', 'info ktv-due']],
    ['absent', { state: 9 }, ['warn absent']],
    ['cancelled', { state: 8, hasPrescription: false }, []],
  ])('%s', (_, over, expected) => {
    expect(codes(over)).toEqual(expected);
  });

  it('a limit that is reached is not passed', () => {
    expect(codes({ ufTarget: 13 * 4 * 60 })).toEqual(['info uf-rate']);
    expect(codes({ systolicBefore: LIMITS.systolicLow })).toEqual([]);
    expect(codes({ dryWeightReviewOn: TODAY })).toEqual([]);
  });
});

const odd = fc.oneof(fc.double(), fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e9));
const maybe = fc.option(odd, { nil: null });
const anyFacts: fc.Arbitrary<ProblemFacts> = fc
  .record({
    ...{ state: fc.constantFrom(0, 1, 2, 3, 4, 5, 7, 8, 9), confirmed: fc.boolean(), check2Done: fc.boolean(), hasPrescription: fc.boolean() },
    ...{ preWeight: maybe, lastPostWeight: maybe, dryWeight: maybe, systolicBefore: maybe, lastSystolic: maybe, ufTarget: maybe, minutes: maybe },
    stay: fc.constantFrom(null, { why: 'travel' as const, from: '2026-02-20' }),
    ...{ ordersOpen: fc.nat(5), signaturesWaiting: fc.nat(3), hasAccess: fc.boolean(), consented: fc.boolean() },
    serology: fc.constantFrom<ProblemFacts['serology']>('ok', 'soon', 'overdue', 'missing'),
    startedAt: fc.option(fc.constant(NOW - HOUR), { nil: null }),
  })
  .map((over) => factsOf(over));

describe('whatever the numbers are', () => {
  it('each problem is one that has a sentence, its numbers are finite, and the gravest stand first', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const found = problemsOf(facts, LIMITS);
        const ranks = found.map(({ severity }) => SEVERITIES.indexOf(severity));
        expect(ranks).toEqual([...ranks].sort());
        for (const { code, params } of found) {
          expect(PROBLEM_CODES).toContain(code);
          for (const value of Object.values(params)) expect(typeof value === 'string' || Number.isFinite(value)).toBe(true);
        }
        const rate = plannedRate(facts);
        expect(rate === null || Number.isFinite(rate)).toBe(true);
      }),
    );
  });

  it('a graver problem goes before any number of lesser ones below a hundred, and equals keep their order', () => {
    const severity = fc.constantFrom(...SEVERITIES);
    const rows = fc.array(fc.record({ id: fc.nat(), problems: fc.array(fc.record({ severity }), { maxLength: 12 }) }), { maxLength: 12 });
    fc.assert(
      fc.property(rows, (list) => {
        const sorted = byUrgency(list);
        expect([...sorted].sort((a, b) => list.indexOf(a) - list.indexOf(b))).toEqual(list);
        for (let at = 1; at < sorted.length; at += 1) {
          const [one, other] = [sorted[at - 1], sorted[at]];
          if (!one || !other) continue;
          expect(urgency(one.problems)).toBeLessThanOrEqual(urgency(other.problems));
          if (urgency(one.problems) === urgency(other.problems)) expect(list.indexOf(one)).toBeLessThan(list.indexOf(other));
        }
      }),
    );
    expect(urgency([{ severity: 'critical' }])).toBeLessThan(urgency(Array.from({ length: 30 }, () => ({ severity: 'warn' as const }))));
  });
});
