import type { DialysisLimits } from '../dialysis-limits.ts';
import { addDays } from './calendar.ts';
import { CONFIRMING_MARKER, lastAnswered, type Marker, type MarkerResult, resultsOf, SCREENING_MARKERS, turnedNegativeOn } from './markers.ts';

export type SerologyLimits = Pick<DialysisLimits, 'serologyDays' | 'serologySoonDays' | 'serologyLateDays' | 'serologyTransientDays' | 'serologyNewDays'>;
export type SerologyState = 'ok' | 'soon' | 'overdue' | 'missing';

/** What of a patient decides how often. */
export interface SerologyStatus {
  /** First treatment here, `YYYY-MM-DD`; null: not yet or unknown. */
  readonly firstHereOn: string | null;
  readonly transient: boolean;
}

export interface SerologyDue {
  readonly marker: Marker;
  /** Day of the last answered sample; null: none. */
  readonly lastOn: string | null;
  readonly dueOn: string;
  readonly state: SerologyState;
  /** Why it is due then. */
  readonly rule: 'before-first' | 'new' | 'regular' | 'transient' | 'turned-negative' | 'confirming';
}

/** After a positive marker turned negative: monthly for half a year, then each quarter for another. */
const MONTHLY_DAYS = 30;
const QUARTER_DAYS = 90;
const HALF_YEAR_DAYS = 180;

type When = Pick<SerologyDue, 'dueOn' | 'rule'>;

function afterTurning(marker: Marker, results: readonly MarkerResult[], lastOn: string, today: string): When | undefined {
  const turned = turnedNegativeOn(results, marker, today);
  if (turned === undefined) return undefined;
  if (lastOn < addDays(turned, HALF_YEAR_DAYS)) return { dueOn: addDays(lastOn, MONTHLY_DAYS), rule: 'turned-negative' };
  return lastOn < addDays(turned, 2 * HALF_YEAR_DAYS) ? { dueOn: addDays(lastOn, QUARTER_DAYS), rule: 'turned-negative' } : undefined;
}

const earlier = (one: When, other: When | undefined): When => (other !== undefined && other.dueOn < one.dueOn ? other : one);

function whenDue(marker: Marker, results: readonly MarkerResult[], lastOn: string, status: SerologyStatus, today: string, limits: SerologyLimits): When {
  const regular: When = status.transient
    ? { dueOn: addDays(lastOn, limits.serologyTransientDays), rule: 'transient' }
    : { dueOn: addDays(lastOn, limits.serologyDays), rule: 'regular' };
  const turned = afterTurning(marker, results, lastOn, today);
  const fresh: When | undefined =
    status.firstHereOn !== null && !status.transient && lastOn <= status.firstHereOn
      ? { dueOn: addDays(status.firstHereOn, limits.serologyNewDays), rule: 'new' }
      : undefined;
  return earlier(earlier(regular, turned), fresh);
}

/**
 * What is to be tested and when, screening markers first, and the confirming ones of those that are positive. A sample that waits for its answer does not
 * count as tested.
 */
export function serologyDue(results: readonly MarkerResult[], status: SerologyStatus, today: string, limits: SerologyLimits): readonly SerologyDue[] {
  const [lead, grace] = [limits.serologyDays - limits.serologySoonDays, limits.serologyLateDays - limits.serologyDays];
  const dueOf = (marker: Marker, missing: When): SerologyDue => {
    const lastOn = lastAnswered(results, marker, today)?.on ?? null;
    if (lastOn === null) return { marker, lastOn, ...missing, state: 'missing' };
    const when = whenDue(marker, results, lastOn, status, today, limits);
    if (today >= addDays(when.dueOn, grace)) return { marker, lastOn, ...when, state: 'overdue' };
    return { marker, lastOn, ...when, state: today >= addDays(when.dueOn, -lead) ? 'soon' : 'ok' };
  };
  const dues: SerologyDue[] = SCREENING_MARKERS.map((marker) => dueOf(marker, { dueOn: status.firstHereOn ?? today, rule: 'before-first' }));
  const positive = results.filter(({ result }) => result === 'positive');
  for (const marker of SCREENING_MARKERS) {
    const confirming = CONFIRMING_MARKER[marker];
    const [firstPositive] = resultsOf(positive, marker, today);
    if (confirming !== null && firstPositive !== undefined) dues.push(dueOf(confirming, { dueOn: firstPositive.on, rule: 'confirming' }));
  }
  return dues;
}

const GRAVEST: readonly SerologyState[] = ['missing', 'overdue', 'soon', 'ok'];

/** The gravest of all markers, and of those the earliest. */
export function worstSerology(dues: readonly SerologyDue[]): { readonly state: SerologyState; readonly dueOn: string | null } {
  const [worst] = [...dues].sort((one, other) => GRAVEST.indexOf(one.state) - GRAVEST.indexOf(other.state) || (one.dueOn < other.dueOn ? -1 : 1));
  return { state: worst?.state ?? 'missing', dueOn: worst?.dueOn ?? null };
}
