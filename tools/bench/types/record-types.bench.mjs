/**
 * What the types of `defineRecord` cost the compiler: 100 made-up records of 15 fields and two shown members, each with contract, rows and bodies that are
 * used, served from its table with code; against the same files with the table alone. A slip in the name of a column is measured as well.
 * Counts are the same on every machine; seconds are those that the compiler says, on one thread.
 */
import path from 'node:path';
import { typeCosts } from './type-cost.mjs';

export const title = 'Types of 100 records (TypeScript, one thread)';

const RECORDS = 100;
const FOLDER = path.resolve('.cache/record-types');

/** Name, field, column. */
const FIELDS = [
  ['fullName', 'field.text(50).required()', 'column.text(50)'],
  ['enCode', 'field.code(20).required()', 'column.code(20)'],
  ['organizeId', 'field.place({ departments: true }).required().span(2)', 'column.id()'],
  ['kind', "field.choice(10, ['a', '甲', '甲', 'A'], ['b', '乙', '乙', 'B'])", 'column.text(10)'],
  ['price', 'field.money()', 'column.money()'],
  ['unit', 'field.unitPrice()', 'column.unitPrice()'],
  ['amount', 'field.quantity()', 'column.quantity()'],
  ['opened', "field.day().initial('2026-01-31')", 'column.day()'],
  ['seen', 'field.instant().initial(0)', 'column.instant()'],
  ['beds', 'field.int(0, 99)', 'column.int(0, 99)'],
  ['note', 'field.note(500).span(2)', 'column.text(500)'],
];
const lines = (rows) => rows.map((row) => `  ${row}\n`).join('');

const IMPORTS = `import { AppError } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, type RecordBody, type RecordRow, recordContract, STANDARD_FIELDS, shown } from '@nephra/plugin-sdk/record';
import { column, defineTable, fieldColumns, kept, type Handlers, serveRecord, type StoredOf } from '@nephra/plugin-sdk/server';
export type Used = [typeof AppError, typeof defineRecord, typeof field, RecordBody<never>, RecordRow<never>, typeof recordContract, typeof STANDARD_FIELDS, typeof shown,
  typeof column, typeof defineTable, typeof fieldColumns, typeof kept, Handlers<never, never>, typeof serveRecord, StoredOf<never>];
`;

const table = (n) => `${IMPORTS}
export const rowTable = defineTable('made.row_${n}', {
  id: column.id(),
  orgId: column.org(),
${lines(FIELDS.map(([name, , made]) => `${name}: ${made},`))}  own${n}: column.text(${n + 1}),
  enabled: column.flag(), sortCode: column.int(0, 1_000_000), description: column.text(500),
  searchGrams: column.grams('fullName', 'enCode'),
  ...kept,
}, { unique: { row_${n}_code_idx: ['orgId', 'enCode'] } });
export interface RowStored extends StoredOf<typeof rowTable> {}
export const nameOf = (row: RowStored) => row.fullName;
`;

/** The same table, its columns made of the record's fields. */
const ofFields = (n) => {
  const source = record(n);
  const start = source.indexOf('export const rowTable');
  const end = source.indexOf('export interface RowStored');
  return `${source.slice(0, start)}${source.slice(source.indexOf('export const row = '), source.indexOf('export interface RowRow'))}
export const rowTable = defineTable('made.row_${n}', {
  id: column.id(), orgId: column.org(), organizeId: column.id(), ...fieldColumns(row, 'organizeId'), enabled: column.flag(),
  searchGrams: column.grams('fullName', 'enCode'), ...kept,
}, { unique: { row_${n}_code_idx: ['orgId', 'enCode'] } });
${source.slice(end, source.indexOf('export const row = '))}${source.slice(source.indexOf('export interface RowRow'))}`;
};

