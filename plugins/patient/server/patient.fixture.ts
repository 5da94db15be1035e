import { EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import type { PatientDemo } from '../contract/index.ts';

type DemoPatient = PatientDemo['patients'][number];
/** A patient of the demo data. */
export const patient = (patientId: string, patientName: string, over: Partial<DemoPatient> = {}): DemoPatient => ({
  patientId,
  orgId: 'org-gz',
  patientName,
  patientSex: 2,
  birthday: '1960-03-03',
  patientIdcard: '990101196003030018',
  phone: '13800000001',
  address: '<b>address</b>',
  contactName: '',
  contactPhone: '13900000001',
  outpatientCode: `MZ-${patientId}`,
  patientType: 'dialysis',
  reimWay: '310',
  medInsMark: '1',
  psn_no: `PSN-${patientId}`,
  insuplc_admdvs: '440100',
  infectedHistory: ['HBV'],
  visit: '',
  diagnosis: [],
  allergies: ['青霉素'],
  dialysis: { dialysisNo: 'D001', mode: 'HD', weekdays: [1, 3, 5], classId: 'morning', bed: 'A01', firstDate: '2020-01-01', dryWeight: 62.5, access: '' },
  ...over,
});

/** Two facilities, four patients. */
export const data: PatientDemo = {
  classes: [
    { id: 'morning', orgId: 'org-gz', fullName: '上午班', startTime: '07:30', endTime: '11:30', sortCode: 1 },
    { id: 'evening', orgId: 'org-gz', fullName: '晚班', startTime: '17:30', endTime: '21:30', sortCode: 2 },
    { id: 'wh', orgId: 'org-wh', fullName: '上午班', startTime: '07:30', endTime: '11:30', sortCode: 1 },
  ],
  patients: [
    patient('1', '赵一'),
    patient('2', '钱二', {
      birthday: '1990-01-01',
      patientType: 'non-dialysis',
      dialysis: null,
      reimWay: '0',
      medInsMark: '0',
      psn_no: '',
      infectedHistory: [],
    }),
    patient('3', '孙三', { infectedHistory: ['HCV', 'TP'] }),
    patient('wh', '李四', { orgId: 'org-wh' }),
  ],
};

/** What the caller reads; `allowed` when nothing was refused. */
export async function refusal(act: Promise<unknown>): Promise<{ key: string; code: number }> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return { key: error.key, code: error.code };
    throw error;
  }
  return { key: 'allowed', code: EnvelopeCode.Ok };
}

/** The refusal with the field and the names that its sentence carries. */
export async function sentence(act: Promise<unknown>): Promise<{ key: string; field?: string; params: object }> {
  try {
    await act;
  } catch (error) {
    if (isAppError(error)) return { key: error.key, field: error.fields[0]?.path, params: error.params };
    throw error;
  }
  return { key: 'allowed', params: {} };
}
