const [ZERO, DASH, PLUS, POINT] = ['0', '-', '+', '.'].map((sign) => sign.charCodeAt(0)) as [number, number, number, number];
const HOUR_MS = 3_600_000;
const SECONDS_END = 19;
const LEAST = '2026-11-28 09:15:40+08'.length;
const MOST = '2026-11-28 09:15:40.123456+08'.length;

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO;
const two = (text: string, at: number): number => 10 * digit(text, at) + digit(text, at + 1);

/** Of a fraction of a second its first three digits; what is behind them is no part of a `Date`. */
function millis(text: string, zoneAt: number): number {
  if (text.charCodeAt(SECONDS_END) !== POINT) return 0;
  let [sum, worth] = [0, 100];
  for (let at = SECONDS_END + 1; at < zoneAt && worth >= 1; at += 1, worth /= 10) sum += worth * digit(text, at);
  return sum;
}

/**
 * A `timestamptz` as PostgreSQL writes it between the years 100 and 9999 with a zone of whole hours, read by its places: a tenth of what the driver's
 * patterns take, and a list has several in each row.
 * @param otherwise reads all other texts: `infinity`, years before or after those, zones with minutes
 */
export function readInstant(text: string, otherwise: (text: string) => unknown): unknown {
  const zoneAt = text.length - 3;
  const sign = text.charCodeAt(zoneAt);
  if (text.length < LEAST || text.length > MOST || text.charCodeAt(4) !== DASH || (sign !== PLUS && sign !== DASH)) return otherwise(text);
  const year = 100 * two(text, 0) + two(text, 2);
  if (year < 100) return otherwise(text);
  const local = Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), millis(text, zoneAt));
  return new Date(local - (sign === PLUS ? HOUR_MS : -HOUR_MS) * two(text, zoneAt + 1));
}
