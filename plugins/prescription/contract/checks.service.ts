import { type DataRights, defineService, type Language, type OrgId } from '@nephra/plugin-sdk/contract';
import type { CheckFinding, CheckOverride, OverrideInput } from './checks.schema.ts';
import type { LedgerActor } from './ledger/ledger.service.ts';

/** The stored prescription, and what of it is handed out. */
export interface CheckedLines {
  readonly dpId: string;
  /** Lines that still count: the others are not looked at, but findings keep counting the lines of the whole prescription. Left out = all of them. */
  readonly detailIds?: readonly string[];
}

/** The checks of a stored prescription for whoever hands it out. Runs inside the caller's transaction. */
export interface PrescriptionChecks {
  /**
   * As of now: today's catalogue, the patient's file, his other prescriptions. Stock and
   * what is still sold are not among them: the prescription is paid for, and the caller looks after his shelves himself.
   * @param rights of whoever reads: another prescription that they do not reach is spoken of without its number
   */
  findings(of: CheckedLines, orgIds: readonly OrgId[], rights: DataRights): Promise<CheckFinding[]>;
  /** Reasons given so far, by the doctor and by the pharmacist, oldest first; numbers as in `findings`. */
  overrides(dpId: string, orgIds: readonly OrgId[], rights: DataRights): Promise<CheckOverride[]>;
  /** What a finding says, word for word as the doctor reads it; for pages that have texts of their own only. */
  sentence(finding: Pick<CheckFinding, 'code' | 'params'>, language: Language): string;
  /**
   * Refuses unless every finding is met, and stores the reasons that are new. A reason that the doctor gave for the same case counts. What a
   * refusal names goes by `by.rights`.
   * @throws AppError `prescription.<code>` for the first finding that blocks, `prescription.needs-reason` while a reason is missing.
   */
  assertClear(act: CheckedLines & { by: LedgerActor; overrides?: readonly OverrideInput[] }): Promise<void>;
}
export const prescriptionChecks = defineService<PrescriptionChecks>('prescription.checks@1');
