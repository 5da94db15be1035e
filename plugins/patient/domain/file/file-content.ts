import type { FieldFacts, FieldGroup, FileField } from '../../contract/file-field.ts';
import { FILE_FIELDS, PLAN_FIELDS } from '../../contract/file-fields.ts';
import type { PatientCreate } from '../../contract/index.ts';

/** What a caller sends of a file; fields that may be left out are missing where they were. */
export type SentContent = Omit<PatientCreate, 'notDuplicateOf'>;
/** All of a patient file that people write, as the wire names it; numbers in full. */
export type FileContent = Required<SentContent>;
type Plan = NonNullable<FileContent['dialysis']>;

export type FileName = keyof typeof FILE_FIELDS;
export type PlanName = keyof typeof PLAN_FIELDS;
/** Names of a change: those of the file, the dialysis plan one by one. */
export type ContentField = FileName | `dialysis.${PlanName}`;

/** Names in the order of histories. */
export const CONTENT_FIELDS = Object.keys(FILE_FIELDS) as readonly FileName[];
export const PLAN_NAMES = Object.keys(PLAN_FIELDS) as readonly PlanName[];

/** What the description says of a field, by the name of a change; undefined for one that only another version knows. */
export function factsIfKnown(field: string): FieldFacts | undefined {
  const fields: Readonly<Record<string, FileField>> = field.startsWith('dialysis.') ? PLAN_FIELDS : FILE_FIELDS;
  const name = field.replace(/^dialysis\./, '');
  return Object.hasOwn(fields, name) ? fields[name]?.facts : undefined;
}

export function factsAt(field: ContentField): FieldFacts {
  const facts = factsIfKnown(field);
  if (!facts) throw new TypeError(`${field} is no field of a patient file`);
  return facts;
}

/** Fields of plain kinds in a part of form and drawer that nobody gave a place there, in their order. @param placed names that have one */
export function unplacedFields(group: FieldGroup, placed: readonly string[]): ContentField[] {
  const all: readonly ContentField[] = [...CONTENT_FIELDS, ...PLAN_NAMES.map((name) => `dialysis.${name}` as const)];
  return all.filter((field) => factsAt(field).group === group && factsAt(field).kind !== 'other' && !placed.includes(field));
}

const emptiesOf = (fields: Readonly<Record<string, FileField>>) => Object.fromEntries(Object.entries(fields).map(([name, { facts }]) => [name, facts.empty]));

/** A file of which nobody has said anything, and a plan. */
export const EMPTY_CONTENT = { ...emptiesOf(FILE_FIELDS), dialysis: null } as unknown as FileContent; // each value is that of its field
export const EMPTY_PLAN = emptiesOf(PLAN_FIELDS) as unknown as Plan;

/** What was sent, with fields that were left out as they are in another content: that of the file before, or an empty one. */
export function withLeftOut(sent: SentContent, instead: FileContent): FileContent {
  const values: Readonly<Record<string, unknown>> = sent;
  const leftOut = CONTENT_FIELDS.filter((name) => FILE_FIELDS[name].facts.optional && values[name] === undefined);
  return { ...sent, ...Object.fromEntries(leftOut.map((name) => [name, instead[name]])) } as FileContent; // what may be missing is there now
}

/** The file as a flat table of fields. */
export function fieldsOf(content: FileContent): ReadonlyMap<ContentField, unknown> {
  const fields = new Map<ContentField, unknown>(CONTENT_FIELDS.map((name) => [name, content[name]]));
  for (const name of PLAN_NAMES) fields.set(`dialysis.${name}`, content.dialysis?.[name] ?? null);
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
