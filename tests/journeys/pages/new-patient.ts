import { type Caller, dataAs } from './caller.ts';

export interface NewPatient {
  readonly patientId: string;
  readonly outpatientCode: string;
  readonly version: number;
}

/** What a form sends for a patient who pays alone and comes for a visit, not for dialysis. */
export const patientContent = (patientName: string, more: Readonly<Record<string, unknown>> = {}) => ({
  patientName,
  patientSex: 1,
  birthday: '1961-04-05',
  psn_cert_type: '01',
  patientIdcard: '',
  phone: '',
  address: '',
  contactName: '',
  contactPhone: '',
  outpatientCode: '',
  patientType: 'non-dialysis',
  reimWay: '0',
  medInsMark: '0',
  psn_no: '',
  insuplc_admdvs: '',
  infectedHistory: [],
  infectionCheckedOn: null,
  visit: '',
  diagnosis: [],
  allergies: [],
  dialysis: null,
  note: '',
  ...more,
});

/** Opens a file beside the page, so that a journey has a patient whom no other one touches. */
export const newPatient = (desk: Caller, patientName: string, more: Readonly<Record<string, unknown>> = {}): Promise<NewPatient> =>
  dataAs<NewPatient>(desk, 'POST', '/api/his/patient', patientContent(patientName, more));
