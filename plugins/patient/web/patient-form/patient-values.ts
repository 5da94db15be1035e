import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import type {
  AllergyState,
  CertType,
  DiagnosisEntry,
  InfectionMark,
  MedInsMark,
  PatientCreate,
  PatientFile,
  PatientSex,
  PatientType,
  PregnancyState,
} from '../../contract/index.ts';
import type { FileContent } from '../../domain/file/file-content.ts';

/** A patient file as the form holds it: days in milliseconds, the plan flat. Names with a dot are those of the server's complaints. */
export interface PatientValues {
  readonly patientName: string;
  readonly patientSex: PatientSex;
  readonly birthday: number | null;
  readonly psn_cert_type: CertType;
  readonly patientIdcard: string;
  readonly phone: string;
  readonly address: string;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly outpatientCode: string;
  readonly patientType: PatientType;
  readonly reimWay: string;
  readonly medInsMark: MedInsMark;
  readonly psn_no: string;
  readonly insuplc_admdvs: string;
  readonly infectedHistory: readonly InfectionMark[];
  readonly infectionCheckedOn: number | null;
  readonly visit: string;
  readonly diagnosis: readonly DiagnosisEntry[];
  readonly allergies: readonly string[];
  readonly allergyState: AllergyState;
  readonly pregnancyState: PregnancyState;
  readonly pregnancyOn: number | null;
  readonly note: string;
  readonly 'dialysis.dialysisNo': string;
  readonly 'dialysis.mode': string;
  readonly 'dialysis.weekdays': readonly number[];
  readonly 'dialysis.classId': string;
  readonly 'dialysis.bed': string;
  readonly 'dialysis.firstDate': number | null;
  readonly 'dialysis.dryWeight': number | null;
  readonly 'dialysis.access': string;
}

const msOf = (day: string | null): number | null => (day === null ? null : parseDay(day));
const textOf = (instant: number | null): string | null => (instant === null ? null : dayOf(instant));

export const emptyValues = (): PatientValues => ({
  patientName: '',
  patientSex: 0,
  birthday: null,
  psn_cert_type: '01',
  patientIdcard: '',
  phone: '',
  address: '',
  contactName: '',
  contactPhone: '',
  outpatientCode: '',
  patientType: 'dialysis',
  reimWay: '310',
  medInsMark: '1',
  psn_no: '',
  insuplc_admdvs: '',
  infectedHistory: [],
  infectionCheckedOn: null,
  visit: '',
  diagnosis: [],
  allergies: [],
  allergyState: '',
  pregnancyState: '',
  pregnancyOn: null,
  note: '',
  'dialysis.dialysisNo': '',
  'dialysis.mode': 'HD',
  'dialysis.weekdays': [],
  'dialysis.classId': '',
  'dialysis.bed': '',
  'dialysis.firstDate': null,
  'dialysis.dryWeight': null,
  'dialysis.access': '',
});

/** The values of a file; its numbers of identity are masked and stay so unless somebody types new ones. */
export function valuesOf({ dialysis, ...file }: PatientFile): PatientValues {
  const empty = emptyValues();
  return {
    patientName: file.patientName,
    patientSex: file.patientSex,
    birthday: msOf(file.birthday),
    psn_cert_type: file.psn_cert_type,
    patientIdcard: file.patientIdcard,
    phone: file.phone ?? '',
    address: file.address,
    contactName: file.contactName,
    contactPhone: file.contactPhone ?? '',
    outpatientCode: file.outpatientCode,
    patientType: file.patientType,
    reimWay: file.reimWay,
    medInsMark: file.medInsMark,
    psn_no: file.psn_no,
    insuplc_admdvs: file.insuplc_admdvs,
    infectedHistory: file.infectedHistory,
    infectionCheckedOn: msOf(file.infectionCheckedOn),
    visit: file.visit,
    diagnosis: file.diagnosis,
    allergies: file.allergies,
    allergyState: file.allergyState,
    pregnancyState: file.pregnancyState,
    pregnancyOn: msOf(file.pregnancyOn),
    note: file.note,
    'dialysis.dialysisNo': dialysis?.dialysisNo ?? '',
    'dialysis.mode': dialysis?.mode ?? empty['dialysis.mode'],
    'dialysis.weekdays': dialysis?.weekdays ?? [],
    'dialysis.classId': dialysis?.classId ?? '',
    'dialysis.bed': dialysis?.bed ?? '',
    'dialysis.firstDate': msOf(dialysis?.firstDate ?? null),
    'dialysis.dryWeight': dialysis?.dryWeight ?? null,
    'dialysis.access': dialysis?.access ?? '',
  };
}

