const WINDOW_MS = 60_000;

/**
 * How many tries of a channel may begin now.
 * @param began moments of the tries within the last minute, any order, milliseconds
 * @returns `waitMs` until there is room again, when there is none
 */
export function roomNow(
  began: readonly number[],
  now: number,
  { perMinute, atOnce }: { readonly perMinute: number; readonly atOnce: number },
): { readonly room: number; readonly waitMs: number } {
  const recent = began.filter((moment) => moment > now - WINDOW_MS).sort((a, b) => a - b);
  const room = Math.max(0, Math.min(atOnce, perMinute - recent.length));
  if (room > 0) return { room, waitMs: 0 };
  const leaves = recent[recent.length - perMinute] ?? recent[0] ?? now;
  return { room: 0, waitMs: Math.max(1_000, leaves + WINDOW_MS - now) };
}
