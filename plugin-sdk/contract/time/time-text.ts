import { DAY_MS, formatInstant, toInstant } from './business-time.ts';
import type { Language } from '../menu/menu.ts';

/** A time as people say it, before it is put into a language. */
export type TimeText =
  | { readonly unit: 'now' }
  | { readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month'; readonly count: number }
  | { readonly unit: 'date'; readonly instant: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WEEK = 7 * DAY_MS;
const MONTH = 30 * DAY_MS;

/**
 * Time in list views (spec 9): just now, minutes up to 59, hours up to 23, days up to 6, weeks up to 3, months up to 3, then
 * the plain date. A month is 30 days; the two days between three weeks and a month count as one month. The future is now.
 */
export function listTimeText(time: number | string, now: number): TimeText {
  const instant = toInstant(time);
  const age = now - instant;
  if (age < MINUTE) return { unit: 'now' };
  if (age < HOUR) return { unit: 'minute', count: Math.floor(age / MINUTE) };
  if (age < DAY_MS) return { unit: 'hour', count: Math.floor(age / HOUR) };
  if (age < WEEK) return { unit: 'day', count: Math.floor(age / DAY_MS) };
  if (age < 4 * WEEK) return { unit: 'week', count: Math.floor(age / WEEK) };
  if (age < 4 * MONTH) return { unit: 'month', count: Math.max(1, Math.floor(age / MONTH)) };
  return { unit: 'date', instant };
}

/** Second variant of spec 9: under 30 s just now, under 1 h minutes, under 1 day hours, under 2 days one day, else the date. */
export function recentTimeText(time: number | string, now: number): TimeText {
  const instant = toInstant(time);
  const age = now - instant;
  if (age < 30 * SECOND) return { unit: 'now' };
  if (age < HOUR) return { unit: 'minute', count: Math.max(1, Math.floor(age / MINUTE)) };
  if (age < DAY_MS) return { unit: 'hour', count: Math.floor(age / HOUR) };
  if (age < 2 * DAY_MS) return { unit: 'day', count: 1 };
  return { unit: 'date', instant };
}

/** Third variant of spec 9: minutes below one hour, hours below one day, otherwise days, however many. */
export function agoTimeText(time: number | string, now: number): TimeText {
  const age = Math.max(0, now - toInstant(time));
  if (age < HOUR) return { unit: 'minute', count: Math.floor(age / MINUTE) };
  if (age < DAY_MS) return { unit: 'hour', count: Math.floor(age / HOUR) };
  return { unit: 'day', count: Math.floor(age / DAY_MS) };
}

const WORDS: Record<Language, Record<Exclude<TimeText['unit'], 'date'>, string>> = {
  zh: { now: '刚刚', minute: '分钟前', hour: '小时前', day: '天前', week: '周前', month: '个月前' },
  zhtw: { now: '剛剛', minute: ' 分鐘前', hour: ' 小時前', day: ' 天前', week: ' 週前', month: ' 個月前' },
  en: { now: 'just now', minute: 'minute', hour: 'hour', day: 'day', week: 'week', month: 'month' },
};

/** The words; `datePattern` is for times that are told as a date. */
export function timeTextIn(language: Language, text: TimeText, datePattern = 'yyyy-MM-dd'): string {
  if (text.unit === 'date') return formatInstant(text.instant, datePattern);
  const word = WORDS[language][text.unit];
  if (text.unit === 'now') return word;
  return language === 'en' ? `${text.count} ${word}${text.count === 1 ? '' : 's'} ago` : `${text.count}${word}`;
}
