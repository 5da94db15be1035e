import type { Language } from '@nephra/plugin-sdk/contract';
import { HTML_LANG } from '../i18n/language-choice.ts';

/** The hospital's clock, wherever the browser stands (design: business time is Asia/Shanghai). */
const ZONE = 'Asia/Shanghai';

const part = (ms: number, options: Intl.DateTimeFormatOptions, language: Language): string =>
  new Intl.DateTimeFormat(HTML_LANG[language], { timeZone: ZONE, ...options }).format(ms);

export const clockText = (ms: number): string => part(ms, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en');

export const dayText = (ms: number, language: Language): string => part(ms, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }, language);

/** `2026-11-20 14:03`, the default of spec 9. */
export function minuteText(ms: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const of = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')} ${of('hour')}:${of('minute')}`;
}

/** Today: the time; else the day and the time. */
export function recentText(ms: number, now: number): string {
  const text = minuteText(ms);
  return text.slice(0, 10) === minuteText(now).slice(0, 10) ? text.slice(11) : text.slice(5);
}

export type PartOfDay = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening';

export function partOfDay(ms: number): PartOfDay {
  const hour = Number(clockText(ms).slice(0, 2));
  if (hour < 5 || hour >= 23) return 'night';
  if (hour < 11) return 'morning';
  if (hour < 13) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
