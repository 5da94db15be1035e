/**
 * What the types of `defineTable` cost the compiler: 100 made-up tables of 20 columns, each read, locked, changed and put on the wire, against the same
 * tables as row interfaces, queries and mappings by hand, and against an empty program of the same imports. Counts of types and instantiations are the same on every machine;
 * seconds are those that the compiler says, on one thread, the calmest of some rounds: they follow what else the machine does. A slip in the name of a column is measured as well: types are slowest when somebody errs.
 */
import path from 'node:path';
import { typeCosts } from './type-cost.mjs';

export const title = 'Types of 100 tables (TypeScript, one thread)';

const TABLES = 100;
const FOLDER = path.resolve('.cache/table-types');

/** Key, how it is declared, its type in the database and as a value, and its wire form by hand. */
const COLUMNS = [
  ['departmentId', "column.ref('core.department').nullable()", 'string | null', 'string | null'],
  ['enCode', 'column.code(50)', 'string', 'string'],
  ['fullName', 'column.text(50)', 'string', 'string'],
  ['kind', "column.choice('a', 'b', 'c')", "'a' | 'b' | 'c'", "'a' | 'b' | 'c'"],
  ['enabled', 'column.flag()', 'boolean', 'boolean'],
  ['sortCode', 'column.int(0, 1_000_000)', 'number', 'number'],
  ['description', 'column.text(500)', 'string', 'string'],
  ['price', 'column.unitPrice()', 'string', 'UnitPrice'],
  ['total', 'column.money()', 'string', 'Money'],
  ['amount', 'column.quantity()', 'string', 'Quantity'],
  ['share', 'column.decimal(9, 4)', 'string', 'string'],
  ['day', 'column.day()', 'string', 'string'],
  ['seenAt', 'column.instant().nullable()', 'Date | null', 'Date | null'],
  ['more', 'column.json<{ readonly note: string }>()', '{ readonly note: string }', '{ readonly note: string }'],
];
const KEPT = [
  ['createdAt', 'Date'],
  ['updatedAt', 'Date'],
  ['version', 'number'],
];
const snake = (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const lines = (rows) => rows.map((row) => `  ${row}`).join('\n');

const IMPORTS = `import { column, defineTable, kept, type Kysely, type RequestContext, type StoredOf, searchGrams } from '@nephra/plugin-sdk/server';
import { type Money, moneyFromText, moneyToWire, type Quantity, quantityFromText, quantityToWire, type UnitPrice, unitPriceFromText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
export type Used = [typeof column, typeof defineTable, typeof kept, Kysely<never>, RequestContext<never>, StoredOf<never>, typeof searchGrams, Money, typeof moneyFromText,
  typeof moneyToWire, Quantity, typeof quantityFromText, typeof quantityToWire, UnitPrice, typeof unitPriceFromText, typeof unitPriceToWire];
`;

const declared = (n) => `${IMPORTS}
export const rowTable = defineTable('made.row_${n}', {
  id: column.id(),
  orgId: column.org(),
${lines(COLUMNS.map(([key, call]) => `${key}: ${call},`))}
  own${n}: column.text(${n + 1}),
  searchGrams: column.grams('fullName', 'enCode'),
  ...kept,
}, { unique: { row_${n}_code_idx: ['orgId', 'enCode'] }, taken: { enCode: ['code-taken', 'code'] }, menu: 'made.row${n}' });
export interface RowStored extends StoredOf<typeof rowTable> {}
type Ctx = RequestContext<never>;
export const list = (ctx: Ctx, name: string) => rowTable.select(ctx, 'p').where('p.fullName', '=', name).where('p.own${n}', '<>', '').orderBy('p.sortCode').limit(20).execute();
export const one = (ctx: Ctx, id: string): Promise<RowStored> => rowTable.one(ctx, id);
export async function save(ctx: Ctx, id: string, total: Money) {
  const row: RowStored = await rowTable.lock(ctx, id);
  return await rowTable.update(ctx, row, { total, enabled: !row.enabled });
}
export const shown = (row: RowStored) => { const { orgId, ...rest } = rowTable.wire(row); return { ...rest, companyId: orgId }; };
`;

const KEYS = ['id', 'orgId', ...COLUMNS.map(([key]) => key)];
const byHand = (n) => {
  const own = `own${n}`;
  const physical = [...KEYS, own, ...KEPT.map(([key]) => key)].map(snake);
  return `${IMPORTS}
interface RowTable {
  id: string;
  org_id: string;
${lines(COLUMNS.map(([key, , db]) => `${snake(key)}: ${db};`))}
  ${own}: string;
  search_grams: string[];
${lines(KEPT.map(([key, type]) => `${snake(key)}: ${type};`))}
  deleted_at: Date | null;
}
interface Db { 'made.row_${n}': RowTable }
export interface RowStored {
  readonly id: string;
  readonly orgId: string;
${lines(COLUMNS.map(([key, , , value]) => `readonly ${key}: ${value};`))}
  readonly ${own}: string;
${lines(KEPT.map(([key, type]) => `readonly ${key}: ${type};`))}
}
const COLUMNS = [${physical.map((name) => `'${name}'`).join(', ')}] as const;
type Ctx = RequestContext<Db>;
const rows = (ctx: Ctx) => ctx.db.selectFrom('made.row_${n}').select(COLUMNS).where('deleted_at', 'is', null).where('org_id', 'in', ctx.user.orgIds);
const READ: Record<string, string> = {};
const valueOf = (row: Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>): RowStored => ({
  id: row.id, orgId: row.org_id,
${lines(COLUMNS.map(([key, , , value]) => `${key}: ${{ Money: 'moneyFromText(', UnitPrice: 'unitPriceFromText(', Quantity: 'quantityFromText(' }[value] ?? '('}row.${snake(key)}),`))}
  ${own}: row.${own},
${lines(KEPT.map(([key]) => `${key}: row.${snake(key)},`))}
});
export const list = async (ctx: Ctx, name: string) => (await rows(ctx).where('full_name', '=', name).where('${own}', '<>', '').orderBy('sort_code').limit(20).execute()).map(valueOf);
export const one = async (ctx: Ctx, id: string): Promise<RowStored> => valueOf(await rows(ctx).where('id', '=', id).executeTakeFirstOrThrow());
export async function save(ctx: Ctx, id: string, total: string) {
  const row = await rows(ctx).where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
  return await ctx.db.updateTable('made.row_${n}').set({ total, enabled: !row.enabled, version: row.version + 1, search_grams: searchGrams(row.full_name, row.en_code) })
    .where('id', '=', id).where('version', '=', row.version).executeTakeFirst();
}
export const shown = (row: RowStored) => ({
  id: row.id, companyId: row.orgId, ${own}: row.${own}, version: row.version, createdAt: row.createdAt.getTime(), updatedAt: row.updatedAt.getTime(), read: READ,
${lines(COLUMNS.map(([key, , , value]) => `${key}: ${{ Money: 'moneyToWire(', UnitPrice: 'unitPriceToWire(', Quantity: 'quantityToWire(' }[value] ?? '('}row.${key}),`))}
});
`;
};

