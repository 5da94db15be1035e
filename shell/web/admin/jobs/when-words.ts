import type { Language } from '@nephra/plugin-sdk/contract';
import type { JobView } from '../../../contract/jobs.contract.ts';
import { type JobText, type JobTextKey, jobTextIn } from './job-texts.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days of the week as a cron text numbers them: 0 and 7 are Sunday. */
const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  zhtw: ['週日', '週一', '週二', '週三', '週四', '週五', '週六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

const INTERVALS: readonly (readonly [seconds: number, one: JobTextKey, many: JobTextKey])[] = [
  [DAY, 'everyDay', 'everyDays'],
  [HOUR, 'everyHour', 'everyHours'],
  [MINUTE, 'everyMinute', 'everyMinutes'],
  [1, 'everySecond', 'everySeconds'],
];

function intervalWords(seconds: number, say: JobText): string {
  const [unit, one, many] = INTERVALS.find(([size]) => seconds % size === 0) ?? [1, 'everySecond', 'everySeconds'];
  const n = seconds / unit;
  return n === 1 ? say(one) : say(many, { n });
}

/** `5`, `1,3` and `1-5` as numbers; nothing for whatever else a cron field may say. */
function numbersIn(field: string): readonly number[] | undefined {
  const numbers: number[] = [];
  for (const part of field.split(',')) {
    const range = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part);
    if (!range) return undefined;
    const from = Number(range[1]);
    const to = Number(range[2] ?? range[1]);
    for (let n = from; n <= to; n += 1) numbers.push(n);
  }
  return numbers;
}

/** `n` of the step over a whole field: 5 of every fifth minute. Only where the steps meet the full hour or day again: else they are of two lengths. */
function evenStep(field: string, whole: number): number | undefined {
  const step = Number(/^\*\/(\d{1,2})$/.exec(field)?.[1] ?? (field === '*' ? 1 : 0));
  return step > 0 && whole % step === 0 ? step : undefined;
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Times of day that a person can read at a glance; nothing when there are more. */
function timesIn(minute: string, hour: string): string | undefined {
  const minutes = numbersIn(minute);
  const hours = numbersIn(hour);
  if (!minutes || !hours || minutes.length * hours.length > 4) return undefined;
  return hours.flatMap((h) => minutes.map((m) => `${two(h)}:${two(m)}`)).join(', ');
}

function within(day: { readonly minute: string; readonly hour: string }, say: JobText): string | undefined {
  const everyMinutes = day.hour === '*' ? evenStep(day.minute, 60) : undefined;
  if (everyMinutes !== undefined) return intervalWords(everyMinutes * MINUTE, say);
  const minutes = numbersIn(day.minute);
  if (day.hour === '*' && minutes?.length === 1) return say('hourlyAt', { m: two(minutes[0] ?? 0) });
  return undefined;
}

function cronWords(cron: string, language: Language, say: JobText): string | undefined {
  const [minute = '', hour = '', dayOfMonth = '', month = '', weekday = ''] = cron.trim().split(/\s+/);
  if (month !== '*') return undefined;
  if (dayOfMonth === '*' && weekday === '*') {
    const often = within({ minute, hour }, say);
    if (often !== undefined) return often;
  }
  const times = timesIn(minute, hour);
  if (times === undefined) return undefined;
  if (dayOfMonth === '*' && weekday === '*') return say('dailyAt', { times });
  const days = numbersIn(dayOfMonth === '*' ? weekday : dayOfMonth);
  if (days === undefined) return undefined;
  if (dayOfMonth === '*') return say('weeklyAt', { days: days.map((day) => WEEKDAYS[language][day % 7]).join(language === 'en' ? ', ' : '、'), times });
  // A day of the month and one of the week at once: either of them, which no short sentence says.
  return weekday === '*' ? say('monthlyAt', { days: days.join(', '), times }) : undefined;
}

/** When a job runs, in words: 每天 02:30, every 5 minutes, on demand. A timetable that has no short sentence shows as it stands. */
export function whenWords({ everySeconds, cron }: Pick<JobView, 'everySeconds' | 'cron'>, language: Language): string {
  const say = jobTextIn(language);
  if (everySeconds !== null) return intervalWords(everySeconds, say);
  if (cron === '') return say('onDemand');
  return cronWords(cron, language, say) ?? say('cron', { cron });
}

/** How long something took, in at most two units. @param ms at least 0 */
export function durationWords(ms: number, say: JobText): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return say('instantly');
  if (seconds < MINUTE) return say('seconds', { n: seconds });
  if (seconds < HOUR) return `${say('minutes', { n: Math.floor(seconds / MINUTE) })} ${say('seconds', { n: seconds % MINUTE })}`;
  return `${say('hours', { n: Math.floor(seconds / HOUR) })} ${say('minutes', { n: Math.floor((seconds % HOUR) / MINUTE) })}`;
}
