import { daysBetween } from '../../dialysis-file/contract/index.ts';
import type { Problem, Severity } from '../contract/problem.ts';
import type { RoundLimits } from '../contract/round-limits.ts';
import { isNumber, type Measured, type ProblemFacts, problem } from './problem-facts.ts';

/** What was seen of an access today and is not as it should be; the gravest are critical. */
const FOUND: Readonly<Record<string, Severity>> = {
  'thrill:none': 'critical',
  'thrill:weak': 'warn',
  'skin:red': 'warn',
  'skin:hot': 'warn',
  'skin:haematoma': 'warn',
  'skin:allergy': 'info',
  'exitSite:red': 'warn',
  'exitSite:pus': 'critical',
  'catheterFlow:poor': 'warn',
  'catheterFlow:reversed': 'info',
};

export function accessProblems({ state, hasAccess, accessFound, accessEvents }: ProblemFacts, { accessEventDays }: RoundLimits): readonly Problem[] {
  const found: Problem[] = [];
  if (!hasAccess && state < 4) found.push(problem('critical', 'no-access'));
  for (const [field, value] of Object.entries(accessFound)) {
    const severity = FOUND[`${field}:${value}`];
    if (severity !== undefined) found.push(problem(severity, 'access-found', { finding: `${field}.${value}` }));
  }
  for (const { kind, on } of accessEvents) found.push(problem(kind.startsWith('crbsi') ? 'warn' : 'info', 'access-event', { kind, on, days: accessEventDays }));
  return found;
}

/** What the dialysis file lacks, and what is due. */
export function fileProblems(facts: ProblemFacts, limits: RoundLimits): readonly Problem[] {
  const { state, today, serology, serologyDueOn, dryWeight, dryWeightReviewOn, lastOn } = facts;
  const found: Problem[] = [];
  if (!facts.hasPrescription) found.push(problem(state < 4 ? 'critical' : 'warn', 'no-prescription'));
  if (!facts.consented && state < 5) found.push(problem('warn', 'consent-missing'));
  if (facts.draftVersion !== null) found.push(problem('warn', 'prescription-draft', { no: facts.draftVersion }));
  if (facts.signaturesWaiting > 0) found.push(problem('warn', 'signature-waits', { n: facts.signaturesWaiting }));
  if (dryWeight === null) found.push(problem('warn', 'dry-weight-missing'));
  else if (dryWeightReviewOn !== null && dryWeightReviewOn < today) {
    found.push(problem('info', 'dry-weight-review', { on: dryWeightReviewOn, days: daysBetween(dryWeightReviewOn, today) }));
  }
  if (serology !== 'ok') found.push(problem(serology === 'soon' ? 'info' : 'warn', 'serology', { state: serology, on: serologyDueOn ?? '' }));
  // Back from it, weight, access and markers may be others; still away, it says why nobody came.
  if (facts.stay !== null) found.push(problem(state >= 1 && state <= 4 ? 'warn' : 'info', 'stay', { ...facts.stay }));
  if (lastOn !== null && state <= 2) {
    const days = daysBetween(lastOn, today);
    if (days > limits.gapAlarmDays) found.push(problem('warn', 'gap-alarm', { days, limit: limits.gapAlarmDays }));
    else if (days > limits.gapWarnDays) found.push(problem('info', 'gap', { days, limit: limits.gapWarnDays }));
  }
  return found;
}

const isOld = (measured: readonly Measured[], today: string, days: number): boolean => measured.every(({ on }) => daysBetween(on, today) > days);
const known = (measured: readonly Measured[] = []): readonly Measured[] => measured.filter(({ value }) => isNumber(value));

/**
 * Laboratory values: what they say, and whether they are to be measured again. Where several of one day differ, each is looked at: nobody is told the better one alone.
 * Somebody without any treatment yet has none.
 */
export function labProblems({ labs, today, lastOn }: ProblemFacts, limits: RoundLimits): readonly Problem[] {
  const found: Problem[] = [];
  for (const { value, on } of known(labs.haemoglobin)) {
    if (value < limits.haemoglobinCritical) found.push(problem('critical', 'haemoglobin-critical', { value, on, limit: limits.haemoglobinCritical }));
    else if (value < limits.haemoglobinLow) found.push(problem('warn', 'haemoglobin-low', { value, on, limit: limits.haemoglobinLow }));
    else if (value > limits.haemoglobinHigh) found.push(problem('info', 'haemoglobin-high', { value, on, limit: limits.haemoglobinHigh }));
  }
  for (const { value, on } of known(labs.ktv)) if (value < limits.ktvLow) found.push(problem('warn', 'ktv-low', { value, on, limit: limits.ktvLow }));
  // An old potassium says nothing of today.
  for (const { value, on } of known(labs.potassium).filter((one) => !isOld([one], today, limits.haemoglobinDays))) {
    if (value > limits.potassiumHigh) found.push(problem('critical', 'potassium', { value, on, limit: limits.potassiumHigh }));
    if (value < limits.potassiumLow) found.push(problem('warn', 'potassium', { value, on, limit: limits.potassiumLow }));
  }
  if (lastOn !== null) {
    const [haemoglobin, ktv] = [labs.haemoglobin ?? [], labs.ktv ?? []];
    if (isOld(haemoglobin, today, limits.haemoglobinDays))
      found.push(problem('info', 'haemoglobin-due', { on: haemoglobin[0]?.on ?? '', days: limits.haemoglobinDays }));
    if (isOld(ktv, today, limits.ktvDays)) found.push(problem('info', 'ktv-due', { on: ktv[0]?.on ?? '', days: limits.ktvDays }));
  }
  return found;
}
