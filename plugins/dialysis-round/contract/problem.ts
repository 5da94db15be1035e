/** How urgent something is: at once, in this treatment, when there is time. */
export const SEVERITIES = ['critical', 'warn', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a doctor is told of somebody; each has a sentence (`problem.…`) and the rule that says why (`why.…`). */
export const PROBLEM_CODES = [
  'red-event',
  'complication',
  'pressure-now-low',
  'pressure-now-high',
  'pressure-before-low',
  'pressure-before-high',
  'no-prescription',
  'no-access',
  'consent-missing',
  'uf-rate-high',
  'uf-rate',
  'gain',
  'gain-comfort',
  'over-dry',
  'under-dry',
  'not-confirmed',
  'prescription-draft',
  'signature-waits',
  'check2-late',
  'orders-open',
  'access-found',
  'access-event',
  'dry-weight-missing',
  'dry-weight-review',
  'serology',
  'haemoglobin-critical',
  'haemoglobin-low',
  'haemoglobin-high',
  'haemoglobin-due',
  'ktv-low',
  'ktv-due',
  'potassium',
  'gap',
  'gap-alarm',
  'stay',
  'absent',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Numbers and codes that the sentences name. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly params: Readonly<Record<string, string | number>>;
}
