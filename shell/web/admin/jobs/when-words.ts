import type { Language } from '@nephra/plugin-sdk/contract';
import { cronWords, intervalWords } from '@nephra/plugin-sdk/widgets';
import type { JobView } from '../../../contract/jobs.contract.ts';
import { type JobText, jobTextIn } from './job-texts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** When a job runs, in words: 每天 02:30, every 5 minutes, on demand. A timetable that has no short sentence shows as it stands. */
export function whenWords({ everySeconds, cron }: Pick<JobView, 'everySeconds' | 'cron'>, language: Language): string {
  if (everySeconds !== null) return intervalWords(everySeconds, language);
  return cron === '' ? jobTextIn(language)('onDemand') : cronWords(cron, language);
}

/** How long something took, in at most two units. @param ms at least 0 */
export function durationWords(ms: number, say: JobText): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return say('instantly');
  if (seconds < MINUTE) return say('seconds', { n: seconds });
  if (seconds < HOUR) return `${say('minutes', { n: Math.floor(seconds / MINUTE) })} ${say('seconds', { n: seconds % MINUTE })}`;
  return `${say('hours', { n: Math.floor(seconds / HOUR) })} ${say('minutes', { n: Math.floor((seconds % HOUR) / MINUTE) })}`;
}
