import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { DialysisMode } from './modes.ts';

/** One treatment in the cycle of a pattern. */
export interface PatternSlot {
  /** 0 for the week of the anchor, 1 for the one after it … below `cycleWeeks`. */
  readonly week: number;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /** A shift of the facility (`patient.shift`). */
  readonly shiftId: string;
  /** Where the patient lies by custom; null: wherever there is room. */
  readonly stationId: string | null;
  /** Another mode than that of the prescription; null: that of the prescription. */
  readonly mode: DialysisMode | null;
}

/** When a patient comes, until it is changed. At most one pattern of a patient is in force on a day. Days are `YYYY-MM-DD`. */
export interface DialysisPattern {
  readonly patternId: string;
  readonly orgId: OrgId;
  readonly patientId: string;
  readonly from: string;
  /** Last day, included; null: until further notice. */
  readonly to: string | null;
  /** 1 … 4. Two-week patterns count from the anchor, never from the numbers of weeks in a year, of which some have 53. */
  readonly cycleWeeks: number;
  /** A Monday. */
  readonly anchorMonday: string;
  /** 2 … 7: every so many days from `from`, at the place of the first slot; null: by weekdays. */
  readonly everyDays: number | null;
  /** Empty: only the remark says when, and nothing is planned by itself. */
  readonly slots: readonly PatternSlot[];
  readonly remark: string;
  readonly version: number;
}

/** A treatment that a pattern wants. */
export interface PlannedTreatment {
  readonly date: string;
  readonly shiftId: string;
  readonly stationId: string | null;
  readonly mode: DialysisMode | null;
}
