import { idwg, idwgPct, overDry, ufRate } from '../../dialysis-file/contract/index.ts';
import type { Problem } from '../contract/problem.ts';
import type { RoundLimits } from '../contract/round-limits.ts';
import { isNumber, oneDecimal, type ProblemFacts, problem } from './problem-facts.ts';

const MINUTE_MS = 60_000;
/** kg below the dry weight from which it is told: less is clothes. */
const UNDER_DRY_KG = 0.5;

/** ml/kg/h by the dry weight, else by what the scale shows; null where something is missing or cannot be true. */
export function plannedRate({
  ufTarget,
  minutes,
  dryWeight,
  preWeight,
}: Pick<ProblemFacts, 'ufTarget' | 'minutes' | 'dryWeight' | 'preWeight'>): number | null {
  const { value } = ufRate({ ufMl: ufTarget, minutes, kg: dryWeight ?? preWeight });
  return value === null ? null : oneDecimal(value);
}

function weightProblems({ preWeight, lastPostWeight, dryWeight }: ProblemFacts, limits: RoundLimits): Problem[] {
  const found: Problem[] = [];
  const gain = idwg(preWeight, lastPostWeight).value;
  const gained = idwgPct(preWeight, lastPostWeight, dryWeight ?? lastPostWeight).value;
  if (gain !== null && gained !== null) {
    const [kg, percent] = [oneDecimal(gain), oneDecimal(gained)];
    if (percent > limits.gainPercentWarn) found.push(problem('warn', 'gain', { kg, percent, limit: limits.gainPercentWarn }));
    else if (percent > limits.gainPercentComfort) found.push(problem('info', 'gain-comfort', { kg, percent, limit: limits.gainPercentComfort }));
  }
  const over = overDry(preWeight, dryWeight).value;
  if (over !== null && isNumber(dryWeight)) {
    const [kg, percent] = [oneDecimal(over), oneDecimal((over / dryWeight) * 100)];
    if (percent > limits.ufPercentWarn) found.push(problem('warn', 'over-dry', { kg, percent, limit: limits.ufPercentWarn }));
    if (kg <= -UNDER_DRY_KG) found.push(problem('info', 'under-dry', { kg: -kg }));
  }
  return found;
}

function pressureProblems({ state, systolicBefore, lastSystolic }: ProblemFacts, { systolicLow, systolicHigh }: RoundLimits): Problem[] {
  const found: Problem[] = [];
  if (isNumber(lastSystolic) && state >= 3) {
    if (lastSystolic < systolicLow) found.push(problem(state === 3 ? 'critical' : 'warn', 'pressure-now-low', { value: lastSystolic, limit: systolicLow }));
    if (lastSystolic > systolicHigh) found.push(problem(state === 3 ? 'critical' : 'warn', 'pressure-now-high', { value: lastSystolic, limit: systolicHigh }));
  }
  if (isNumber(systolicBefore)) {
    const severity = state < 3 ? 'critical' : 'warn';
    if (systolicBefore < systolicLow) found.push(problem(severity, 'pressure-before-low', { value: systolicBefore, limit: systolicLow }));
    if (systolicBefore > systolicHigh) found.push(problem('warn', 'pressure-before-high', { value: systolicBefore, limit: systolicHigh }));
  }
  return found;
}

/** What today's treatment shows. */
export function treatmentProblems(facts: ProblemFacts, limits: RoundLimits): readonly Problem[] {
  const { state, startedAt, now, complications, ordersOpen } = facts;
  const found: Problem[] = complications.map(({ kind, red, severity }) =>
    red ? problem('critical', 'red-event', { kind }) : problem(severity === 'severe' ? 'critical' : 'warn', 'complication', { kind }),
  );
  found.push(...pressureProblems(facts, limits));
  const rate = plannedRate(facts);
  if (rate !== null && state <= 3) {
    if (rate > limits.ufRateHigh) found.push(problem('warn', 'uf-rate-high', { rate, limit: limits.ufRateHigh }));
    else if (rate > limits.ufRateWarn) found.push(problem('info', 'uf-rate', { rate, limit: limits.ufRateWarn }));
  }
  found.push(...weightProblems(facts, limits));
  if (state === 2 && !facts.confirmed) found.push(problem('warn', 'not-confirmed'));
  if (state === 3 && !facts.check2Done && startedAt !== null && now > startedAt + limits.secondCheckMinutes * MINUTE_MS) {
    found.push(problem('warn', 'check2-late', { minutes: Math.round((now - startedAt) / MINUTE_MS), limit: limits.secondCheckMinutes }));
  }
  if (ordersOpen > 0 && (state === 3 || state === 4)) found.push(problem(state === 4 ? 'warn' : 'info', 'orders-open', { n: ordersOpen }));
  return found;
}
