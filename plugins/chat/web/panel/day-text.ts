import { DAY_MS, dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';

/** A day above its messages: today and yesterday by name, others as they are written. Both days are `YYYY-MM-DD`. */
export function dayText(t: WebContext['t'], day: string, today: string): string {
  if (day === today) return t('panel.today');
  return day === dayOf(parseDay(today) - DAY_MS) ? t('panel.yesterday') : day;
}