export async function run() {
  const numbers = Array.from({ length: TABLES }, (_, n) => n);
  const { empty, hand, made, slip } = typeCosts(FOLDER, {
    empty: { sources: numbers.map(() => IMPORTS) },
    hand: { sources: numbers.map(byHand) },
    made: { sources: numbers.map(declared) },
    slip: { sources: [declared(0).replace("'p.fullName'", "'p.fulName'"), ...numbers.slice(1).map(declared)], errors: 1 },
  });
  return [
    { what: 'instantiations per table, declared', value: (made.instantiations - empty.instantiations) / TABLES, unit: '', budget: 5_000 },
    { what: 'instantiations per table, by hand', value: (hand.instantiations - empty.instantiations) / TABLES, unit: '' },
    { what: 'types per table, declared', value: (made.types - empty.types) / TABLES, unit: '' },
    { what: 'types per table, by hand', value: (hand.types - empty.types) / TABLES, unit: '' },
    { what: 'check time, imports alone', value: empty.seconds, unit: 's' },
    { what: 'check time, declared', value: made.seconds, unit: 's' },
    { what: 'check time, by hand', value: hand.seconds, unit: 's' },
    { what: 'check time, declared : by hand', value: made.seconds / hand.seconds, unit: '×' },
    { what: 'memory, imports alone', value: empty.memory, unit: 'MB' },
    { what: 'memory, declared', value: made.memory, unit: 'MB' },
    { what: 'memory, by hand', value: hand.memory, unit: 'MB' },
    { what: 'instantiations that one wrong column name adds', value: slip.instantiations - made.instantiations, unit: '', budget: 5_000 },
  ];
}
