import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';

/** Why somebody was not here: in a hospital, treated elsewhere on a journey, gone for good. */
export type AwayWhy = 'hospital' | 'travel' | 'outcome';
/** Days on which somebody was not here, `YYYY-MM-DD`. `to` excluded, the day on which the patient came again; null: still away. */
export interface Away {
  readonly patientId: string;
  readonly from: string;
  readonly to: string | null;
  readonly why: AwayWhy;
}

/** Who is, or was, away: as treatments that were missed tell it, those that stand on the board alone, and recorded outcomes. Works in the running transaction. */
export interface DialysisStays {
  /** Of patients whom the asking plugin has checked, on days from some weeks before `from` until `to`. */
  of(patientIds: readonly string[], orgIds: readonly OrgId[], from: string, to: string): Promise<readonly Away[]>;
}
export const dialysisStays = defineService<DialysisStays>('dialysis-session.stays@1');
