import { type Problem, SEVERITIES } from '../contract/problem.ts';
import type { RoundLimits } from '../contract/round-limits.ts';
import { type ProblemFacts, problem } from './problem-facts.ts';
import { accessProblems, fileProblems, labProblems } from './problems-of-file.ts';
import { treatmentProblems } from './problems-of-treatment.ts';

const rank = ({ severity }: Pick<Problem, 'severity'>): number => SEVERITIES.indexOf(severity);

/** Problems of somebody, the gravest first and within a severity in the order of the rules. Never throws, whatever the numbers are. */
export function problemsOf(facts: ProblemFacts, limits: RoundLimits): readonly Problem[] {
  if (facts.state === 8) return [];
  if (facts.state === 9)
    return [problem('warn', 'absent'), ...fileProblems(facts, limits), ...labProblems(facts, limits)].toSorted((a, b) => rank(a) - rank(b));
  return [...treatmentProblems(facts, limits), ...accessProblems(facts, limits), ...fileProblems(facts, limits), ...labProblems(facts, limits)].toSorted(
    (one, other) => rank(one) - rank(other),
  );
}

/** How urgent somebody is: the gravest problem, then how many of that kind; lower goes first. */
export function urgency(problems: readonly Pick<Problem, 'severity'>[]): number {
  const counts = SEVERITIES.map((severity) => Math.min(99, problems.filter((one) => one.severity === severity).length));
  return -counts.reduce((sum, count) => sum * 100 + count, 0);
}

/** Rows by urgency, then as they stood (shift and station). */
export const byUrgency = <T extends { readonly problems: readonly Pick<Problem, 'severity'>[] }>(rows: readonly T[]): readonly T[] =>
  rows
    .map((row, at) => ({ row, at, urgency: urgency(row.problems) }))
    .toSorted((one, other) => one.urgency - other.urgency || one.at - other.at)
    .map(({ row }) => row);
