import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';
import type { SessionState } from './states.ts';

/** How far the treatment of a place on the board is. Moments are milliseconds. Nothing of the patient is in it. */
export interface TreatmentProgress {
  readonly slotId: string;
  readonly state: SessionState;
  readonly startedAt: number | null;
  /** Of the whole treatment; null: nothing is confirmed. */
  readonly minutes: number | null;
  /** While it runs. */
  readonly readingDueAt: number | null;
  readonly check2DueAt: number | null;
  /** The last pressure is out of the limits of the facility. */
  readonly pressureOff: boolean;
  /** A complication of those that call everybody was recorded, and the treatment still runs. */
  readonly redEvent: boolean;
}

/** Asked by screens that show the unit. */
export interface DialysisDay {
  /** Treatments of a day that have begun to be recorded, at least by the check-in. */
  progress(orgId: OrgId, date: string): Promise<readonly TreatmentProgress[]>;
}
export const dialysisDay = defineService<DialysisDay>('dialysis-session.day@1');
