import { defineService, type Language, type OrgId } from '@nephra/plugin-sdk/contract';
import type { InfectionMark } from '../file-parts.schema.ts';
import type { DialysisPlan, PatientClass } from '../patient.schema.ts';

/** The plan of a patient's file that another plugin works out. The dialysis number is issued by the file itself. */
export type KeptPlan = Partial<Omit<DialysisPlan, 'dialysisNo'>>;

/** Offered by this plugin to whoever keeps dialysis plans in more detail: lists, sessions of prescriptions and the month's charge go on reading the patient's file. */
export interface DialysisPlanWriter {
  /**
   * Writes what of the plan is given, in the running transaction, with an entry in the history of the file. A file that was merged, or whose patient is none on
   * dialysis, stays as it is. Beds are not checked: whoever plans knows the room.
   * @returns whether anything changed
   */
  write(kept: {
    readonly patientId: string;
    readonly orgId: OrgId;
    readonly plan: KeptPlan;
    /** Who changed it; empty: a job. */
    readonly by: { readonly userId: string; readonly userName: string };
  }): Promise<boolean>;
  /** Writes what the file says of infections, in the same way: whoever keeps the plan keeps the markers, and this is what follows from them. */
  writeInfection(kept: {
    readonly patientId: string;
    readonly orgId: OrgId;
    readonly infection: { readonly infectedHistory: readonly InfectionMark[]; readonly infectionCheckedOn: string | null };
    readonly by: { readonly userId: string; readonly userName: string };
  }): Promise<boolean>;
  /** Keeps other writers of the file away until the commit. */
  lock(patientId: string, orgIds: readonly OrgId[]): Promise<void>;
  /** Shifts of facilities in their order; with a language, usual names are said in it. */
  shifts(orgIds: readonly OrgId[], language?: Language): Promise<readonly Omit<PatientClass, 'patientCount'>[]>;
}
export const dialysisPlanWriter = defineService<DialysisPlanWriter>('patient.dialysis-plan@1');

/** Asked by this plugin: whose plans and infection markers are kept elsewhere, so that the patient's form does not change them. */
export interface DialysisPlanKeeper {
  keeps(patientIds: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlySet<string>>;
}
export const dialysisPlanKeeper = defineService<DialysisPlanKeeper>('patient.dialysis-plan-keeper@1');
