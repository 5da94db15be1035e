/** The only door of this plugin for others. */
export { type PatientDemo, patientDemo } from './demo.schema.ts';
export { type DialysisPlanKeeper, type DialysisPlanWriter, dialysisPlanKeeper, dialysisPlanWriter, type KeptPlan } from './dialysis/dialysis-plan.service.ts';
export {
  billingRecords,
  type DirectoryShift,
  type PatientBilling,
  type PatientDirectory,
  type PatientRecords,
  type PatientSearch,
  type PatientRowFilter,
  patientBilling,
  patientDirectory,
  prescriptionRecords,
} from './directory.service.ts';
export { COMMON_ALLERGENS } from './allergens.ts';
export { type AllergyKnowledge, type AllergyState, allergyKnowledge, allergyState } from './allergy-state.ts';
export { demoRestDay, demoWeekdays } from './demo-week.ts';
export { type FileMerge, type MergeFollower, mergeFollowers, type MergeObstacle } from './merge/merge-follower.ts';
export type { MergeField, MergePreview, MergeRecord, MovedRecords } from './merge/merge.schema.ts';
export { patientContract } from './patient.contract.ts';
export type { ChangeAct, DuplicateReason, FieldChange, FileChange, PatientCreate, PatientEdit, PossibleDuplicate } from './patient-write.schema.ts';
export { asksPregnancy, type PregnancyState, pregnancyState } from './pregnancy.ts';
export {
  type CertType,
  certType,
  type DiagnosisEntry,
  diagnosisEntry,
  type InfectionMark,
  infectionMark,
  type MedInsMark,
  medInsMark,
  type PatientSex,
  type PatientType,
  patientSex,
  patientType,
  reimWay,
} from './file-parts.schema.ts';
export type { BilledPatient, DialysisPlan, PatientClass, PatientFile, PatientRow } from './patient.schema.ts';
export type { DiagnosisPickerProps, PatientRecordsProps } from './slots.ts';
