import { AppError, canonicalJson, EnvelopeCode, isEmptyValue, type Language } from '../../contract/index.ts';
import { complaintText, type FieldComplaint, numberComplaint, type RecordField } from '../../contract/record/index.ts';
import { cleanRichText, isEmptyRichText, richTextLength } from '../../contract/rich-text/rich-text.ts';

type Wire = Readonly<Record<string, unknown>>;

/** Values of several members are compared by what they hold. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b));

/** Value of a field where a new row gets none. */
const initialOf = ({ initial, of }: RecordField): unknown => initial ?? of.empty;

/** A given value as it is kept: spaces around a line do not count, and of a rich text stays what the editor can make. */
function kept({ kind, of }: RecordField, given: unknown): unknown {
  if (of.trimmed && typeof given === 'string') return given.trim();
  if (kind !== 'richText' || given === null) return given;
  const clean = cleanRichText(given);
  return isEmptyRichText(clean) ? null : clean;
}

const empty = (value: unknown): boolean => isEmptyValue(value) || (Array.isArray(value) && value.length === 0);

function complaintAbout(field: RecordField, value: unknown, stored: unknown, language: Language): FieldComplaint | undefined {
  const { of, required, label, kind, max = 0 } = field;
  if (field.numbered) {
    const complaint = numberComplaint(field, value, stored, language);
    if (complaint || value === '') return complaint;
  }
  if (required && empty(value)) return { key: 'required', params: { label: label[language] } };
  if (kind === 'richText' && value !== null && richTextLength(cleanRichText(value)) > max) return { key: 'maxLength', params: { max } };
  return of.complaint?.(value, field, stored);
}

export interface CompleteValues {
  readonly values: Wire;
  /** `core.invalid` that names all wrong fields in the caller's language. */
  readonly refusal: AppError | undefined;
}

/**
 * Complete values of a row: what the caller sends, what it leaves out as it stands, and for a new row as the description says.
 * @param stored values of the row as they stand on the wire; undefined for a new one
 */
export function completeValues(fields: readonly RecordField[], body: Wire, stored: Wire | undefined, language: Language): CompleteValues {
  const values: Record<string, unknown> = {};
  const refused: { path: string; msg: string }[] = [];
  for (const field of fields) {
    const { name } = field;
    const given = body[name];
    const value = given === undefined ? (stored ? stored[name] : initialOf(field)) : kept(field, given);
    values[name] = value;
    // What stands there was allowed once; only what changes is held to the rules of now.
    if (stored && sameValue(value, stored[name])) continue;
    const complaint = complaintAbout(field, value, stored?.[name], language);
    if (complaint) refused.push({ path: name, msg: complaintText(complaint, language) });
  }
  return { values, refusal: refused.length > 0 ? new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: refused }) : undefined };
}
