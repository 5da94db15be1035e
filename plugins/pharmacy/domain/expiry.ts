/** How near a lot is to its last day; the stock list colours by it. */
export type ExpiryLevel = 'expired' | 'near' | 'soon' | 'fine';

/** Up to this many days left a lot must be used first. */
export const NEAR_EXPIRY_DAYS = 30;
/** Up to this many days left a lot is worth a look. */
export const SOON_EXPIRY_DAYS = 180;

const DAY_MS = 86_400_000;

/** Whole days from `today` to `expiresOn`, both `YYYY-MM-DD`; negative after the last day. */
export const daysLeft = (expiresOn: string, today: string): number =>
  Math.round((Date.parse(`${expiresOn}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);

export function expiryLevel(expiresOn: string, today: string): ExpiryLevel {
  const left = daysLeft(expiresOn, today);
  if (left < 0) return 'expired';
  if (left <= NEAR_EXPIRY_DAYS) return 'near';
  return left <= SOON_EXPIRY_DAYS ? 'soon' : 'fine';
}
