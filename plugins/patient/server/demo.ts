import { pinyinInitials, type ServerContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { PatientDemo } from '../contract/index.ts';
import type { PatientDb, PatientTable } from './tables.ts';

type DemoPatient = PatientDemo['patients'][number];

const CHUNK = 200;

const rowOf = (patient: DemoPatient, now: Date): PatientTable => ({
  id: patient.patientId,
  org_id: patient.orgId,
  patient_name: patient.patientName,
  patient_sex: patient.patientSex,
  birthday: patient.birthday,
  idcard: patient.patientIdcard,
  phone: patient.phone,
  address: patient.address,
  contact_name: patient.contactName,
  contact_phone: patient.contactPhone,
  outpatient_code: patient.outpatientCode,
  patient_type: patient.patientType,
  reim_way: patient.reimWay,
  med_ins_mark: patient.medInsMark,
  psn_no: patient.psn_no,
  insuplc_admdvs: patient.insuplc_admdvs,
  infected: patient.infectedHistory,
  visit: patient.visit,
  diagnosis: patient.diagnosis,
  allergies: patient.allergies,
  dialysis_no: patient.dialysis?.dialysisNo ?? '',
  dialysis_mode: patient.dialysis?.mode ?? '',
  weekdays: patient.dialysis?.weekdays ?? [],
  shift_id: patient.dialysis?.classId ?? '',
  bed: patient.dialysis?.bed ?? '',
  first_date: patient.dialysis?.firstDate ?? null,
  dry_weight: patient.dialysis?.dryWeight == null ? null : patient.dialysis.dryWeight.toFixed(1),
  access: patient.dialysis?.access ?? '',
  note: patient.note ?? '',
  enabled: true,
  merged_into: null,
  version: 1,
  pinyin: pinyinInitials(patient.patientName, 'person'),
  search_grams: patientGrams(patient),
  created_at: now,
  updated_at: now,
});

/** What a patient is found by: name, numbers, bed; the identity number is not searchable. */
export const patientGrams = (patient: { patientName: string; outpatientCode: string; dialysis: { dialysisNo: string; bed: string } | null }): string[] =>
  searchGrams(patient.patientName, patient.outpatientCode, patient.dialysis?.dialysisNo ?? '', patient.dialysis?.bed ?? '');

/** JSON columns are sent as text: the driver would turn an array into an SQL array. */
const toInsert = (row: PatientTable) => ({ ...row, diagnosis: JSON.stringify(row.diagnosis) as unknown as PatientTable['diagnosis'] });

/** Fills the demo system. */
export async function fillDemo(data: PatientDemo, ctx: ServerContext<PatientDb>): Promise<void> {
  const now = ctx.clock.now();
  const shifts = data.classes.map(({ id, orgId, fullName, startTime, endTime, sortCode }) => ({
    id,
    org_id: orgId,
    full_name: fullName,
    start_time: startTime,
    end_time: endTime,
    sort_code: sortCode,
  }));
  if (shifts.length > 0) await ctx.db.insertInto('patient.shift').values(shifts).execute();
  for (let start = 0; start < data.patients.length; start += CHUNK) {
    const rows = data.patients.slice(start, start + CHUNK).map((patient) => toInsert(rowOf(patient, now)));
    await ctx.db.insertInto('patient.patient').values(rows).execute();
  }
}
