import { DEFAULT_DIALYSIS_LIMITS } from '../../dialysis-file/contract/index.ts';
import { DEFAULT_OWN_LIMITS, type RoundLimits } from '../contract/round-limits.ts';
import type { ProblemFacts } from './problem-facts.ts';

export const LIMITS: RoundLimits = { ...DEFAULT_DIALYSIS_LIMITS, ...DEFAULT_OWN_LIMITS };
export const TODAY = '2026-03-02';
export const NOW = Date.parse(`${TODAY}T10:00:00+08:00`);

/** Somebody in whom nothing is to be seen: assessed and confirmed, everything there and in order. */
export const factsOf = (over: Partial<ProblemFacts> = {}): ProblemFacts => ({
  ...{ today: TODAY, now: NOW, state: 2, confirmed: true, startedAt: null, check2Done: false },
  ...{ preWeight: 61.5, lastPostWeight: 60, lastOn: '2026-02-28', dryWeight: 60, dryWeightReviewOn: '2026-03-20' },
  ...{ systolicBefore: 138, lastSystolic: null, ufTarget: 1500, minutes: 240, complications: [], ordersOpen: 0, stay: null, signaturesWaiting: 0 },
  ...{ hasPrescription: true, draftVersion: null, consented: true, hasAccess: true, accessFound: {}, accessEvents: [] },
  ...{ serology: 'ok', serologyDueOn: null },
  labs: { haemoglobin: [{ value: 118, on: '2026-02-20' }], ktv: [{ value: 1.4, on: '2026-02-01' }], potassium: [{ value: 5, on: '2026-02-20' }] },
  ...over,
});
