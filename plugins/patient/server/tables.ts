import type { DiagnosisEntry, InfectionMark, MedInsMark, PatientSex, PatientType } from '../contract/index.ts';

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
  visit: string;
  diagnosis: DiagnosisEntry[];
  allergies: string[];
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
  version: number;
  pinyin: string;
  search_grams: string[];
  created_at: Date;
  updated_at: Date;
}

export interface PatientDb {
  'patient.shift': ShiftTable;
  'patient.patient': PatientTable;
}
