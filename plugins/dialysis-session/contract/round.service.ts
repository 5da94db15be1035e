import { type DataRights, defineService, type OrgId } from '@nephra/plugin-sdk/contract';
import type { DialysisMode } from '../../dialysis-file/contract/index.ts';
import type { EventKind } from './fields.ts';
import type { SessionState } from './states.ts';

/** A complication. */
export interface Complication {
  readonly sessionId: string;
  readonly kind: EventKind;
  readonly severity: 'mild' | 'moderate' | 'severe' | null;
  /** Milliseconds. */
  readonly at: number;
}

/** A planned treatment of a day, and how far it is. Weights in kg, volumes in ml, moments in milliseconds, pressures in mmHg. */
export interface RoundTreatment {
  readonly slotId: string;
  /** Empty: nobody was checked in. */
  readonly sessionId: string;
  readonly orgId: OrgId;
  readonly shiftId: string;
  readonly stationId: string;
  readonly stationCode: string;
  readonly patientId: string;
  readonly mode: DialysisMode | null;
  readonly state: SessionState;
  readonly confirmedAt: number | null;
  readonly startedAt: number | null;
  readonly check2At: number | null;
  readonly preWeight: number | null;
  readonly postWeight: number | null;
  /** As the doctor confirmed or changed them; null: not confirmed. */
  readonly ufTarget: number | null;
  readonly minutes: number | null;
  /** Of the confirmed copy. */
  readonly dryWeight: number | null;
  readonly systolicBefore: number | null;
  readonly diastolicBefore: number | null;
  readonly lastReading: { readonly at: number; readonly systolic: number; readonly diastolic: number | null } | null;
  /** What the look at the access found, by field of the sheet. */
  readonly accessFound: Readonly<Partial<Record<'thrill' | 'skin' | 'exitSite' | 'catheterFlow', string>>>;
  readonly complications: readonly Complication[];
  /** Orders that are due and neither given nor skipped, a line each: what is given together is one (`左卡尼汀 1 g + 维生素C 2 g`). */
  readonly ordersOpen: readonly string[];
}

/** Something that a patient gets during treatments, signed by a doctor elsewhere. */
export interface SignedOrder {
  readonly orgId: OrgId;
  readonly patientId: string;
  readonly once: boolean;
  readonly everyDays: number;
  readonly timing: 'before' | 'during' | 'after' | 'any';
  readonly title: string;
  readonly dose: string;
  readonly highRisk: boolean;
  /** `YYYY-MM-DD`. */
  readonly validFrom: string;
  readonly by: { readonly userId: string; readonly userName: string };
}

/** Treatments for the doctor's worklist, which has checked the organisation of whoever looks, and the data rights on patients. Works in the running transaction. */
export interface DialysisRounds {
  /**
   * Places of a day with their treatments, in the order of shifts and stations; a handful of statements.
   * @param rights of whoever looks, on `TREATMENT_MENU`
   */
  ofDay(day: string, orgIds: readonly OrgId[], rights: DataRights): Promise<readonly RoundTreatment[]>;
  /** Of these patients between two days, in order of moments; at most some thousand. */
  complications(patientIds: readonly string[], orgIds: readonly OrgId[], from: string, to: string): Promise<readonly Complication[]>;
  /** Whose treatment it is; undefined for one of another facility. */
  patientOf(sessionId: string, orgIds: readonly OrgId[]): Promise<string | undefined>;
  /** @returns the id of the order */
  order(order: SignedOrder): Promise<string>;
}
export const dialysisRounds = defineService<DialysisRounds>('dialysis-session.rounds@1');
