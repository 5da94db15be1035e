import { AppError, EnvelopeCode, isEmptyValue, type Language, type ValidationKey, validationText } from '../../contract/index.ts';
import type { RecordField } from '../../contract/record/index.ts';

type Wire = Readonly<Record<string, unknown>>;

/** Value of a field where a new row gets none. */
const initialOf = ({ initial, of }: RecordField): unknown => initial ?? of.empty;

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
    const { name, of, required, label } = field;
    const given = body[name];
    const value = given === undefined ? (stored ? stored[name] : initialOf(field)) : of.trimmed && typeof given === 'string' ? given.trim() : given;
    values[name] = value;
    // What stands there was allowed once; only what changes is held to the rules of now.
    if (stored && value === stored[name]) continue;
    const complaint =
      required && isEmptyValue(value) ? { key: 'required' as ValidationKey, params: { label: label[language] } } : of.complaint?.(value, field, stored?.[name]);
    if (complaint) refused.push({ path: name, msg: validationText(complaint, language) });
  }
  return { values, refusal: refused.length > 0 ? new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: refused }) : undefined };
}
