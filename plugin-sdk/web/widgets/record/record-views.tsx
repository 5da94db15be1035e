import {
  dayOf,
  parseDay,
  type Language,
  formatInstant,
  moneyFromWire,
  moneyToText,
  moneyToWire,
  type Quantity,
  type RichText,
  type UploadedFile,
  quantityFromWire,
  quantityToWire,
  type UnitPrice,
  unitPriceFromWire,
  unitPriceToText,
  unitPriceToWire,
} from '@nephra/plugin-sdk/contract';
import { type AnyRecord, complaintText, type FieldComplaint, type FieldKindName, type RecordField } from '@nephra/plugin-sdk/record';
import type { UploadType } from '@nephra/plugin-sdk/web';
import type { ReactNode } from 'react';
import { deltaToText } from '../../../contract/rich-text/delta-to-text.ts';
import { AmountText } from '../pay/amount-text.tsx';
import type { Column } from '../columns/column.ts';
import { DateText } from '../date/date-text.tsx';
import type { FormItem, SearchField } from '../form-field.ts';
import { type Status, StatusTag } from '../facts/status-tag.tsx';
import { RichTextPreview } from '../rich-text/rich-text-preview.tsx';
import type { CellItem, LineComplaints } from './lines/line-complaints.ts';
import { lineTotals } from './lines/line-totals.ts';
import { formLines, sentLines } from './lines/line-values.ts';
import { type LineCells, linesItem } from './lines/lines-view.tsx';
import { fileNames, FilesCell, PicturesCell } from './files/files-cell.tsx';
import { kindView } from './kinds/kind-views.tsx';
import { recordText } from './record-texts.ts';
import { relatedItem } from './relation/related-view.tsx';
import { relationItem, relationText } from './relation/relation-view.tsx';
import { holds, months, numbers, several, times, wholeDays, words } from './search/search-views.tsx';
import { SignatureCell, signatureItem } from './signature/signature-view.tsx';
import { StaffName } from './relation/staff-name.tsx';
import { addressItem } from './relation/address-view.tsx';
import { DictionaryCell, dictionaryItem } from './relation/dictionary-view.tsx';

/** Values of a form or of a search, by field; what they are only the kind knows. */
export type RecordValues = Readonly<Record<string, never>>;
type Item = FormItem<RecordValues>;
type Search = SearchField<Partial<RecordValues>>;
type Cell = Pick<Column<never>, 'width' | 'minWidth' | 'align'>;

/** What stands around a field of a form. */
export interface Around {
  readonly record: AnyRecord;
  /** The row that the form shows, or began as; null: a new one. */
  readonly row: Readonly<Record<string, unknown>> | null;
  /** Of a cell: the field that its line is of; `row` is the line then. */
  readonly lines?: string;
  /** What is wrong with lines of the form. */
  readonly complaints?: LineComplaints;
  /** Names of fields in which something was begun that is not part of the values yet: the form is not saved then. */
  readonly unfinished?: Set<string>;
  /** Controls of the cells of a line as their conditions have them; without it none has any. */
  readonly inLine?: (
    cells: readonly RecordField[],
    itemFor: (cell: RecordField) => Item,
    values: RecordValues,
    stored: Readonly<Record<string, unknown>> | null,
  ) => readonly Item[];
}

/** What the browser does with the fields of one kind: their control, search control and cell. */
export interface FieldView {
  /** Control of the form, but for what every control has: name, label, span, help, rules. */
  readonly item: (field: RecordField, language: Language, stored: unknown, around: Around) => object;
  /** Control of the search form; kinds without one cannot narrow a list. */
  readonly search?: (field: RecordField, language: Language, record: AnyRecord) => object;
  /** What the query of the list says of a value of that control. Default: the value. */
  readonly asked?: (value: unknown) => string;
  readonly cell: Cell;
  /** What a cell shows. Default: the value as text. */
  readonly show?: (value: unknown, field: RecordField, language: Language) => ReactNode;
  /** What a cell and paper show, where the value alone does not tell it. */
  readonly ofRow?: (row: Readonly<Record<string, unknown>>, field: RecordField, language: Language) => string;
  /** Plain text of a cell, where it does not show text. */
  readonly text?: (value: unknown, field: RecordField, language: Language) => string;
  /** Plain text on paper, where neither `text` nor `show` gives one. */
  readonly print?: (value: unknown) => string;
  /** Pictures on paper, in place of text. */
  readonly pictures?: (value: unknown) => readonly UploadedFile[];
  /** Value in the form from the value on the wire, and back. Default: the same. */
  readonly toForm?: (wire: unknown) => unknown;
  readonly toWire?: (value: unknown) => unknown;
}

const labelOf = (field: RecordField, value: unknown, language: Language): string =>
  field.choices?.find((choice) => choice.value === value)?.label[language] ?? String(value);

