/** Width of one entry of the top menu in pixels (spec 9). */
export const TOP_SLOT_WIDTH = 116;

/**
 * Splits the top menu by width: what does not fit goes behind the overflow entry, which takes one slot itself (spec 4, top menu; spec 9).
 * Without a known width nothing is hidden: the first drawing happens before the bar was measured. At least one entry stays visible,
 * so that a narrow window still shows where the user is.
 */
export function splitTopMenu<Entry>(entries: readonly Entry[], width: number | undefined): { shown: readonly Entry[]; more: readonly Entry[] } {
  if (width === undefined) return { shown: entries, more: [] };
  const slots = Math.floor(width / TOP_SLOT_WIDTH);
  if (entries.length <= slots) return { shown: entries, more: [] };
  const room = Math.max(1, slots - 1);
  return { shown: entries.slice(0, room), more: entries.slice(room) };
}
