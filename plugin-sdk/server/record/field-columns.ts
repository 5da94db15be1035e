import type { AnyRecord, FieldsOf, RecordField } from '../../contract/record/index.ts';
import type { FieldKindName } from '../../contract/record/index.ts';
import { type Column, column } from '../table/column.ts';
import { pluginColumn } from './kinds/plugin-kind-code.ts';

type AnyColumn = Column<unknown, unknown, unknown>;

/** A field whose column has another name than the field: the table names that column itself. */
type Renamed = 'enabledMark';

/** Columns of the fields of a record, each in the three forms of its kind. */
export type FieldColumns<R extends AnyRecord, Without extends string = never> = {
  readonly [K in Exclude<keyof FieldsOf<R>, Without | Renamed>]: Column<FieldsOf<R>[K]['~db'], FieldsOf<R>[K]['~value'], FieldsOf<R>[K]['~wire']>;
};

/** Digits before the point, and all of the longest number that comes over the wire unharmed. */
const DIGITS = 14;
/** Of an id that stands in a text. */
const MAX_ID = 64;
/** `YYYY-MM` */
const MONTH_LENGTH = 7;

const limits = ({ min = 0, max = 0 }: RecordField): [minimum: number, maximum: number] => [min, max];
const filled = ({ required }: RecordField, made: AnyColumn): AnyColumn => (required ? made : made.nullable());

/** The column that holds a field of a kind; kinds without one are read and written by code. */
const COLUMN_OF: Readonly<Record<Exclude<FieldKindName, 'place' | 'lines' | 'related'>, (field: RecordField) => AnyColumn>> = {
  text: ({ max = 0 }) => column.text(max),
  note: ({ max = 0 }) => column.text(max),
  // What an older version stored stays as it is; the field checks what is new.
  code: ({ max = 0 }) => column.text(max),
  choice: ({ max, choices = [], required }) =>
    max === undefined ? column.choice(...(required ? [] : ['']), ...choices.map(({ value }) => value)) : column.text(max),
  dictionary: ({ max = 0 }) => column.text(max),
  address: () => column.text(MAX_ID),
  month: () => column.text(MONTH_LENGTH),
  choices: ({ max = 0 }) => column.texts(max),
  int: (field) => column.int(...limits(field)),
  decimal: ({ decimals = 0 }) => column.decimal(DIGITS, decimals),
  money: () => column.money(DIGITS),
  unitPrice: () => column.unitPrice(DIGITS),
  quantity: () => column.quantity(DIGITS),
  flag: () => column.flag(),
  day: (field) => filled(field, column.day()),
  instant: (field) => filled(field, column.instant()),
  staff: (field) => filled(field, column.id()),
  relation: (field) => filled(field, column.id()),
  richText: (field) => filled(field, column.json()),
  files: () => column.json(),
  images: () => column.json(),
  signature: (field) => filled(field, column.json()),
};

/**
 * Columns of `defineTable` for the fields of a record, so that a further field is written once and needs a migration beside it, nothing else:
 *
 * ```ts
 * export const wardTable = defineTable('beds.ward', {
 *   id: column.id(), orgId: column.org(), ...fieldColumns(ward), enabled: column.flag(), searchGrams: column.grams('fullName'), ...kept,
 * }, { unique: { ward_name_idx: ['orgId', 'fullName'] } });
 * ```
 *
 * Lengths and ranges are those of the fields; money and quantities are `numeric(14, …)`. Dates and ids that may be left out are nullable, all else is not.
 * The column of `enabledMark` is called `enabled` and is declared by the table.
 * @param without fields that the table declares itself (a foreign key, another length), that code reads and writes (kind `place`), that are read from other records (`related`), or whose lines have a table of their own (`lineColumns`)
 * @throws TypeError for a field that no column holds, or whose column has another name, and that is not named in `without`
 */
export function fieldColumns<R extends AnyRecord, const Without extends string = never>(
  record: R,
  ...without: readonly (Without & keyof FieldsOf<R>)[]
): FieldColumns<R, Without> {
  const left: readonly string[] = without;
  const own = record.fields.filter(({ name }) => !left.includes(name) && name !== 'enabledMark');
  // Keys and kinds of columns are those that the fields' types say.
  return Object.fromEntries(own.map((field) => [field.name, columnOf(record.name, field)])) as FieldColumns<R, Without>;
}

/** @throws TypeError as `fieldColumns` */
export function columnOf(record: string, field: RecordField): AnyColumn {
  const { name, kind } = field;
  if (field.column !== name)
    throw new TypeError(`${record} fields.${name}: its column "${field.column}" has another name; declare it in the table and leave the field out`);
  const own = pluginColumn(field);
  if (own) return field.of.blank === undefined ? own : filled(field, own);
  if (!Object.hasOwn(COLUMN_OF, kind))
    throw new TypeError(`${record} fields.${name}: no column holds a field of kind ${kind}; leave it out${field.cells ? '' : ' and give code for it'}`);
  return COLUMN_OF[kind as keyof typeof COLUMN_OF](field);
}
