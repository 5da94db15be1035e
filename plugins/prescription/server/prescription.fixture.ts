import type { CreateBody, DetailInput, OverrideInput } from '../contract/index.ts';
import type { PatientDemo } from '../../patient/contract/index.ts';

/** Small made-up data for the tests of this plugin: two facilities, three patients. */
type DemoPatient = PatientDemo['patients'][number];

const patient = (over: Partial<DemoPatient>): DemoPatient => ({
  patientId: 'pat-1',
  orgId: 'org-gz',
  patientName: '重庆测',
  patientSex: 1,
  birthday: '1960-03-03',
  patientIdcard: '990101196003030018',
  phone: '13800000001',
  address: '',
  contactName: '',
  contactPhone: '13900000001',
  outpatientCode: 'MZ0001',
  patientType: 'dialysis',
  reimWay: '310',
  medInsMark: '1',
  psn_no: 'PSN1',
  insuplc_admdvs: '440100',
  infectedHistory: ['HBV'],
  visit: 'V-1',
  diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
  allergies: ['青霉素'],
  dialysis: {
    dialysisNo: 'D001',
    mode: 'HD',
    weekdays: [1, 3, 5],
    classId: 'class-gz-morning',
    bed: 'A01',
    firstDate: '2020-01-01',
    dryWeight: 62.5,
    access: '',
  },
  ...over,
});

export const patients: PatientDemo = {
  classes: [{ id: 'class-gz-morning', orgId: 'org-gz', fullName: '上午班', startTime: '07:30', endTime: '11:30', sortCode: 1 }],
  patients: [
    patient({}),
    patient({
      patientId: 'pat-2',
      patientName: '王小明',
      outpatientCode: 'MZ0002',
      patientType: 'non-dialysis',
      reimWay: '0',
      medInsMark: '0',
      psn_no: '',
      dialysis: null,
      infectedHistory: ['NEG'],
    }),
    patient({ patientId: 'pat-wh', orgId: 'org-wh', patientName: '武汉人', outpatientCode: 'MZ0001' }),
  ],
};

export const line = (over: Partial<DetailInput> = {}): DetailInput => ({
  kind: 'drug',
  drugId: 'drug-calcitriol',
  onceUsing: 0.5,
  onceUsingUnit: 'µg',
  drugUsage: '1',
  drugInterval: 'qd',
  drugDays: 28,
  drugNum: 0,
  drugNumUnit: '盒',
  manualNum: false,
  isGroup: 0,
  approvalMark: 0,
  ...over,
});

export const once = (kind: DetailInput['kind'], drugId: string, unit: string, over: Partial<DetailInput> = {}): DetailInput =>
  line({ kind, drugId, onceUsing: 1, onceUsingUnit: unit, drugUsage: '', drugInterval: 'st', drugDays: 1, drugNumUnit: unit, ...over });

/** 2026-03-02 10:00 in Asia/Shanghai, a Monday. */
export const MONDAY = Date.parse('2026-03-02T02:00:00Z');

export const body = (over: Partial<CreateBody> = {}): CreateBody => ({
  patientId: 'pat-1',
  dpType: 14,
  dpDate: MONDAY,
  reimWay: '310',
  visit: 'V-1',
  diagnosis: [{ code: 'N18.501', name: '终末期肾病' }],
  infectedHistory: ['HBV'],
  prescriptionDetailList: [line(), once('material', 'mat-dialyser', '个'), once('item', 'item-hd', '次'), once('item', 'lab-cbc', '次')],
  ...over,
});

/** Why a session or a dialyser is prescribed again on a day, for tests that write several prescriptions of one patient; `before` are those there are. */
export const againToday = (before: readonly string[]): OverrideInput[] =>
  before
    .slice(-40)
    .flatMap((dpId) =>
      ['session-other:session:item-hd', 'dialyser-other:dialyser:mat-dialyser'].map((key) => ({ key: `${key}:${dpId}`, reason: '当日补做一次治疗' })),
    );
