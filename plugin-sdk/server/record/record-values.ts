import { AppError, canonicalJson, EnvelopeCode, isEmptyValue, type Language, type TextByLanguage } from '../../contract/index.ts';
import {
  calculatedComplaint,
  complaintText,
  type FieldComplaint,
  initialOf,
  numberComplaint,
  type RecordField,
  settleValues,
} from '../../contract/record/index.ts';
import { cleanRichText, isEmptyRichText, richTextLength } from '../../contract/rich-text/rich-text.ts';

type Wire = Readonly<Record<string, unknown>>;

/** Values of several members are compared by what they hold. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b));

/** A given value as it is kept: spaces around a line do not count, and of a rich text stays what the editor can make. */
export function kept({ kind, of, narrow }: RecordField, given: unknown): unknown {
  if (given === null && of.blank === '') return '';
  if (of.trimmed && typeof given === 'string') return (narrow ? given.normalize('NFKC') : given).trim();
  if (kind !== 'richText' || given === null) return given;
  const clean = cleanRichText(given);
  return isEmptyRichText(clean) ? null : clean;
}

const FIXED: TextByLanguage = { zh: '保存后不能修改', zhtw: '儲存後不能修改', en: 'cannot be changed any more' };
const empty = (value: unknown): boolean => isEmptyValue(value) || (Array.isArray(value) && value.length === 0);

export function complaintAbout(field: RecordField, value: unknown, { stored, required, language }: Judged): FieldComplaint | undefined {
  const { of, label, kind, max = 0 } = field;
  if (field.value) return calculatedComplaint(field, value);
  if (field.numbered) {
    const complaint = numberComplaint(field, value, stored, language);
    if (complaint || value === '') return complaint;
  }
  if (field.fixed && stored !== undefined) return { said: FIXED };
  if (required && empty(value)) return { key: 'required', params: { label: label[language] } };
  if (kind === 'richText' && value !== null && richTextLength(cleanRichText(value)) > max) return { key: 'maxLength', params: { max } };
  return of.complaint?.(value, field, stored);
}

interface Judged {
  /** What stands there; undefined: the row is new. */
  readonly stored: unknown;
  readonly required: boolean;
  readonly language: Language;
}

export interface CompleteValues {
  readonly values: Wire;
  /** The first value that is wrong: its field, and the key of the complaint; `''` for a sentence of its own. */
  readonly complaint: readonly [field: string, key: string] | undefined;
  /** `core.invalid` that names all wrong fields in the caller's language. */
  readonly refusal: AppError | undefined;
}

/**
 * Complete values of a row: what the caller sends, what it leaves out as it stands, and for a new row as the description says; then what conditions and
 * calculations make of them.
 * @param stored values of the row as they stand on the wire; undefined for a new one
 */
export function completeValues(all: readonly RecordField[], body: Wire, stored: Wire | undefined, language: Language): CompleteValues {
  // Lines are completed with those that stand there, each by its id.
  const fields = all.filter(({ cells }) => !cells);
  const given: Record<string, unknown> = {};
  const refused: { path: string; msg: string }[] = [];
  let first: CompleteValues['complaint'];
  for (const field of fields) {
    const sent = field.of.derived ? undefined : body[field.name];
    given[field.name] = sent === undefined ? (stored ? stored[field.name] : initialOf(field)) : kept(field, sent);
  }
  const { values, stateOf } = settleValues(fields, given, stored);
  const before = stored && settleValues(fields, stored, stored);
  for (const field of fields) {
    const { name } = field;
    const { shown, required } = stateOf(field);
    // What stands there was allowed once; only what changes is held to the rules of now. A field that must have a value from now on is such a change.
    const stays = stored !== undefined && sameValue(values[name], stored[name]) && !(required && !before?.stateOf(field).required);
    if (!shown || stays) continue;
    const complaint = complaintAbout(field, values[name], { stored: stored?.[name], required, language });
    if (!complaint) continue;
    first ??= [name, 'key' in complaint ? complaint.key : ''];
    refused.push({ path: name, msg: complaintText(complaint, language) });
  }
  return { values, complaint: first, refusal: refused.length > 0 ? new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: refused }) : undefined };
}