/** What an older client stored besides the choices stays on offer where it stands. */
function choicesOf({ choices = [] }: RecordField, language: Language, stored: unknown) {
  const known = choices.map(({ value, label }) => ({ value, text: label[language] }));
  const foreign = typeof stored === 'string' && stored !== '' && !choices.some(({ value }) => value === stored);
  return foreign ? [...known, { value: stored, text: stored }] : known;
}

/** Words and colours of a flag; where both are as good as each other (yes and no) neither stands out. */
function statesOf({ words }: RecordField, language: Language): readonly Status[] {
  return [
    { value: 1, text: words?.on[language] ?? recordText('yes', language), tone: words ? 'success' : 'neutral' },
    { value: 0, text: words?.off[language] ?? recordText('no', language), tone: 'neutral' },
  ];
}

const blank = (value: unknown): boolean => value === null || value === undefined || value === '';
const number = { width: 96, align: 'right' } as const;
/** A number that nobody typed counts as the kind's empty value, zero. */
const decimal = (from: (wire: number) => number, to: (value: never) => number) => ({
  toForm: (wire: unknown) => (typeof wire === 'number' ? from(wire) : null),
  toWire: (value: unknown) => (typeof value === 'number' ? to(value as never) : 0),
});

/** Choices of a field that takes several; stored ones that are none of them stay on offer, too. */
function severalOf({ choices = [] }: RecordField, language: Language, stored: unknown) {
  const known = choices.map(({ value, label }) => ({ value, text: label[language] }));
  const foreign = (Array.isArray(stored) ? (stored as readonly string[]) : []).filter((value) => !choices.some((choice) => choice.value === value));
  return [...known, ...foreign.map((value) => ({ value, text: value }))];
}
const textsOf = (value: unknown, field: RecordField, language: Language): string =>
  (Array.isArray(value) ? value : []).map((each) => labelOf(field, each, language)).join(language === 'en' ? ', ' : '、');
/** Files of rows go where only who sees the row reads them. */
const uploads = ({ max, limit, unit, accept }: RecordField, type: UploadType): object => ({
  max,
  span: 2,
  type,
  ...(limit !== undefined && { limit }),
  ...(unit !== undefined && { unit }),
  ...(accept !== undefined && { accept }),
});

/** The same on paper as in a list. */
export const printedTime = (value: unknown): string => (typeof value === 'number' && value > 0 ? formatInstant(value) : '');

const line: FieldView = { item: ({ max }) => ({ kind: 'text', maxLength: max }), cell: { minWidth: 140 } };

