const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;
const STEP = 1_024;

/** Bytes as people read them, one decimal from KB on: `15.9 GB`. */
export function bytesText(bytes: number): string {
  let [left, unit] = [Math.max(0, bytes), 0];
  while (left >= STEP && unit < UNITS.length - 1) {
    left /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(left) : left.toFixed(1)} ${UNITS[unit]}`;
}

/** A share from 0 to 1 in per cent, at most two decimals, without the sign: `45.2`. */
export const percentText = (share: number): string => String(Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100);

/** What is used of some room, in per cent; 0 where nothing is known of it. */
export const usedShare = (total: number, available: number): number => (total > 0 ? Math.min(1, Math.max(0, 1 - available / total)) : 0);
