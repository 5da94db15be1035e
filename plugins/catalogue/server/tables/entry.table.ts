import { type Column, column, defineTable, type StoredOf, wireForm } from '@nephra/plugin-sdk/server';
import { ENTRY_FIELDS, type EntryField, type EntryFieldName, type EntryFields, KINDS } from '../../contract/catalogue.schema.ts';
import { DOSE_DECIMALS, DOSE_DIGITS } from '../../contract/lines/line-limits.ts';

/** The column that holds a field without choices. */
const COLUMN_OF = {
  text: (max: number) => column.text(max),
  code: (max: number) => column.text(max),
  choice: (max: number) => column.text(max),
  dose: () => column.decimal(DOSE_DIGITS, DOSE_DECIMALS),
  quantity: () => column.quantity(),
  int: (max: number) => column.int(0, max),
  mark: () => column.int(0, 1),
  flag: () => column.flag(),
  words: (max: number) => column.texts(max),
};
type ColumnOf<F extends EntryField> = F extends { readonly choices: readonly (infer C extends string)[] }
  ? Column<string, C, C>
  : ReturnType<(typeof COLUMN_OF)[F['kind']]>;
const columnOf = ({ kind, max = 0, choices }: EntryField): Column<unknown, unknown, unknown> => (choices ? column.choice(...choices) : COLUMN_OF[kind](max));
const fields = Object.fromEntries(Object.entries(ENTRY_FIELDS).map(([name, field]) => [name, columnOf(field)])) as {
  readonly [N in EntryFieldName]: ColumnOf<EntryFields[N]>; // each is made by its kind
};

/** Columns that stand on the wire of an entry under their own names. */
const entryColumns = {
  kind: column.choice(...KINDS),
  drugId: column.id(),
  ...fields,
  drugDirectoryType: fields.drugDirectoryType.named('directory_type'),
  drugChangjia: fields.drugChangjia.named('manufacturer'),
};

/** Drugs, materials, treatments and laboratory items of a facility. */
export const entryTable = defineTable(
  'catalogue.entry',
  {
    orgId: column.org(),
    ...entryColumns,
    enabled: column.flag(),
    /** Initials of the name, for the order of lists. */
    pinyin: column.initials('drugName'),
    version: column.int(1, 2_000_000_000),
    searchGrams: column.grams('drugName', 'drugSpec', 'drugNumber', 'medicalInsCode', 'drugChangjia'),
  },
  { rowsStay: true, key: ['orgId', 'drugId'], rowName: 'drugName', others: ['created_at', 'updated_at'] },
);
export interface EntryStored extends StoredOf<typeof entryTable> {}

export const entryForm = wireForm(entryColumns);
