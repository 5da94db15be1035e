import type { Status } from '@nephra/plugin-sdk/widgets';
import type { JobRunView, JobView } from '../../../contract/jobs.contract.ts';
import { durationWords } from './when-words.ts';
import type { JobText } from './job-texts.ts';

/** What a job's latest run came to, as a person is told: a run without a row ended well. */
export type JobState = JobRunView['state'] | 'stopping' | 'never';

export const stateOfRun = ({ state, cancelling }: Pick<JobRunView, 'state' | 'cancelling'>): JobState =>
  state === 'running' && cancelling ? 'stopping' : state;

export function stateOf({ lastRun, lastStartedAt, quietSince }: Pick<JobView, 'lastRun' | 'lastStartedAt' | 'quietSince'>): JobState {
  if (lastRun !== null && !quietSince) return stateOfRun(lastRun);
  return lastStartedAt === null ? 'never' : 'done';
}

/** Its latest run did not come to its end. What a person has cancelled is no trouble. */
export function isTroubled(job: JobView): boolean {
  const state = stateOf(job);
  return state === 'failed' || state === 'lost';
}

/** Only a person starts it. */
export const isByHand = ({ everySeconds, cron }: Pick<JobView, 'everySeconds' | 'cron'>): boolean => everySeconds === null && cron === '';

/** Words and colours of the states. */
export const jobStates = (say: JobText): readonly Status[] => [
  { value: 'running', text: say('running'), tone: 'info' },
  { value: 'stopping', text: say('stopping'), tone: 'warning' },
  { value: 'done', text: say('done'), tone: 'success' },
  { value: 'failed', text: say('failed'), tone: 'danger' },
  { value: 'cancelled', text: say('cancelled'), tone: 'neutral' },
  { value: 'lost', text: say('lost'), tone: 'danger' },
  { value: 'never', text: say('never'), tone: 'neutral' },
];

/** How long a run took, or has been at work; empty when nobody knows. @param now milliseconds of the server's clock */
export function tookWords({ startedAt, endedAt, state }: Pick<JobRunView, 'startedAt' | 'endedAt' | 'state'>, now: number, say: JobText): string {
  const end = state === 'running' ? now : endedAt;
  // When a server went away nobody wrote down; its end is when somebody noticed.
  if (end === null || state === 'lost') return '';
  return durationWords(Math.max(0, end - startedAt), say);
}
