import { weekdayOf } from '@nephra/plugin-sdk/contract';
import type { PatternBody } from '../contract/parts.schema.ts';
import { isDay } from '../contract/rules/calendar.ts';

/** What is wrong with a pattern: key below `errors.dialysis-file`, and the field of the form. */
export interface PatternFault {
  readonly key: 'day' | 'pattern-anchor' | 'pattern-week' | 'pattern-twice' | 'pattern-empty' | 'pattern-every' | 'pattern-shift' | 'pattern-station';
  readonly field: 'from' | 'anchorMonday' | 'slots' | 'everyDays' | 'remark';
}

/**
 * @param shifts ids of the shifts of the facility
 * @param stations ids of its stations; undefined: nobody keeps stations, so that none may be named
 */
export function patternFault(pattern: PatternBody, shifts: ReadonlySet<string>, stations: ReadonlySet<string> | undefined): PatternFault | undefined {
  const { slots, cycleWeeks, everyDays } = pattern;
  if (!isDay(pattern.from)) return { key: 'day', field: 'from' };
  if (!isDay(pattern.anchorMonday) || weekdayOf(pattern.anchorMonday) !== 1) return { key: 'pattern-anchor', field: 'anchorMonday' };
  if (everyDays !== null && slots.length !== 1) return { key: 'pattern-every', field: 'everyDays' };
  if (slots.length === 0 && pattern.remark.trim() === '') return { key: 'pattern-empty', field: 'remark' };
  if (everyDays === null && slots.some(({ week }) => week >= cycleWeeks)) return { key: 'pattern-week', field: 'slots' };
  if (new Set(slots.map(({ week, weekday }) => `${week}/${weekday}`)).size < slots.length) return { key: 'pattern-twice', field: 'slots' };
  if (slots.some(({ shiftId }) => !shifts.has(shiftId))) return { key: 'pattern-shift', field: 'slots' };
  if (slots.some(({ stationId }) => stationId !== null && !stations?.has(stationId))) return { key: 'pattern-station', field: 'slots' };
  return undefined;
}
