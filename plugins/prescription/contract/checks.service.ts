import { defineService, type OrgId } from '@nephra/plugin-sdk/contract';
import type { CheckFinding, CheckOverride, OverrideInput } from './checks.schema.ts';
import type { LedgerActor } from './ledger.service.ts';

/** The checks of a stored prescription for whoever hands it out. Runs inside the caller's transaction. */
export interface PrescriptionChecks {
  /**
   * As of now: today's catalogue, the patient's file, his other prescriptions. Stock and
   * what is still sold are not among them: the prescription is paid for, and the caller looks after his shelves himself.
   */
  findings(dpId: string, orgIds: readonly OrgId[]): Promise<CheckFinding[]>;
  /** Reasons given so far, by the doctor and by the pharmacist, oldest first. */
  overrides(dpId: string, orgIds: readonly OrgId[]): Promise<CheckOverride[]>;
  /**
   * Refuses unless every finding is met, and stores the reasons that are new. A reason that the doctor gave for the same case counts.
   * @throws AppError `prescription.<code>` for the first finding that blocks, `prescription.needs-reason` while a reason is missing.
   */
  assertClear(act: { dpId: string; by: LedgerActor; overrides?: readonly OverrideInput[] }): Promise<void>;
}
export const prescriptionChecks = defineService<PrescriptionChecks>('prescription.checks@1');
