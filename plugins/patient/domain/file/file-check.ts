import { isMobile } from '@nephra/plugin-sdk/contract';
import { tidyAllergies } from '../allergies.ts';
import { isRealDay } from '../calendar-day.ts';
import { FILE_FIELDS, PLAN_FIELDS } from '../../contract/file-fields.ts';
import type { FileFields } from '../../contract/file-field.ts';
import { CONTENT_FIELDS, type ContentField, type FileContent } from './file-content.ts';
import { readIdCard } from '../id-card.ts';
import { tidyPregnancy } from '../pregnancy.ts';

/** What is wrong with one field. `key` is looked up as `errors.patient.<key>`. */
export interface Complaint {
  readonly field: ContentField;
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** Numbers of foreign passports, permits and the like. */
const OTHER_DOCUMENT = /^[A-Za-z0-9()（）/-]{4,30}$/;
const OUTPATIENT_CODE = /^[A-Za-z0-9-]{1,40}$/;
const EARLIEST = '1900-01-01';

/** The same with no blanks around its texts, but for those that are kept as they were typed. */
const trimmed = <T extends object>(fields: FileFields, values: T): T =>
  ({
    ...values,
    ...Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (fields[name]?.facts.trimmed && typeof value === 'string' ? [[name, value.trim()]] : [])),
    ),
  }) as T;

/** Brings what was typed into the form that is kept: no blanks around, ID card in 18 places with a capital X. */
export function tidyContent(content: FileContent, today: string): FileContent {
  const reading = content.psn_cert_type === '01' ? readIdCard(content.patientIdcard, today) : undefined;
  const isDialysis = content.patientType === 'dialysis';
  const birthday = content.birthday ?? (reading?.kind === 'ok' ? reading.birthday : null);
  const patientSex = content.patientSex === 0 && reading?.kind === 'ok' ? reading.sex : content.patientSex;
  return {
    ...trimmed(FILE_FIELDS, content),
    ...tidyPregnancy({ ...content, birthday, patientSex }, today),
    patientName: content.patientName.trim().replace(/\s+/g, ' '),
    patientIdcard: reading?.kind === 'ok' ? reading.number : content.patientIdcard.trim(),
    birthday,
    patientSex,
    ...tidyAllergies(content.allergies, content.allergyState),
    dialysis: isDialysis
      ? content.dialysis && { ...trimmed(PLAN_FIELDS, content.dialysis), weekdays: [...new Set(content.dialysis.weekdays)].sort((a, b) => a - b) }
      : null,
  };
}

function documentComplaint({ psn_cert_type, patientIdcard, birthday, patientSex }: FileContent, today: string): Complaint | undefined {
  if (patientIdcard === '') return undefined;
  if (psn_cert_type !== '01') return OTHER_DOCUMENT.test(patientIdcard) ? undefined : { field: 'patientIdcard', key: 'document-format' };
  const reading = readIdCard(patientIdcard, today);
  if (reading.kind === 'wrong') return { field: 'patientIdcard', key: `idcard-${reading.fault}` };
  if (birthday !== null && birthday !== reading.birthday) return { field: 'birthday', key: 'idcard-birthday', params: { birthday: reading.birthday } };
  // "Confidential" is a wish of the person and contradicts nothing.
  const contradicts = (patientSex === 1 || patientSex === 2) && patientSex !== reading.sex;
  return contradicts ? { field: 'patientSex', key: reading.sex === 1 ? 'idcard-male' : 'idcard-female' } : undefined;
}

function dayComplaint(field: ContentField, day: string | null, today: string): Complaint | undefined {
  if (day === null) return undefined;
  if (!isRealDay(day) || day < EARLIEST) return { field, key: 'bad-day', params: { day } };
  return day > today ? { field, key: 'future-day', params: { day } } : undefined;
}

const phoneComplaint = (field: 'phone' | 'contactPhone', phone: string): Complaint | undefined =>
  phone === '' || isMobile(phone) ? undefined : { field, key: 'phone' };

function planComplaints({ patientType, dialysis, birthday }: FileContent, today: string): (Complaint | undefined)[] {
  if (patientType !== 'dialysis') return [];
  if (dialysis === null) return [{ field: 'dialysis.mode', key: 'plan-missing' }];
  const { mode, bed, classId, firstDate, dryWeight } = dialysis;
  return [
    mode.trim() === '' ? { field: 'dialysis.mode', key: 'plan-missing' } : undefined,
    bed !== '' && classId === '' ? { field: 'dialysis.classId', key: 'bed-without-shift' } : undefined,
    dayComplaint('dialysis.firstDate', firstDate, today),
    firstDate !== null && birthday !== null && firstDate < birthday ? { field: 'dialysis.firstDate', key: 'before-birth' } : undefined,
    dryWeight !== null && (dryWeight < 10 || dryWeight > 300) ? { field: 'dialysis.dryWeight', key: 'dry-weight' } : undefined,
  ];
}

/** Days of which a rule of its own says more than that there is such a day. */
const DAYS_WITH_RULES: readonly string[] = ['birthday', 'infectionCheckedOn', 'pregnancyOn'];

function otherDays(content: FileContent, today: string): (Complaint | undefined)[] {
  const days = CONTENT_FIELDS.filter((name) => FILE_FIELDS[name].facts.kind === 'day' && !DAYS_WITH_RULES.includes(name));
  return days.map((name) => dayComplaint(name, content[name] as string | null, today));
}

/**
 * Everything that is wrong with a file, at most one complaint per rule, in the order of the form. Empty means that it may be kept.
 * @param today `YYYY-MM-DD`
 */
export function checkContent(content: FileContent, today: string): Complaint[] {
  const { infectedHistory, medInsMark, reimWay } = content;
  return [
    content.patientName === '' ? ({ field: 'patientName', key: 'name-missing' } as const) : undefined,
    documentComplaint(content, today),
    dayComplaint('birthday', content.birthday, today),
    phoneComplaint('phone', content.phone),
    phoneComplaint('contactPhone', content.contactPhone),
    content.outpatientCode === '' || OUTPATIENT_CODE.test(content.outpatientCode)
      ? undefined
      : ({ field: 'outpatientCode', key: 'outpatient-format' } as const),
    reimWay !== '0' && medInsMark === '0' ? ({ field: 'medInsMark', key: 'insurance-mark' } as const) : undefined,
    infectedHistory.includes('NEG') && infectedHistory.length > 1 ? ({ field: 'infectedHistory', key: 'infection-mixed' } as const) : undefined,
    dayComplaint('infectionCheckedOn', content.infectionCheckedOn, today),
    (content.pregnancyState === 'pregnant' || content.pregnancyState === 'lactating') && content.pregnancyOn === null
      ? ({ field: 'pregnancyOn', key: 'pregnancy-day' } as const)
      : dayComplaint('pregnancyOn', content.pregnancyOn, today),
    ...otherDays(content, today),
    ...planComplaints(content, today),
  ].filter((complaint): complaint is Complaint => complaint !== undefined);
}