/** Every kind of field; one that is missing does not compile. */
export const FIELD_VIEWS: Readonly<Record<FieldKindName, FieldView>> = {
  text: line,
  code: { ...line, cell: { minWidth: 110 } },
  note: { item: ({ max }) => ({ kind: 'textarea', maxLength: max, rows: 2 }), cell: { minWidth: 160 } },
  int: {
    item: ({ min, max }) => ({ kind: 'number', min, max }),
    ...numbers,
    cell: number,
    toWire: (value) => (typeof value === 'number' ? value : 0),
  },
  decimal: {
    item: ({ min, max, decimals }) => ({ kind: 'number', min, max, precision: decimals }),
    ...numbers,
    cell: number,
    show: (value, { decimals = 0 }) => (typeof value === 'number' ? value.toFixed(decimals) : '–'),
    toWire: (value) => (typeof value === 'number' ? value : 0),
  },
  money: {
    item: ({ min = 0, max }) => ({ kind: 'money', min: moneyFromWire(min), ...(max !== undefined && { max: moneyFromWire(max) }) }),
    ...numbers,
    cell: { width: 116, align: 'right' },
    show: (value) => <AmountText amount={typeof value === 'number' ? moneyFromWire(value) : null} />,
    print: (value) => (typeof value === 'number' ? moneyToText(moneyFromWire(value)) : ''),
    ...decimal(moneyFromWire, moneyToWire),
  },
  unitPrice: {
    item: () => ({ kind: 'unitPrice' }),
    ...numbers,
    cell: { width: 116, align: 'right' },
    show: (value) => (typeof value === 'number' ? unitPriceToText(unitPriceFromWire(value)) : '–'),
    ...decimal(unitPriceFromWire, unitPriceToWire as (value: UnitPrice) => number),
  },
  quantity: {
    item: () => ({ kind: 'quantity', decimals: 4 }),
    ...numbers,
    cell: number,
    show: (value) => (typeof value === 'number' ? String(value) : '–'),
    ...decimal(quantityFromWire, quantityToWire as (value: Quantity) => number),
  },
  flag: {
    item: (field, language) => ({ kind: 'radio', options: statesOf(field, language) }),
    search: (field, language) => ({ kind: 'select', options: statesOf(field, language) }),
    cell: { width: 96 },
    show: (value, field, language) => <StatusTag value={value as 0 | 1} table={statesOf(field, language)} />,
    text: (value, field, language) => statesOf(field, language).find((state) => state.value === value)?.text ?? '',
  },
  day: {
    item: () => ({ kind: 'date' }),
    ...wholeDays,
    cell: { width: 110 },
    show: (value) => (blank(value) ? '–' : String(value)),
    toForm: (wire) => (typeof wire === 'string' && wire !== '' ? parseDay(wire) : null),
    toWire: (value) => (typeof value === 'number' ? dayOf(value) : ''),
  },
  month: {
    item: () => ({ kind: 'month' }),
    ...months,
    cell: { width: 90 },
    show: (value) => (blank(value) ? '–' : String(value)),
    toForm: (wire) => (typeof wire === 'string' && wire !== '' ? parseDay(`${wire}-01`) : null),
    toWire: (value) => (typeof value === 'number' ? dayOf(value).slice(0, 7) : ''),
  },
  instant: {
    item: () => ({ kind: 'dateTime' }),
    ...times,
    cell: { width: 150 },
    show: (value) => <DateText value={value as number | null} />,
    print: printedTime,
  },
  choice: {
    item: (field, language, stored) => ({ kind: 'select', options: choicesOf(field, language, stored), filter: false }),
    search: (field, language) => ({ kind: 'select', options: choicesOf(field, language, undefined) }),
    cell: { width: 110 },
    show: (value, field, language) => (blank(value) ? '–' : labelOf(field, value, language)),
    toForm: (wire) => (wire === '' ? null : wire),
    toWire: (value) => value ?? '',
  },
  choices: {
    item: (field, language, stored) => ({ kind: 'multiSelect', options: severalOf(field, language, stored) }),
    ...several((field, language) => severalOf(field, language, undefined)),
    cell: { minWidth: 140 },
    show: (value, field, language) => textsOf(value, field, language) || '–',
    text: textsOf,
  },
  staff: {
    item: ({ staff }) => ({ kind: staff }),
    search: ({ staff }) => ({ kind: staff }),
    cell: { width: 130 },
    show: (value, { staff = 'user' }) => <StaffName kind={staff} id={String(value ?? '')} />,
    toForm: (wire) => (wire === '' ? null : wire),
    toWire: (value) => value ?? '',
  },
  relation: {
    item: (field, _language, stored, { record, row, lines }) =>
      lines === undefined
        ? relationItem(record, field, row, field.required, stored === undefined ? undefined : String(row?.id))
        : relationItem(record, field, row, field.required, undefined, `${lines}.${field.name}`),
    search: (field, _language, record) => relationItem(record, field, null, false),
    cell: { minWidth: 140 },
    ofRow: relationText,
    toForm: (wire) => (wire === '' ? null : wire),
    toWire: (value) => value ?? '',
  },
  dictionary: {
    item: (field, language) => dictionaryItem(field, field.required, language),
    search: (field, language) => dictionaryItem(field, false, language),
    cell: { minWidth: 120 },
    show: (value, { dictionary = '' }) => <DictionaryCell dictionary={dictionary} code={String(value ?? '')} />,
    text: (value) => String(value ?? ''),
    toForm: (wire) => (wire === '' ? null : wire),
    toWire: (value) => value ?? '',
  },
  address: {
    item: (field, language, _stored, { row }) => addressItem(field, language, { row, required: field.required, anyLevel: false }),
    search: (field, language) => addressItem(field, language, { row: null, required: false, anyLevel: true }),
    cell: { minWidth: 180 },
    ofRow: relationText,
    toForm: (wire) => (wire === '' ? null : wire),
    toWire: (value) => value ?? '',
  },
  richText: {
    item: ({ max }) => ({ kind: 'richText', maxCharacters: max, span: 2 }),
    ...words,
    cell: { minWidth: 200 },
    show: (value) => <RichTextPreview text={value as RichText | null} />,
    print: (value) => (value ? deltaToText(value) : ''),
  },
  files: {
    item: (field) => ({ kind: 'files', ...uploads(field, 'record') }),
    ...holds,
    cell: { width: 180 },
    show: (value, { label }, language) => <FilesCell files={value as readonly UploadedFile[] | null} label={label[language]} />,
    text: fileNames,
  },
  images: {
    item: (field) => ({ kind: 'images', ...uploads(field, 'recordpic') }),
    ...holds,
    cell: { width: 140 },
    show: (value, { label }, language) => <PicturesCell files={value as readonly UploadedFile[] | null} label={label[language]} />,
    text: fileNames,
    pictures: (value) => (value as readonly UploadedFile[] | null) ?? [],
  },
  signature: {
    item: (field, language, _stored, { unfinished }) => signatureItem(field, language, unfinished),
    cell: { width: 110 },
    ...holds,
    show: (value) => <SignatureCell value={value as UploadedFile | null} />,
    pictures: (value) => (value ? [value as UploadedFile] : []),
  },
  lines: {
    item: (field, language, stored, around) => linesItem(field, language, cellsOf(field, language, stored, around), around.complaints),
    cell: { minWidth: 140 },
  },
  related: {
    item: (field, _language, _stored, { record, row }) => relatedItem(record, field, row),
    cell: { minWidth: 140 },
    show: (value) => (blank(value) ? '–' : String(value)),
    print: (value) => String(value ?? ''),
  },
  place: {
    item: ({ departments }) => ({ kind: 'organize', departments: departments ?? false }),
    search: ({ departments }) => ({ kind: 'organize', departments: departments ?? false }),
    cell: { minWidth: 160 },
    show: (value) => <StaffName kind="place" id={String(value ?? '')} />,
  },
};

