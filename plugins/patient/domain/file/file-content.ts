import type { PatientCreate } from '../../contract/index.ts';

/** All of a patient file that people write, as the wire names it; numbers in full. */
export type FileContent = Required<Omit<PatientCreate, 'notDuplicateOf'>>;

/** Names of a change: those of the file, the dialysis plan one by one. */
export type ContentField = keyof Omit<FileContent, 'dialysis'> | `dialysis.${keyof NonNullable<FileContent['dialysis']>}`;

type Plan = NonNullable<FileContent['dialysis']>;

const PLAN_FIELDS = ['dialysisNo', 'mode', 'weekdays', 'classId', 'bed', 'firstDate', 'dryWeight', 'access'] as const satisfies readonly (keyof Plan)[];

export const CONTENT_FIELDS = [
  'patientName',
  'patientSex',
  'birthday',
  'psn_cert_type',
  'patientIdcard',
  'phone',
  'address',
  'contactName',
  'contactPhone',
  'outpatientCode',
  'patientType',
  'reimWay',
  'medInsMark',
  'psn_no',
  'insuplc_admdvs',
  'infectedHistory',
  'infectionCheckedOn',
  'visit',
  'diagnosis',
  'allergies',
  'allergyState',
  'pregnancyState',
  'pregnancyOn',
  'note',
] as const satisfies readonly (keyof FileContent)[];

/** The file as a flat table of fields. */
export function fieldsOf(content: FileContent): ReadonlyMap<ContentField, unknown> {
  const fields = new Map<ContentField, unknown>(CONTENT_FIELDS.map((name) => [name, content[name]]));
  for (const name of PLAN_FIELDS) fields.set(`dialysis.${name}`, content.dialysis?.[name] ?? null);
  return fields;
}

/** Null, blank and empty lists say the same: nothing is known. */
export const isUnset = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const sameValue = (one: unknown, other: unknown): boolean => (isUnset(one) && isUnset(other)) || JSON.stringify(one) === JSON.stringify(other);

export interface ContentChange {
  readonly field: ContentField;
  readonly before: unknown;
  readonly after: unknown;
}

/** Fields in which two states of a file differ, in the order of the file. */
export function changesBetween(before: FileContent, after: FileContent): ContentChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...now].flatMap(([field, value]) => (sameValue(old.get(field), value) ? [] : [{ field, before: old.get(field) ?? null, after: value ?? null }]));
}

/** Every field that says something, for the first entry of a file's history. */
export const firstChanges = (content: FileContent): ContentChange[] =>
  [...fieldsOf(content)].flatMap(([field, value]) => (isUnset(value) ? [] : [{ field, before: null, after: value }]));
