import { mondayOf, weekdayOf } from '@nephra/plugin-sdk/contract';
import type { DialysisMode } from '../contract/modes.ts';
import { addDays } from '../contract/rules/calendar.ts';
import { type ExpandablePattern, expandPattern } from '../contract/rules/expand-pattern.ts';

export interface PlanSources {
  /** In force today; null: there is none and never was, so that days, shift and bed stay as somebody wrote them; undefined: there was or will be one. */
  readonly pattern: ExpandablePattern | null | undefined;
  readonly mode: DialysisMode | null;
  readonly kg: number | null;
  readonly access: { readonly kind: 'AVF' | 'AVG' | 'TCC' | 'NCC'; readonly side: 'left' | 'right'; readonly site: string } | undefined;
  readonly firstDialysisOn: string | null;
  /** Codes of stations by id. */
  readonly stationCodes: ReadonlyMap<string, string>;
}

/** What of the plan in the patient's file follows; what is undefined there stays as it is. */
export interface PlanView {
  readonly weekdays?: number[];
  readonly classId?: string;
  readonly bed?: string;
  readonly mode?: string;
  readonly dryWeight?: number;
  readonly access?: string;
  readonly firstDate?: string;
}

const KINDS = { AVF: '自体动静脉内瘘', AVG: '人工血管内瘘', TCC: '长期导管', NCC: '临时导管' } as const;
const SIDES = { left: '左', right: '右' } as const;
/** As it stands in patient files: 自体动静脉内瘘(左前臂). */
export const accessText = ({ kind, side, site }: NonNullable<PlanSources['access']>): string => `${KINDS[kind]}(${SIDES[side]}${site})`;

/** The one that occurs most; of equals the first. */
function most(values: readonly string[]): string | undefined {
  const count = (value: string): number => values.filter((other) => other === value).length;
  return [...new Set(values)].sort((one, other) => count(other) - count(one))[0];
}

/**
 * The old plan of a patient file: one set of weekdays and one shift. A pattern over several weeks, or of every so many days, shows the days of this week, so that
 * treatments of a week are counted right; a job follows it into the next week. Of several shifts the most frequent one counts.
 */
export function planView({ pattern, mode, kg, access, firstDialysisOn, stationCodes }: PlanSources, today: string): PlanView {
  const monday = mondayOf(today);
  const week = pattern ? expandPattern(pattern, monday, addDays(monday, 6)) : [];
  const station = most(week.flatMap(({ stationId }) => (stationId === null ? [] : [stationId])));
  const bed = station === undefined ? undefined : stationCodes.get(station);
  const clinical: PlanView = {
    ...(mode !== null && { mode }),
    ...(kg !== null && { dryWeight: kg }),
    ...(access && { access: accessText(access) }),
    ...(firstDialysisOn !== null && { firstDate: firstDialysisOn }),
  };
  if (pattern === null) return clinical;
  const view: PlanView = {
    ...clinical,
    weekdays: [...new Set(week.map(({ date }) => weekdayOf(date)))].sort((one, other) => one - other),
    classId: most(week.map(({ shiftId }) => shiftId)) ?? pattern?.slots[0]?.shiftId ?? '',
  };
  // A bed without a shift is refused by the file; who does not come any more lies nowhere.
  if (view.classId === '') return { ...view, bed: '' };
  return bed === undefined ? view : { ...view, bed };
}
