import type { Language } from '@nephra/plugin-sdk/contract';
import { textIn } from '../columns/text-table.ts';
import { CRON_TEXTS, type CronTextKey } from './cron-texts.ts';

type Say = (key: CronTextKey, params?: Readonly<Record<string, string | number>>) => string;

export const cronTextIn =
  (language: Language): Say =>
  (key, params) =>
    textIn(CRON_TEXTS[key], language, params);

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Days of the week as a cron text numbers them: 0 and 7 are Sunday. */
export const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  zhtw: ['週日', '週一', '週二', '週三', '週四', '週五', '週六'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

const INTERVALS: readonly (readonly [seconds: number, one: CronTextKey, many: CronTextKey])[] = [
  [DAY, 'everyDay', 'everyDays'],
  [HOUR, 'everyHour', 'everyHours'],
  [MINUTE, 'everyMinute', 'everyMinutes'],
  [1, 'everySecond', 'everySeconds'],
];

/** An interval in words: every 5 minutes, 每天一次. */
export function intervalWords(seconds: number, language: Language): string {
  const say = cronTextIn(language);
  const [unit, one, many] = INTERVALS.find(([size]) => seconds % size === 0) ?? [1, 'everySecond', 'everySeconds'];
  const n = seconds / unit;
  return n === 1 ? say(one) : say(many, { n });
}

/** `5`, `1,3` and `1-5` as numbers; nothing for whatever else a cron field may say. */
export function numbersIn(field: string): readonly number[] | undefined {
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
export function evenStep(field: string, whole: number): number | undefined {
  const step = Number(/^\*\/(\d{1,2})$/.exec(field)?.[1] ?? (field === '*' ? 1 : 0));
  return step > 0 && whole % step === 0 ? step : undefined;
}

export const two = (n: number): string => String(n).padStart(2, '0');

/** Times of day that a person can read at a glance; nothing when there are more. */
function timesIn(minute: string, hour: string): string | undefined {
  const minutes = numbersIn(minute);
  const hours = numbersIn(hour);
  if (!minutes || !hours || minutes.length * hours.length > 4) return undefined;
  return hours.flatMap((h) => minutes.map((m) => `${two(h)}:${two(m)}`)).join(', ');
}

function within({ minute, hour }: { readonly minute: string; readonly hour: string }, language: Language): string | undefined {
  const everyMinutes = hour === '*' ? evenStep(minute, 60) : undefined;
  if (everyMinutes !== undefined) return intervalWords(everyMinutes * MINUTE, language);
  const minutes = numbersIn(minute);
  if (hour === '*' && minutes?.length === 1) return cronTextIn(language)('hourlyAt', { m: two(minutes[0] ?? 0) });
  return undefined;
}

function shortWords(cron: string, language: Language): string | undefined {
  const say = cronTextIn(language);
  const [minute = '', hour = '', dayOfMonth = '', month = '', weekday = ''] = cron.trim().split(/\s+/);
  if (month !== '*') return undefined;
  if (dayOfMonth === '*' && weekday === '*') {
    const often = within({ minute, hour }, language);
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

/** A cron text of five fields in words: 每天 02:30, every 5 minutes. One without a short sentence shows as it stands. */
export const cronWords = (cron: string, language: Language): string => shortWords(cron, language) ?? cronTextIn(language)('cron', { cron });