export const viewOf = (field: RecordField): FieldView => FIELD_VIEWS[field.kind as FieldKindName] ?? kindView(field);
export const toForm = (field: RecordField, wire: unknown): unknown => {
  if (field.cells) return formLines(wire, (line) => eachCell(field, (cell) => toForm(cell, line[cell.name])));
  return viewOf(field).toForm?.(wire) ?? (viewOf(field).toForm ? null : wire);
};
export const toWire = (field: RecordField, value: unknown): unknown => {
  if (field.cells) return sentLines(value, (line) => eachCell(field, (cell) => toWire(cell, line[cell.name])));
  const { toWire: back } = viewOf(field);
  return back ? back(value) : value;
};

const eachCell = ({ cells = [] }: RecordField, of: (cell: RecordField) => unknown): object => Object.fromEntries(cells.map((cell) => [cell.name, of(cell)]));

/** What the grid of lines needs to know of the kinds of its cells. */
function cellsOf(field: RecordField, language: Language, stored: unknown, around: Around): LineCells {
  const lines = Array.isArray(stored) ? (stored as readonly Readonly<Record<string, unknown>>[]) : [];
  return {
    blank: () => eachCell(field, (cell) => toForm(cell, cell.initial ?? cell.of.empty)),
    items: (given) => {
      const line = given.id === '' ? undefined : lines.find((each) => each.id === given.id);
      const { cells = [] } = field;
      const itemFor = (cell: RecordField): Item =>
        inCell(itemOf(cell, language, line?.[cell.name], { ...around, row: line ?? null, lines: field.name })) as Item;
      return (around.inLine?.(cells, itemFor, given as unknown as RecordValues, line ?? null) ?? cells.map(itemFor)) as readonly CellItem[];
    },
    totals: (all) =>
      lineTotals(
        field,
        all.map((each) => ({
          sent: eachCell(field, (cell) => toWire(cell, each[cell.name])),
          stored: each.id === '' ? undefined : lines.find(({ id }) => id === each.id),
        })),
      ),
  };
}

/** A cell has room for one line, and for one control. A flag is always one of the two. */
function inCell(item: Item): CellItem {
  const { kind } = item as { readonly kind: string };
  return {
    ...item,
    ...(kind === 'radio' && { kind: 'select', filter: false, required: true }),
    ...(kind === 'textarea' && { rows: 1 }),
  } as unknown as CellItem;
}

const said = (complaint: FieldComplaint | undefined, language: Language) => complaint && { text: complaintText(complaint, language) };

/** Control of a field in the form. @param stored value on the wire of the row that is edited; undefined for a new one */
export function itemOf(field: RecordField, language: Language, stored: unknown, around: Around): Item {
  const { name, label, help, span, required, of, numbered, fixed } = field;
  return {
    ...viewOf(field).item(field, language, stored, around),
    name,
    label: label[language],
    required: required && !numbered,
    ...(numbered && { disabled: !numbered.mayBeTyped, placeholder: recordText(numbered.mayBeTyped ? 'numberOrType' : 'numberLater', language) }),
    ...(fixed && (stored === undefined ? { help: recordText('fixedLater', language) } : { disabled: true })),
    ...(help && { help: help[language] }),
    ...(span !== undefined && { span }),
    ...(of.complaint && { rules: [(value: unknown) => said(of.complaint?.(toWire(field, value), field, stored), language)] }),
  } as unknown as Item; // the table pairs each kind with its control; the compiler sees one of thirty
}

/** Control of a field in the search form. */
export function searchOf(field: RecordField, language: Language, record: AnyRecord): Search | undefined {
  const control = viewOf(field).search?.(field, language, record);
  return control && ({ ...control, name: field.name, label: field.label[language] } as unknown as Search);
}