const record = (n) => `${table(n)}
export const row = defineRecord('made.row${n}', {
  title: ['行', '行', 'Row'],
  wire: { at: '/api/made/Row${n}' },
  fields: {
${lines(FIELDS.map(([name, made]) => `  ${name}: ${made}.label('甲', '甲', 'A'),`))}    own${n}: field.text(${n + 1}).label('甲', '甲', 'A'),
    ...STANDARD_FIELDS,
  },
  shown: { department: shown.text('甲', '甲', 'A'), people: shown.int('甲', '甲', 'A') },
  list: {
    columns: ['fullName', 'enCode', 'kind', 'price', 'own${n}', 'department', 'people', 'enabledMark', '-sortCode', '-creatorTime'],
    sort: ['fullName', 'price', 'creatorTime'],
    filter: ['kind', 'organizeId', 'enabledMark'],
    order: '-creatorTime',
    left: { tree: 'places', narrows: 'organizeId' },
  },
  acts: { create: {}, edit: {}, remove: {}, state: { audit: 'security' } },
});
export interface RowRow extends RecordRow<typeof row> {}
export interface RowBody extends RecordBody<typeof row> {}
export const rowContract = recordContract(row);
export const served = serveRecord<never>()(rowContract, rowTable, {
  fields: { organizeId: { read: (stored) => stored.organizeId, write: async (_ctx, organizeId) => ({ organizeId }) } },
  shown: async (_ctx, rows) => rows.map((stored) => ({ department: stored.own${n}, people: stored.beds })),
  async check(_ctx, { act, before, after, turnsOn }) {
    if (act === 'remove' && before?.fullName === after?.fullName && turnsOn('enabled')) throw new AppError('made.no');
  },
});
export const shownRow = ({ fullName, price, people, own${n}, enabledMark }: RowRow) => \`\${fullName} \${price + people} \${own${n}} \${enabledMark === 1}\`;
export const bodyOf = ({ id, version, creatorTime, lastModifyTime, department, people, ...rest }: RowRow): RowBody => ({ ...rest, version });
`;

/** One record more with a slip, so that what it adds is compared with what a right one adds. */
const slipped = (n) => record(n).replace("columns: ['fullName'", "columns: ['fulName'");

export async function run() {
  const numbers = Array.from({ length: RECORDS }, (_, n) => n);
  const { without, made, derived, more, slip } = typeCosts(FOLDER, {
    without: { sources: numbers.map(table) },
    made: { sources: numbers.map(record) },
    derived: { sources: numbers.map(ofFields) },
    more: { sources: [...numbers, RECORDS].map(record) },
    slip: { sources: [...numbers.map(record), slipped(RECORDS)], errors: 1 },
  });
  const per = (key) => (made[key] - without[key]) / RECORDS;
  const [right, wrong] = [more.instantiations - made.instantiations, slip.instantiations - made.instantiations];
  return [
    { what: 'instantiations per record', value: per('instantiations'), unit: '', budget: 1_000 },
    { what: 'the same, table made of the fields', value: (derived.instantiations - without.instantiations) / RECORDS, unit: '', budget: 1_500 },
    { what: 'types per record', value: per('types'), unit: '' },
    { what: 'check time per record', value: per('seconds') * 1000, unit: 'ms', budget: 15 },
    { what: 'memory per record', value: per('memory'), unit: 'MB' },
    { what: 'check time, tables alone', value: without.seconds, unit: 's' },
    { what: 'check time, with 100 records', value: made.seconds, unit: 's' },
    { what: 'whole type check, further seconds with 100 records', value: made.total - without.total, unit: 's', budget: 2 },
    { what: 'instantiations of one more record and its table', value: right, unit: '' },
    { what: 'instantiations, wrong column name : right one', value: wrong / right, unit: '×', budget: 3 },
    {
      what: 'lines of message, wrong column name',
      value: slip.messages.length,
      unit: '',
      budget: 3,
      note: `${slip.messages[0]?.replace(/^.*?error /, '').slice(0, 80)}…`,
    },
  ];
}
