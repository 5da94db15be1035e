import type {
  AllergyState,
  CertType,
  ChangeAct,
  DiagnosisEntry,
  InfectionMark,
  MedInsMark,
  PatientSex,
  PatientType,
  PregnancyState,
} from '../contract/index.ts';
import type { ContentChange, FileContent } from '../domain/file-content.ts';

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

export interface ChangeTable {
  id: string;
  patient_id: string;
  org_id: string;
  changed_at: Date;
  user_id: string;
  user_name: string;
  act: ChangeAct;
  reason: string;
  other_id: string | null;
  fields: ContentChange[];
}

export interface MergeTable {
  id: string;
  org_id: string;
  from_id: string;
  into_id: string;
  merged_at: Date;
  user_id: string;
  user_name: string;
  reason: string;
  /** Both files as they were. */
  from_before: FileContent;
  into_before: FileContent;
  into_version: number;
  carried: string[];
  undone_at: Date | null;
  undone_by: string;
}

export interface PatientDb {
  'patient.shift': ShiftTable;
  'patient.patient': PatientTable;
  'patient.change': ChangeTable;
  'patient.merge': MergeTable;
}
