import type { CatalogueEntry, CreateBody, DetailInput, OverrideInput, PrescriptionDemo } from '../contract/index.ts';
import type { PatientDemo } from '../../patient/contract/index.ts';

/** Small made-up data for the tests of this plugin: two facilities, three patients, one catalogue. */
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

export const entry = (over: Partial<CatalogueEntry>): CatalogueEntry => ({
  drugId: 'drug-calcitriol',
  kind: 'drug',
  drugName: '骨化三醇软胶囊',
  drugSpec: '0.25µg×20粒',
  drugForm: '胶囊',
  drugType: '西药',
  drugCategory: '',
  medicalInsCode: '',
  dMin: 0.25,
  dMinUnit: 'µg',
  preparaUnit: '粒',
  stockUnit: '盒',
  stockDmin: 20,
  price: 38.5,
  rounding: 'total',
  splitAllowed: false,
  stockKept: true,
  drugDirectoryType: '乙',
  drugNumber: 'SIM-D-0001',
  approvalNumber: '',
  drugChangjia: '',
  limitUseSign: 0,
  limitUseScope: '',
  controlClass: '',
  coldChain: false,
  usualDose: 0.25,
  usualUsage: '1',
  usualInterval: 'qd',
  usualDays: 28,
  specimen: '',
  enableMark: 1,
  ingredients: [],
  allergyClasses: [],
  dailyDoseMin: 0,
  dailyDoseMax: 0,
  renalLevel: '',
  renalAdvice: '',
  pregnancyLevel: '',
  lactationLevel: '',
  pregnancyAdvice: '',
  supplyDays: 0,
  ageMin: 0,
  ageMax: 0,
  antibiotic: false,
  skinTest: false,
  pharmacy: '',
  ...over,
});

const counted = (over: Partial<CatalogueEntry>): CatalogueEntry =>
  entry({
    dMin: 0,
    dMinUnit: '',
    preparaUnit: '次',
    stockUnit: '次',
    stockDmin: 1,
    stockKept: false,
    usualDose: 1,
    usualUsage: '',
    usualInterval: 'st',
    usualDays: 1,
    ...over,
  });

export const catalogue: PrescriptionDemo = {
  catalogueOrgIds: ['org-gz', 'org-wh'],
  drugs: [
    entry({}),
    entry({
      drugId: 'drug-penicillin',
      drugName: '青霉素钠注射液',
      drugNumber: 'SIM-D-0002',
      dMin: 0.48,
      dMinUnit: 'g',
      preparaUnit: '支',
      stockUnit: '支',
      stockDmin: 1,
      price: 2.35,
      rounding: 'dose',
      usualUsage: '404',
    }),
    entry({
      drugId: 'drug-saline',
      drugName: '0.9%氯化钠注射液',
      drugNumber: 'SIM-D-0003',
      dMin: 100,
      dMinUnit: 'ml',
      preparaUnit: '袋',
      stockUnit: '袋',
      stockDmin: 1,
      price: 3.1234,
      rounding: 'dose',
      drugDirectoryType: '甲',
      usualUsage: '404',
    }),
    entry({ drugId: 'drug-off', drugName: '停用药', drugNumber: 'SIM-D-0009', enableMark: 0 }),
  ],
  materials: [
    counted({
      drugId: 'mat-dialyser',
      kind: 'material',
      drugName: '高通透析器',
      drugType: '耗材',
      drugNumber: 'SIM-M-0001',
      preparaUnit: '个',
      stockUnit: '个',
      price: 220,
      stockKept: true,
    }),
  ],
  items: [counted({ drugId: 'item-hd', kind: 'item', drugName: '血液透析', drugType: '治疗', drugNumber: 'SIM-I-0001', price: 400 })],
  labs: [counted({ drugId: 'lab-cbc', kind: 'item', drugName: '血常规', drugType: '化验', drugNumber: 'SIM-L-0001', price: 20, specimen: '全血' })],
  packages: [
    {
      packageId: 'pack-hd',
      packageName: '血液透析套餐',
      note: '',
      sortCode: 1,
      lines: [
        {
          drugId: 'item-hd',
          onceUsing: 1,
          onceUsingUnit: '次',
          drugUsage: '',
          drugInterval: 'st',
          drugDays: 1,
          drugNum: 1,
          drugNumUnit: '次',
          manualNum: false,
          isGroup: 0,
        },
        {
          drugId: 'mat-dialyser',
          onceUsing: 1,
          onceUsingUnit: '个',
          drugUsage: '',
          drugInterval: 'st',
          drugDays: 1,
          drugNum: 1,
          drugNumUnit: '个',
          manualNum: false,
          isGroup: 0,
        },
      ],
    },
  ],
  interactions: [{ id: 'ia-1', ingredientA: '骨化三醇', ingredientB: '地高辛', level: 'reason', note: '高钙血症时地高辛毒性增加' }],
  diagnoses: [
    { code: 'N18.501', name: '终末期肾病' },
    { code: 'I10.x00', name: '原发性高血压' },
  ],
  regulars: [],
  prescriptions: [],
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
