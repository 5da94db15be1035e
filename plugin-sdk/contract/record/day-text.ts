import { parseDay } from '../time/business-time.ts';

/** `YYYY-MM-DD` of a day that a person wrote with dashes, slashes, dots or Chinese signs; undefined when it is none. */
export function dayText(text: string): string | undefined {
  const found = /^(\d{4})\s{0,5}[-/.年]\s{0,5}(\d{1,2})\s{0,5}[-/.月]\s{0,5}(\d{1,2})\s{0,5}日?(?:\s{1,5}00:00(?::00)?)?$/.exec(text.trim());
  if (!found) return undefined;
  const day = `${found[1]}-${String(found[2]).padStart(2, '0')}-${String(found[3]).padStart(2, '0')}`;
  try {
    parseDay(day);
    return day;
  } catch {
    return undefined;
  }
}
