import type { PatientFile, PatientRow } from '../contract/index.ts';
import { ageOn } from '../domain/age.ts';
import { mask } from '../domain/mask.ts';
import type { PatientRecord } from './patient.repo.ts';

/** One patient as lists carry it: numbers of identity masked. `today` decides the age. */
export const presentRow = (row: PatientRecord, today: string): PatientRow => ({
  patientId: row.id,
  orgId: row.org_id,
  patientName: row.patient_name,
  patientSex: row.patient_sex,
  patientAge: ageOn(today, row.birthday),
  birthday: row.birthday,
  patientIdcard: mask(row.idcard),
  phone: mask(row.phone),
  outpatientCode: row.outpatient_code,
  patientType: row.patient_type,
  reimWay: row.reim_way,
  medInsMark: row.med_ins_mark,
  psn_no: row.psn_no,
  infectedHistory: row.infected,
  visit: row.visit,
  diagnosis: row.diagnosis,
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
  enableMark: row.enabled ? 1 : 0,
  mergedInto: row.merged_into,
  version: row.version,
});

export const presentFile = (row: PatientRecord, today: string): PatientFile => ({
  ...presentRow(row, today),
  address: row.address,
  contactName: row.contact_name,
  contactPhone: mask(row.contact_phone),
  allergies: row.allergies,
  insuplc_admdvs: row.insuplc_admdvs,
  note: row.note,
  creatorTime: row.created_at.getTime(),
  lastModifyTime: row.updated_at.getTime(),
});
