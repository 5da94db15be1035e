import { mondayOf, weekdayOf } from '@nephra/plugin-sdk/contract';
import type { DialysisPattern, PatternSlot, PlannedTreatment } from '../pattern.ts';
import { addDays, daysBetween, isDay } from './calendar.ts';

/** What the rule reads of a pattern. */
export type ExpandablePattern = Pick<DialysisPattern, 'from' | 'to' | 'cycleWeeks' | 'anchorMonday' | 'everyDays' | 'slots'>;

/** A span that is longer was meant otherwise. */
const MAX_SPAN_DAYS = 40 * 366;

/** Remainder that is never negative, for weeks before the anchor. */
const wrap = (weeks: number, cycle: number): number => ((weeks % cycle) + cycle) % cycle;

const weekAfter = (monday: string, cycleWeeks: number, day: string): number =>
  wrap(Math.floor(daysBetween(monday, day) / 7), Math.max(1, Math.trunc(cycleWeeks)));

/** Which week of the cycle a day lies in, counted from the anchor and never from the numbers of weeks in a year. */
export const cycleWeekOf = ({ anchorMonday, cycleWeeks }: Pick<ExpandablePattern, 'anchorMonday' | 'cycleWeeks'>, day: string): number =>
  weekAfter(mondayOf(anchorMonday), cycleWeeks, day);

/** @param monday of the week that the pattern's cycle is counted from */
function slotsOn(pattern: ExpandablePattern, monday: string, day: string): readonly PatternSlot[] {
  if (pattern.everyDays !== null) {
    const first = pattern.slots[0];
    return first && daysBetween(pattern.from, day) % Math.max(1, Math.trunc(pattern.everyDays)) === 0 ? [first] : [];
  }
  const week = weekAfter(monday, pattern.cycleWeeks, day);
  const weekday = weekdayOf(day);
  return pattern.slots.filter((slot) => slot.week === week && slot.weekday === weekday);
}

/**
 * What a pattern wants from one day to another, both included, in the order of days. The same span cut anywhere gives the same treatments.
 *
 * @param from `YYYY-MM-DD`; days outside of the pattern's own span give nothing
 * @returns nothing where a day is none of the calendar, or where the pattern has no slots
 */
export function expandPattern(pattern: ExpandablePattern, from: string, to: string): PlannedTreatment[] {
  if (pattern.slots.length === 0 || ![from, to, pattern.from, pattern.to ?? to, pattern.anchorMonday].every(isDay)) return [];
  const first = from > pattern.from ? from : pattern.from;
  const last = pattern.to !== null && pattern.to < to ? pattern.to : to;
  const days = daysBetween(first, last);
  if (days > MAX_SPAN_DAYS) return [];
  const monday = mondayOf(pattern.anchorMonday);
  const planned: PlannedTreatment[] = [];
  for (let offset = 0; offset <= days; offset += 1) {
    const date = addDays(first, offset);
    for (const { shiftId, stationId, mode } of slotsOn(pattern, monday, date)) planned.push({ date, shiftId, stationId, mode });
  }
  return planned;
}
