import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';

/** A planned treatment that did not take place, or was left out ahead. */
export interface MissedPlace {
  readonly slotId: string;
  readonly patientId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** A code of `ABSENCE_REASONS`, or what somebody wrote; never empty. */
  readonly reason: string;
}

/** Who did not come, as the board alone knows it. Works in the running transaction; a row out of the organisations is absent. */
export interface DialysisAttendance {
  /** Of these patients between two days, both included, in order of days; without those for which nobody gave a reason. */
  missed(patientIds: readonly string[], orgIds: readonly OrgId[], from: string, to: string): Promise<readonly MissedPlace[]>;
}
export const dialysisAttendance = defineService<DialysisAttendance>('dialysis-schedule.attendance@1');
