/**
 * Where a patient is treated: A ordinary, B hepatitis B, C hepatitis C, D syphilis or HIV, E result pending, O observation (cured hepatitis C:
 * last shift of the ordinary zone).
 */
export const ZONES = ['A', 'B', 'C', 'D', 'E', 'O'] as const;
export type Zone = (typeof ZONES)[number];

/** Why a patient does not fit a station. */
export type ZoneMisfit = 'zone-differs' | 'observation-not-last-shift';

/**
 * @param station zone of the station; a station for observation (O) is one of the ordinary zone that is kept for it
 * @param lastShift whether the shift is the last of its day
 * @returns undefined where the patient may lie there
 */
export function zoneMisfit(patient: Zone, station: Zone, lastShift: boolean): ZoneMisfit | undefined {
  if (patient === 'O') {
    if (station !== 'A' && station !== 'O') return 'zone-differs';
    return lastShift ? undefined : 'observation-not-last-shift';
  }
  if (patient === station) return undefined;
  return patient === 'A' && station === 'O' ? undefined : 'zone-differs';
}
