import { mergedAllergies } from '../allergies.ts';
import { type ContentField, CONTENT_FIELDS, type FileContent, fieldsOf, isUnset } from './file-content.ts';
import { mergedPregnancy } from '../pregnancy.ts';
import type { InfectionMark } from '../../contract/index.ts';

/** What decides whether two files may become one. */
export interface MergeParty {
  readonly id: string;
  readonly orgId: string;
  readonly enabled: boolean;
  readonly mergedInto: string | null;
  readonly content: FileContent;
}

/** Why two files cannot be merged: key of the sentence; undefined when they can. */
export function mergeObstacle(left: MergeParty, going: MergeParty): string | undefined {
  if (left.id === going.id) return 'patient.merge-itself';
  if (left.orgId !== going.orgId) return 'patient.merge-facility';
  if (left.mergedInto !== null || going.mergedInto !== null) return 'patient.merge-merged';
  if (!left.enabled) return 'patient.merge-disabled';
  const [one, other] = [left.content, going.content];
  const bothCards = one.psn_cert_type === '01' && other.psn_cert_type === '01' && one.patientIdcard !== '' && other.patientIdcard !== '';
  return bothCards && one.patientIdcard !== other.patientIdcard ? 'patient.merge-cards' : undefined;
}

const union = <T>(one: readonly T[], other: readonly T[]): T[] => [...new Set([...one, ...other])];

/** A positive mark of either file outweighs "negative" and "pending" of the other. */
function mergedMarks(left: readonly InfectionMark[], going: readonly InfectionMark[]): InfectionMark[] {
  const marks = union(left, going);
  const positive = marks.filter((mark) => mark !== 'NEG' && mark !== 'PEND');
  if (positive.length > 0) return marks.filter((mark) => mark !== 'NEG');
  return marks.includes('PEND') ? ['PEND'] : marks;
}

/** Street and house say nothing without their district. */
const ADDRESS: readonly (keyof FileContent)[] = ['addressArea', 'address'];
/** Kept in step: a number makes no sense under the other file's kind of document. */
const DOCUMENT: readonly (keyof FileContent)[] = ['psn_cert_type', 'patientIdcard'];
const INSURANCE: readonly (keyof FileContent)[] = ['reimWay', 'medInsMark', 'psn_no', 'insuplc_admdvs'];

/**
 * The file that is left: what it says stays; what it does not say comes from the file that goes. Allergies, infections and diagnoses of
 * both stand in it. Address, identity document and insurance are taken as a whole, never mixed.
 */
export function mergedContent(left: FileContent, going: FileContent): FileContent {
  const take: Partial<Record<keyof FileContent, unknown>> = {};
  for (const field of CONTENT_FIELDS) if (isUnset(left[field]) || (field === 'patientSex' && left.patientSex === 0)) take[field] = going[field];
  const addresses = ADDRESS.every((field) => isUnset(left[field])) ? going : left;
  for (const field of ADDRESS) take[field] = addresses[field];
  const documents = left.patientIdcard === '' ? going : left;
  for (const field of DOCUMENT) take[field] = documents[field];
  const insurances = left.psn_no === '' && going.psn_no !== '' ? going : left;
  for (const field of INSURANCE) take[field] = insurances[field];
  const codes = new Set(left.diagnosis.map((entry) => entry.code));
  const isDialysis = left.patientType === 'dialysis' || going.patientType === 'dialysis';
  const checks = [left.infectionCheckedOn, going.infectionCheckedOn].filter((day) => day !== null).sort();
  return {
    ...left,
    ...(take as Partial<FileContent>), // each value was read from a file under the same name
    patientType: isDialysis ? 'dialysis' : 'non-dialysis',
    dialysis: left.dialysis ?? going.dialysis,
    ...mergedAllergies(left, going),
    infectedHistory: mergedMarks(left.infectedHistory, going.infectedHistory),
    infectionCheckedOn: checks.at(-1) ?? null,
    ...mergedPregnancy(left, going),
    diagnosis: [...left.diagnosis, ...going.diagnosis.filter((entry) => !codes.has(entry.code))],
    note: left.note !== '' && going.note !== '' && left.note !== going.note ? `${left.note}\n${going.note}`.slice(0, 500) : left.note || going.note,
  };
}

export interface MergedField {
  readonly field: ContentField;
  readonly left: unknown;
  readonly going: unknown;
  readonly result: unknown;
}

/** Fields in which the two files differ, with what will stand in the file that is left. */
export function mergeFields(left: FileContent, going: FileContent): MergedField[] {
  const [one, other, result] = [fieldsOf(left), fieldsOf(going), fieldsOf(mergedContent(left, going))];
  return [...one].flatMap(([field, value]) => {
    const theirs = other.get(field);
    const same = JSON.stringify(value) === JSON.stringify(theirs) || (isUnset(value) && isUnset(theirs));
    return same ? [] : [{ field, left: value ?? null, going: theirs ?? null, result: result.get(field) ?? null }];
  });
}
