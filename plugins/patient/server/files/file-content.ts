import { pinyinInitials, searchGrams } from '@nephra/plugin-sdk/server';
import type { FileContent } from '../../domain/file/file-content.ts';
import type { PatientRecord } from './patient.repo.ts';
import type { PatientTable } from '../tables.ts';

/** What people write of a file, from its row. */
export const contentOf = (row: PatientRecord): FileContent => ({
  patientName: row.patient_name,
  patientSex: row.patient_sex,
  birthday: row.birthday,
  psn_cert_type: row.cert_type,
  patientIdcard: row.idcard,
  phone: row.phone,
  address: row.address,
  contactName: row.contact_name,
  contactPhone: row.contact_phone,
  outpatientCode: row.outpatient_code,
  patientType: row.patient_type,
  reimWay: row.reim_way,
  medInsMark: row.med_ins_mark,
  psn_no: row.psn_no,
  insuplc_admdvs: row.insuplc_admdvs,
  infectedHistory: row.infected,
  infectionCheckedOn: row.infection_checked_on,
  visit: row.visit,
  diagnosis: row.diagnosis,
  allergies: row.allergies,
  allergyState: row.allergy_state,
  pregnancyState: row.pregnancy,
  pregnancyOn: row.pregnancy_on,
  dialysis:
    row.patient_type === 'dialysis'
      ? {
          dialysisNo: row.dialysis_no,
          mode: row.dialysis_mode,
          weekdays: row.weekdays,
          classId: row.shift_id,
          bed: row.bed,
          firstDate: row.first_date,
          dryWeight: row.dry_weight === null ? null : Number(row.dry_weight),
          access: row.access,
        }
      : null,
  note: row.note,
});

type ContentColumns = Omit<PatientTable, 'id' | 'org_id' | 'creator_id' | 'enabled' | 'merged_into' | 'version' | 'created_at' | 'updated_at'>;

/** The columns behind a file's content, search columns included. The identity number is not searchable. */
export const columnsOf = ({ dialysis, ...file }: FileContent): ContentColumns => ({
  patient_name: file.patientName,
  patient_sex: file.patientSex,
  birthday: file.birthday,
  cert_type: file.psn_cert_type,
  idcard: file.patientIdcard,
  phone: file.phone,
  address: file.address,
  contact_name: file.contactName,
  contact_phone: file.contactPhone,
  outpatient_code: file.outpatientCode,
  patient_type: file.patientType,
  reim_way: file.reimWay,
  med_ins_mark: file.medInsMark,
  psn_no: file.psn_no,
  insuplc_admdvs: file.insuplc_admdvs,
  infected: file.infectedHistory,
  infection_checked_on: file.infectionCheckedOn,
  visit: file.visit,
  // Sent as text: the driver would turn an array into an SQL array.
  diagnosis: JSON.stringify(file.diagnosis) as unknown as PatientTable['diagnosis'],
  allergies: file.allergies,
  // Merges keep files as they were; those of earlier versions do not know it.
  allergy_state: file.allergyState ?? '',
  pregnancy: file.pregnancyState,
  pregnancy_on: file.pregnancyOn,
  dialysis_no: dialysis?.dialysisNo ?? '',
  dialysis_mode: dialysis?.mode ?? '',
  weekdays: dialysis?.weekdays ?? [],
  shift_id: dialysis?.classId ?? '',
  bed: dialysis?.bed ?? '',
  first_date: dialysis?.firstDate ?? null,
  dry_weight: dialysis?.dryWeight == null ? null : dialysis.dryWeight.toFixed(1),
  access: dialysis?.access ?? '',
  note: file.note,
  pinyin: pinyinInitials(file.patientName, 'person'),
  search_grams: searchGrams(file.patientName, file.outpatientCode, dialysis?.dialysisNo ?? '', dialysis?.bed ?? ''),
});
