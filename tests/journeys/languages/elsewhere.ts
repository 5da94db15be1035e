import { shareOf } from '../../support/cases/effort.ts';
import { type Combination, COMBINATIONS } from './combination.ts';

/** Files whose journeys together take a few seconds, and none of which needs a system, a platform or an account to itself. */
const SHORT = ['chat', 'main-job', 'month-charge', 'notices', 'partial-refund', 'patient-merge', 'pharmacy-findings', 'prescribing', 'users'] as const;

export interface Elsewhere extends Combination {
  /** File of the journeys, without `.journey.ts`. */
  readonly file: string;
}

/** One of the short journeys in one of the other combinations, another one with every seed; the long run makes all of all. */
export function shareOfElsewhere(): Elsewhere | undefined {
  const [, ...others] = COMBINATIONS;
  const all = others.flatMap((combination) => SHORT.map((file) => ({ ...combination, file })));
  return shareOf('short journeys, each in eight other languages and widths', all, 1)[0];
}
