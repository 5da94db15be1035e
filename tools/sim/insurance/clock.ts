const SHANGHAI_MS = 8 * 3_600_000;
const shifted = (at: Date) => new Date(at.getTime() + SHANGHAI_MS).toISOString();

/** `yyyy-MM-dd HH:mm:ss` in Shanghai. */
export const wireTime = (at: Date): string => shifted(at).slice(0, 19).replace('T', ' ');
export const wireDay = (at: Date): string => shifted(at).slice(0, 10);
/** `yyyyMMddHHmmssSSS` in Shanghai. */
export const compactTime = (at: Date): string => shifted(at).replace(/[-:T.Z]/g, '');

export const isWireTime = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);
/** A date, with or without a time behind it. */
export const isDayOrTime = (text: string): boolean => /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text);

/** Last day of the month that holds the day. */
export function monthEnd(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
