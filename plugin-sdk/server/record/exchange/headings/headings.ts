import { AppError, EnvelopeCode, type Language } from '../../../../contract/index.ts';
import { type AnyRecord, importedFields, plainHeading, type RecordField } from '../../../../contract/record/index.ts';
import { FRAME_LABELS, REASON } from './labels.ts';

/** What the columns of a sheet are. */
export interface SheetColumns {
  /** Field of each column; undefined for one that is left out. */
  readonly fields: readonly (RecordField | undefined)[];
  readonly unknown: readonly string[];
  readonly missing: readonly RecordField[];
}

interface Called {
  readonly field: RecordField;
  /** 0: its label; above: its place among what others call it. */
  readonly rank: number;
}

/** Fields by what their columns may be called, plain: their labels in all languages, and what others call them. */
function fieldsByHeading(record: AnyRecord): ReadonlyMap<string, Called> {
  const { headings = {} } = record.acts.import ?? {};
  return new Map(
    importedFields(record).flatMap((field) => [
      ...(headings[field.name] ?? []).map((heading, at) => [plainHeading(heading), { field, rank: at + 1 }] as const),
      ...Object.values(field.label).map((label) => [plainHeading(label), { field, rank: 0 }] as const),
    ]),
  );
}

/** Lists that others hand out have titles above their headings. */
export const MAX_TITLE_ROWS = 10;

/** Where the headings stand: the first row with the column that rows are found by; else the first. */
export function headingRow(record: AnyRecord, rows: readonly { readonly cells: readonly string[] }[]): number {
  const byHeading = fieldsByHeading(record);
  const holdsKey = ({ cells }: { readonly cells: readonly string[] }): boolean =>
    cells.some((cell) => byHeading.get(plainHeading(cell))?.field.name === record.acts.import?.key);
  return Math.max(0, rows.slice(0, MAX_TITLE_ROWS + 1).findIndex(holdsKey));
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
  const byHeading = fieldsByHeading(record);
  const beside = [...shownOnly.map(({ label }) => label), ...shown.flatMap(({ label }) => (label ? [label] : [])), ...Object.values(FRAME_LABELS), REASON];
  const known = new Set(beside.flatMap((label) => Object.values(label)).map(plainHeading));
  const called = headings.map((heading) => byHeading.get(plainHeading(heading)));
  const best = new Map<RecordField, number>();
  for (const one of called) if (one) best.set(one.field, Math.min(one.rank, best.get(one.field) ?? one.rank));
  // Of columns that are called as others call them the first counts; a label that stands there twice is nobody's guess.
  const doubled = called.flatMap((one, at) =>
    one?.rank === 0 && called.findIndex((other) => other?.rank === 0 && other.field === one.field) < at ? [one.field] : [],
  );
  const isBest = (one: Called | undefined, at: number): boolean =>
    one !== undefined && called.findIndex((other) => other?.field === one.field && other.rank === best.get(one.field)) === at;
  const found = called.map((one, at) => (isBest(one, at) ? one?.field : undefined));
  const listed = (some: readonly RecordField[]): string => [...new Set(some.map(({ label }) => label[language]))].join(language === 'en' ? ', ' : '、');
  if (doubled.length > 0) throw new AppError('core.import-doubled', { code: EnvelopeCode.Invalid, params: { list: listed(doubled) } });
  const missing = fields.filter((field) => !found.includes(field));
  const keyless = missing.filter(({ name }) => name === acts.import?.key);
  if (keyless.length > 0) throw new AppError('core.import-no-key', { code: EnvelopeCode.Invalid, params: { name: listed(keyless) } });
  const unknown = headings.filter((heading, at) => heading !== '' && !found[at] && !known.has(plainHeading(heading)));
  return { fields: found, unknown, missing };
}
