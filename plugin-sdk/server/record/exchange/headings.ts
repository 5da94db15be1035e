import { AppError, EnvelopeCode, type Language } from '../../../contract/index.ts';
import { type AnyRecord, importedFields, plainHeading, type RecordField } from '../../../contract/record/index.ts';
import { FRAME_LABELS, REASON } from './labels.ts';

/** What the columns of a sheet are. */
export interface SheetColumns {
  /** Field of each column; undefined for one that is left out. */
  readonly fields: readonly (RecordField | undefined)[];
  readonly unknown: readonly string[];
  readonly missing: readonly RecordField[];
}

/**
 * Which column holds what, whatever the language and the order of the headings. Columns that an export or an error workbook has besides are left out.
 * @throws AppError `core.import-doubled` for a field that stands there twice, `core.import-no-key` where the column is missing by which rows are found
 */
export function columnsOf(record: AnyRecord, headings: readonly string[], language: Language): SheetColumns {
  const { shown, acts } = record;
  const fields = importedFields(record);
  // What a workbook shows and cannot give is known and left out, like what stands beside the fields.
  const shownOnly = record.fields.filter((field) => !fields.includes(field));
  const byHeading = new Map(fields.flatMap((field) => Object.values(field.label).map((label) => [plainHeading(label), field] as const)));
  const beside = [...shownOnly.map(({ label }) => label), ...shown.flatMap(({ label }) => (label ? [label] : [])), ...Object.values(FRAME_LABELS), REASON];
  const known = new Set(beside.flatMap((label) => Object.values(label)).map(plainHeading));
  const found = headings.map((heading) => byHeading.get(plainHeading(heading)));
  const listed = (some: readonly RecordField[]): string => [...new Set(some.map(({ label }) => label[language]))].join(language === 'en' ? ', ' : '、');
  const doubled = found.flatMap((field, at) => (field && found.indexOf(field) < at ? [field] : []));
  if (doubled.length > 0) throw new AppError('core.import-doubled', { code: EnvelopeCode.Invalid, params: { list: listed(doubled) } });
  const missing = fields.filter((field) => !found.includes(field));
  const keyless = missing.filter(({ name }) => name === acts.import?.key);
  if (keyless.length > 0) throw new AppError('core.import-no-key', { code: EnvelopeCode.Invalid, params: { name: listed(keyless) } });
  const unknown = headings.filter((heading, at) => heading !== '' && !found[at] && !known.has(plainHeading(heading)));
  return { fields: found, unknown, missing };
}
