import { DAY_MS, parseDay } from '@nephra/plugin-sdk/contract';

/** How near a lot is to its last day; the stock list colours by it. */
export type ExpiryLevel = 'expired' | 'near' | 'soon' | 'fine';

/** Up to this many days left a lot must be used first. */
export const NEAR_EXPIRY_DAYS = 30;
/** Up to this many days left a lot is worth a look. */
export const SOON_EXPIRY_DAYS = 180;

/** Whole days from `today` to `expiresOn`, both `YYYY-MM-DD`; negative after the last day. */
export const daysLeft = (expiresOn: string, today: string): number => (parseDay(expiresOn) - parseDay(today)) / DAY_MS;

export function expiryLevel(expiresOn: string, today: string): ExpiryLevel {
  const left = daysLeft(expiresOn, today);
  if (left < 0) return 'expired';
  if (left <= NEAR_EXPIRY_DAYS) return 'near';
  return left <= SOON_EXPIRY_DAYS ? 'soon' : 'fine';
}
