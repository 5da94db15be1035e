/** The only door of this plugin for others. */
export {
  CHECK_CODES,
  type CheckBody,
  type CheckCode,
  type CheckFinding,
  type CheckOverride,
  type CheckReply,
  checkFinding,
  type OverrideInput,
  MAX_OVERRIDE_REASON,
  overrideInput,
} from './checks.schema.ts';
export { type CheckedLines, type PrescriptionChecks, prescriptionChecks } from './checks.service.ts';
export { type ChargeBar, type ChargeGate, chargeGate } from './ledger/charge-gate.service.ts';
export { type PrescriptionClosedMonth, prescriptionClosedMonth } from './ledger/closed-month.service.ts';
export { type PrescriptionDemo, prescriptionDemo } from './demo.schema.ts';
export {
  type PrescriptionChanged,
  prescriptionCharged,
  prescriptionConfirmed,
  prescriptionRefunded,
  prescriptionRemoved,
  prescriptionRxMoved,
  prescriptionUnconfirmed,
} from './events.ts';
export { DP_TYPES, REIM_WAYS } from './payers.ts';
export { type PackOut, type PrescriptionPackCodes, prescriptionPackCodes } from './ledger/pack-codes.service.ts';
export { type HandedOutLine, type PrescriptionHandedOut, prescriptionHandedOut } from './ledger/handed-out.service.ts';
export {
  type BriefFilter,
  type BriefLine,
  type BriefPrescription,
  type LedgerActor,
  type LedgerChange,
  type LedgerFilter,
  type LedgerHead,
  type LedgerLine,
  type LedgerPrescription,
  type LedgerState,
  type LedgerStateTotal,
  type PrescriptionLedger,
  prescriptionLedger,
} from './ledger/ledger.service.ts';
export {
  type PrescriptionProposals,
  type Proposal,
  type ProposalState,
  type ProposalStored,
  type ProposedLine,
  prescriptionProposals,
} from './ledger/proposals.service.ts';
export { type PaidBackLine, type PrescriptionPaidBack, prescriptionPaidBack } from './ledger/paid-back.service.ts';
export { prescribingContract } from './prescribing.contract.ts';
export {
  type CopyReply,
  type CustomPackageBody,
  type CustomPackageDetail,
  type CustomPackageRow,
  type CustomPackageUpdateBody,
  type HistoryRow,
  type PackageScope,
  type PrintReply,
  type ReadyLines,
  type SheetColour,
  type SheetKind,
  type SkippedLine,
  SPLIT_RULES,
  type SplitFlagReply,
  type SplitPartRow,
  type SplitRule,
} from './prescribing.schema.ts';
export { prescriptionContract } from './prescription.contract.ts';
export {
  type CreateBody,
  DEFAULT_DP_TYPE,
  type DetailInput,
  NEW_PRESCRIPTION,
  type Prescription,
  type PrescriptionDetail,
  type PrescriptionHead,
  prescription,
  prescriptionDetail,
  prescriptionHead,
  type UpdateBody,
  type WorkPatient,
} from './prescription.schema.ts';
export { PayStatus, payStatus, RxStatus, rxStatus } from './states.ts';
export type { LineInsuranceProps, PrescriptionFactsProps } from './slots.ts';
