import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type { CheckLevel } from '../../../catalogue/contract/index.ts';
import { type CheckedCase, type Finding, named } from './checked-line.ts';
import { treatmentLine } from './dialysis-session.ts';

/** How often the markers of blood-borne infections (HBV, HCV, HIV, syphilis) are tested, and what it means when they are not. */
export interface InfectionRules {
  /** Days between two tests of a maintenance patient. */
  readonly intervalDays: number;
  /** Days after the first dialysis by which a test from before it is repeated. */
  readonly firstIntervalDays: number;
  readonly missing: CheckLevel;
  readonly overdue: CheckLevel;
}

/** Every six months, and within three months of the first session. Nobody is refused treatment unless the site says so. */
export const INFECTION_RULES: InfectionRules = { intervalDays: 180, firstIntervalDays: 90, missing: 'reason', overdue: 'info' };

/** What a file says of the markers. Days are `YYYY-MM-DD`. */
export interface Serology {
  /** Empty: never tested. */
  readonly marks: readonly string[];
  readonly checkedOn: string | null;
  /** First dialysis. */
  readonly firstDate: string | null;
}

const after = (day: string, days: number): string => dayOf(parseDay(day) + days * DAY_MS);
const isDay = (day: string | null): day is string => day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day);

/** Last day on which a test still counts. A test from before the first dialysis counts for a shorter while after it. */
export function serologyDue({ checkedOn, firstDate }: { checkedOn: string; firstDate: string | null }, rules: InfectionRules): string {
  const due = after(checkedOn, rules.intervalDays);
  if (!isDay(firstDate) || checkedOn > firstDate) return due;
  return [after(firstDate, rules.firstIntervalDays), due].sort()[0] ?? due;
}

/** `missing`: never tested. `pending`: not all results are there. `undated`: nobody wrote down when. `overdue`: the test does not count any more. */
export type SerologyState = 'ok' | 'missing' | 'pending' | 'undated' | 'overdue';

export function serologyState(serology: Serology, rules: InfectionRules, day: string): SerologyState {
  const { marks, checkedOn, firstDate } = serology;
  if (marks.length === 0) return 'missing';
  if (marks.includes('PEND')) return 'pending';
  if (!isDay(checkedOn)) return 'undated';
  return serologyDue({ checkedOn, firstDate }, rules) < day ? 'overdue' : 'ok';
}

/** A dialysis for somebody whose markers are not known, or were tested too long ago. */
export function infectionFindings({ lines, dialysis }: CheckedCase): Finding[] {
  const at = treatmentLine(lines);
  const line = at === undefined ? undefined : lines[at];
  if (dialysis === undefined || at === undefined || !line) return [];
  const { serology, rules, day } = dialysis;
  const state = serologyState(serology, rules, day);
  if (state === 'ok') return [];
  const { checkedOn, firstDate } = serology;
  const due = state === 'overdue' && checkedOn !== null ? serologyDue({ checkedOn, firstDate }, rules) : '';
  const level: Readonly<Record<typeof state, CheckLevel>> = { missing: rules.missing, pending: 'info', undated: rules.overdue, overdue: rules.overdue };
  return [
    {
      key: `infection-${state}:${checkedOn ?? ''}`,
      code: `infection-${state}`,
      level: level[state],
      lines: [at],
      params: { ...named(line, at), day: checkedOn ?? '', due },
    },
  ];
}

/** A dialysis in a bed that the facility does not have. */
export function bedFindings({ lines, dialysis }: CheckedCase): Finding[] {
  const at = treatmentLine(lines);
  const line = at === undefined ? undefined : lines[at];
  if (!dialysis || dialysis.isBed || at === undefined || !line) return [];
  return [{ key: `bed-unknown:${dialysis.bed}`, code: 'bed-unknown', level: 'info', lines: [at], params: { ...named(line, at), bed: dialysis.bed } }];
}