/** Numbers that were masked and not touched: the server keeps what it has. */
export type MaskedNumbers = Pick<PatientFile, 'patientIdcard' | 'phone' | 'contactPhone'>;

const touched = (typed: string, masked: string | undefined): string | undefined =>
  masked !== undefined && masked !== '' && typed === masked ? undefined : typed;

const withheld = (masked: MaskedNumbers | undefined, number: 'phone' | 'contactPhone'): boolean => masked !== undefined && masked[number] === undefined;

/** What the form sends. @param masked as the file came, for an edit */
export function bodyOf(values: PatientValues, masked?: MaskedNumbers): PatientCreate {
  const isDialysis = values.patientType === 'dialysis';
  return {
    patientName: values.patientName,
    patientSex: values.patientSex,
    birthday: textOf(values.birthday),
    psn_cert_type: values.psn_cert_type,
    patientIdcard: touched(values.patientIdcard, masked?.patientIdcard),
    // A number that was withheld stands empty in the form: empty means untouched then.
    phone: withheld(masked, 'phone') && values.phone === '' ? undefined : touched(values.phone, masked?.phone),
    contactPhone: withheld(masked, 'contactPhone') && values.contactPhone === '' ? undefined : touched(values.contactPhone, masked?.contactPhone),
    address: values.address,
    contactName: values.contactName,
    outpatientCode: values.outpatientCode,
    patientType: values.patientType,
    reimWay: values.reimWay,
    medInsMark: values.medInsMark,
    psn_no: values.psn_no,
    insuplc_admdvs: values.insuplc_admdvs,
    // Semi's select hands out null for "nothing chosen".
    infectedHistory: [...(values.infectedHistory ?? [])],
    infectionCheckedOn: textOf(values.infectionCheckedOn),
    visit: values.visit,
    diagnosis: values.diagnosis.filter((entry) => entry.code.trim() !== '' || entry.name.trim() !== ''),
    allergies: [...values.allergies],
    allergyState: values.allergies.length > 0 ? '' : (values.allergyState ?? ''),
    pregnancyState: values.pregnancyState ?? '',
    pregnancyOn: textOf(values.pregnancyOn),
    note: values.note,
    dialysis: isDialysis
      ? {
          dialysisNo: values['dialysis.dialysisNo'],
          mode: values['dialysis.mode'] ?? '',
          weekdays: [...values['dialysis.weekdays']],
          classId: values['dialysis.classId'] ?? '',
          bed: values['dialysis.bed'],
          firstDate: textOf(values['dialysis.firstDate']),
          dryWeight: values['dialysis.dryWeight'],
          access: values['dialysis.access'],
        }
      : null,
  };
}

/** For the rules: untouched masked numbers count as absent, the server checks them. */
export function contentOfValues(values: PatientValues, masked?: MaskedNumbers): FileContent {
  const {
    patientIdcard = '',
    phone = '',
    contactPhone = '',
    allergyState = '',
    pregnancyState = '',
    pregnancyOn = null,
    notDuplicateOf: _cleared,
    ...body
  } = bodyOf(values, masked);
  return { ...body, patientIdcard, phone, contactPhone, allergyState, pregnancyState, pregnancyOn };
}
