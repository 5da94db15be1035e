import type { JobWhen } from '@nephra/plugin-sdk/server';
import { Cron } from 'croner';

/** Why a job's time is refused; `key` stands below `plugin` in the shell's texts. */
export interface ScheduleProblem {
  readonly key: 'job-when' | 'job-cron' | 'job-cron-never';
  readonly params: Readonly<Record<string, string>>;
}

/** When a job runs, understood. */
export type Schedule =
  | { readonly kind: 'interval'; readonly seconds: number }
  | { readonly kind: 'cron'; readonly text: string; readonly nextAfter: (moment: Date) => Date }
  | { readonly kind: 'demand' };

const SHORTEST_SECONDS = 1;
/** Timers of Node do not wait longer. */
const MAX_SECONDS = 2_000_000;
const FIELDS = 5;
/** Every moment that ever comes has come within so many years: 29 February may stay away for eight. */
const REFERENCE = new Date('2026-01-01T00:00:00Z');

/** A member of what a plugin wrote; plugins are compiled elsewhere, so shapes are looked at. */
const memberOf = (when: unknown, name: string): unknown => (typeof when === 'object' && when !== null ? (when as Record<string, unknown>)[name] : undefined);

const cronOf = (text: string, zone: string): Cron => new Cron(text, { timezone: zone, mode: '5-part', paused: true });

function cronProblem(text: string, zone: string): ScheduleProblem | undefined {
  const shown = text.slice(0, 100);
  const fields = text.trim().split(/\s+/).filter(Boolean).length;
  if (fields !== FIELDS) return { key: 'job-cron', params: { cron: shown, reason: `${fields} ≠ ${FIELDS}` } };
  try {
    return cronOf(text, zone).nextRun(REFERENCE) === null ? { key: 'job-cron-never', params: { cron: shown } } : undefined;
  } catch (error) {
    return { key: 'job-cron', params: { cron: shown, reason: error instanceof Error ? error.message : String(error) } };
  }
}

/** Why a job could not run at the times that it names; nothing when it can. @param zone IANA name of a time zone */
export function scheduleProblem(when: unknown, zone: string): ScheduleProblem | undefined {
  if (when === 'demand') return undefined;
  const cron = memberOf(when, 'cron');
  if (typeof cron === 'string') return cronProblem(cron, zone);
  const seconds = memberOf(when, 'everySeconds');
  if (typeof seconds === 'number' && seconds >= SHORTEST_SECONDS && seconds <= MAX_SECONDS) return undefined;
  return { key: 'job-when', params: {} };
}

/** @throws Error what `scheduleProblem` would tell */
export function scheduleOf(when: JobWhen, zone: string): Schedule {
  const problem = scheduleProblem(when, zone);
  if (problem) throw new Error(`${problem.key} ${JSON.stringify(problem.params)}`);
  if (when === 'demand') return { kind: 'demand' };
  if ('everySeconds' in when) return { kind: 'interval', seconds: when.everySeconds };
  const cron = cronOf(when.cron, zone);
  const nextAfter = (moment: Date): Date => {
    const next = cron.nextRun(moment);
    if (next === null) throw new Error(`The cron text ${when.cron} has no moment after ${moment.toISOString()}.`);
    return next;
  };
  return { kind: 'cron', text: when.cron, nextAfter };
}
