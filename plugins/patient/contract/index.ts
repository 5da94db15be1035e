/** The only door of this plugin for others. */
export { type PatientDemo, patientDemo } from './demo.schema.ts';
export { type PatientBilling, type PatientDirectory, type PatientSearch, patientBilling, patientDirectory } from './directory.service.ts';
export { patientContract } from './patient.contract.ts';
export {
  type DiagnosisEntry,
  type DialysisPlan,
  diagnosisEntry,
  type InfectionMark,
  infectionMark,
  type MedInsMark,
  medInsMark,
  type PatientClass,
  type PatientFile,
  type PatientRow,
  type PatientSex,
  type PatientType,
  patientSex,
  patientType,
  reimWay,
} from './patient.schema.ts';
