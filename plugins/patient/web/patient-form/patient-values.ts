import { dayOf, parseDay, type Static } from '@nephra/plugin-sdk/contract';
import type { FileField, FileFields } from '../../contract/file-field.ts';
import { FILE_FIELDS, PLAN_FIELDS } from '../../contract/file-fields.ts';
import type { PatientCreate, PatientFile } from '../../contract/index.ts';
import { EMPTY_CONTENT, type FileContent, withLeftOut } from '../../domain/file/file-content.ts';

type Fixed<V> = V extends readonly (infer Item)[] ? readonly Item[] : V;
/** A value as the form holds it: a day in milliseconds. */
type Formed<F extends FileField> = F['facts']['kind'] extends 'day' ? number | null : Fixed<Static<F['written']>>;
type FileValues = { readonly [N in keyof typeof FILE_FIELDS]: Formed<(typeof FILE_FIELDS)[N]> };
type PlanValues = { readonly [N in keyof typeof PLAN_FIELDS as `dialysis.${N}`]: Formed<(typeof PLAN_FIELDS)[N]> };

/** A patient file as the form holds it, the plan flat. Names with a dot are those of the server's complaints. */
export interface PatientValues extends FileValues, PlanValues {}
type Loose = Readonly<Record<string, unknown>>;

const msOf = (day: unknown): number | null => (typeof day === 'string' ? parseDay(day) : null);
const textOf = (instant: unknown): string | null => (typeof instant === 'number' ? dayOf(instant) : null);

/** One value of each field, by its name in the form. */
function formed(fields: FileFields, prefix: string, of: (name: string, field: FileField) => unknown): Loose {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [prefix + name, of(name, field)]));
}

export const emptyValues = (): PatientValues => {
  const initial = (_name: string, { facts }: FileField) => facts.initial;
  return { ...formed(FILE_FIELDS, '', initial), ...formed(PLAN_FIELDS, 'dialysis.', initial) } as unknown as PatientValues; // what each field begins with
};

/** The values of a file; its numbers of identity are masked and stay so unless somebody types new ones. */
export function valuesOf({ dialysis, ...file }: PatientFile): PatientValues {
  const from =
    (values: Loose | null) =>
    (name: string, { facts }: FileField) => {
      const value = values === null ? facts.initial : (values[name] ?? facts.empty);
      return facts.kind === 'day' ? msOf(value) : value;
    };
  return { ...formed(FILE_FIELDS, '', from(file)), ...formed(PLAN_FIELDS, 'dialysis.', from(dialysis)) } as unknown as PatientValues; // as the file has them
}

/** Numbers that were masked and not touched: the server keeps what it has. */
export type MaskedNumbers = Pick<PatientFile, 'patientIdcard' | 'phone' | 'contactPhone'>;

/** A number that stands as it was shown was not typed. One that was withheld stands empty in the form: empty means untouched then. */
function typedNumber(typed: string, name: string, shown: MaskedNumbers | undefined): string | undefined {
  const masked = (shown as Loose | undefined)?.[name];
  if (shown !== undefined && masked === undefined) return typed === '' ? undefined : typed;
  return masked !== '' && typed === masked ? undefined : typed;
}

/** Values as they are sent. Semi's select hands out null for "nothing chosen". */
function sent(fields: FileFields, prefix: string, values: PatientValues, shown?: MaskedNumbers): Loose {
  return formed(fields, '', (name, { facts }) => {
    const value = (values as unknown as Loose)[prefix + name];
    if (facts.masked) return typedNumber(typeof value === 'string' ? value : '', name, shown);
    if (facts.kind === 'day') return textOf(value);
    return Array.isArray(value) ? [...value] : (value ?? facts.empty);
  });
}

/** What the form sends. @param masked as the file came, for an edit */
export function bodyOf(values: PatientValues, masked?: MaskedNumbers): PatientCreate {
  return {
    ...sent(FILE_FIELDS, '', values, masked),
    diagnosis: values.diagnosis.filter((entry) => entry.code.trim() !== '' || entry.name.trim() !== ''),
    ...(values.allergies.length > 0 ? { allergyState: '' } : {}),
    dialysis: values.patientType === 'dialysis' ? sent(PLAN_FIELDS, 'dialysis.', values) : null,
  } as PatientCreate; // each field in the form in which it is sent
}

/** For the rules: untouched masked numbers count as absent, the server checks them. */
export function contentOfValues(values: PatientValues, masked?: MaskedNumbers): FileContent {
  const { notDuplicateOf: _cleared, ...body } = bodyOf(values, masked);
  return withLeftOut(body, EMPTY_CONTENT);
}
