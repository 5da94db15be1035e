import type { AllergyState, CertType, DiagnosisEntry, InfectionMark, MedInsMark, PatientSex, PatientType, PregnancyState } from '../contract/index.ts';

export interface ShiftTable {
  id: string;
  org_id: string;
  full_name: string;
  start_time: string;
  end_time: string;
  sort_code: number;
}

export interface PatientTable {
  id: string;
  org_id: string;
  patient_name: string;
  patient_sex: PatientSex;
  birthday: string | null;
  cert_type: CertType;
  idcard: string;
  phone: string;
  address: string;
  contact_name: string;
  contact_phone: string;
  outpatient_code: string;
  patient_type: PatientType;
  reim_way: string;
  med_ins_mark: MedInsMark;
  psn_no: string;
  insuplc_admdvs: string;
  infected: InfectionMark[];
  infection_checked_on: string | null;
  visit: string;
  diagnosis: DiagnosisEntry[];
  allergies: string[];
  allergy_state: AllergyState;
  pregnancy: PregnancyState;
  pregnancy_on: string | null;
  dialysis_no: string;
  dialysis_mode: string;
  weekdays: number[];
  shift_id: string;
  bed: string;
  first_date: string | null;
  /** numeric(5,1) as text. */
  dry_weight: string | null;
  access: string;
  note: string;
  enabled: boolean;
  /** The file that is left, when this one was merged into it; never one that was merged itself. */
  merged_into: string | null;
  /** Who opened the file; empty when nobody knows. */
  creator_id: string;
  version: number;
  pinyin: string;
  search_grams: string[];
  created_at: Date;
  updated_at: Date;
}

/** What stands besides tables that are declared. */
export interface PatientDb {
  'patient.shift': ShiftTable;
  'patient.patient': PatientTable;
  /** For marking a merge as undone, once; all else goes through `mergeTable`. */
  'patient.merge': { id: string; undone_at: Date | null; undone_by: string };
}
