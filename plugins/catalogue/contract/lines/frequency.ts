import { FREQUENCIES, type Frequency, SESSION_FREQUENCIES } from './frequencies.ts';

/** Administrations per day as a fraction. `prn` has none: a person enters the quantity. */
const PER_DAY: Readonly<Record<Exclude<Frequency, 'st' | 'prn'>, readonly [times: number, days: number]>> = {
  qd: [1, 1],
  bid: [2, 1],
  tid: [3, 1],
  qid: [4, 1],
  qn: [1, 1],
  qod: [1, 2],
  qw: [1, 7],
  biw: [2, 7],
  tiw: [3, 7],
  q2w: [1, 14],
  qm: [1, 30],
  hd: [3, 7],
  'hd-pre': [3, 7],
  'hd-post': [3, 7],
  qh: [24, 1],
  q2h: [12, 1],
  q4h: [6, 1],
  q5h: [24, 5],
  q6h: [4, 1],
  q8h: [3, 1],
  q12h: [2, 1],
  q5d: [1, 5],
  q10d: [1, 10],
  c12h: [2, 1],
  c24h: [1, 1],
};

/** Dialysis days of a patient, so that "at each session" can be counted. Weekdays: 1 Monday … 7 Sunday. */
export interface SessionPlan {
  /** Weekday of the first day of the course. */
  readonly startWeekday: number;
  readonly weekdays: readonly number[];
}

export const isFrequency = (code: string): code is Frequency => FREQUENCIES.some((frequency) => frequency.code === code);

/** Sessions that fall into `days` days beginning with `plan.startWeekday`. */
export function sessionsIn(plan: SessionPlan, days: number): number {
  const wanted = new Set(plan.weekdays);
  const inRest = Array.from({ length: days % 7 }, (_, offset) => ((plan.startWeekday - 1 + offset) % 7) + 1).filter((day) => wanted.has(day)).length;
  return Math.floor(days / 7) * wanted.size + inRest;
}

/** Administrations per day as a fraction of whole numbers; undefined for `st`, `prn` and unknown codes. */
export function perDay(code: string): readonly [times: number, days: number] | undefined {
  return isFrequency(code) && code !== 'st' && code !== 'prn' ? PER_DAY[code] : undefined;
}

/**
 * Times a dose is given in a course. Empty days count as one; `st` is once whatever the days say. With a plan, dialysis frequencies
 * count the patient's real sessions, but at least one: a course that is ordered is given.
 * @returns undefined for `prn` and unknown codes, where a person enters the quantity.
 */
export function occurrences(code: string, drugDays: number, plan?: SessionPlan): number | undefined {
  if (code === 'st') return 1;
  const rate = perDay(code);
  if (!rate) return undefined;
  const days = Math.max(1, Math.trunc(drugDays));
  if (plan && plan.weekdays.length > 0 && SESSION_FREQUENCIES.includes(code)) return Math.max(1, sessionsIn(plan, days));
  return Math.ceil((days * rate[0]) / rate[1]);
}

/** Days that count: `st` forces one, empty becomes one. */
export const courseDays = (code: string, drugDays: number): number => (code === 'st' ? 1 : Math.max(1, Math.trunc(drugDays)));
