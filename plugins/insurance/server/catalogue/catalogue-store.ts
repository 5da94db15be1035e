import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { CatalogueInfno } from '../../contract/index.ts';
import { type CatalogueRow, GOODS } from '../../domain/catalogue/catalogue-layout.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { type NationalItemStored, nationalItemTable, nationalTermTable } from '../tables/national-list.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';

type Db = Kysely<InsuranceTables>;

/** The last row of each key: one statement must not write a row twice. */
export function lastOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Columns of a table by their names in the database. */
export const namesOf = <Key extends string>(
  table: { readonly defs: Readonly<Record<string, { readonly physical: string }>> },
  keys: readonly Key[],
): string[] => keys.map((key) => table.defs[key]?.physical ?? key);

/** Sets columns from the row that came. */
export const fresh = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));

const ITEM_FACTS = [
  'kind',
  'listType',
  'name',
  'genericName',
  'spec',
  'form',
  'unit',
  'approvalNumber',
  'maker',
  'grade',
  'limited',
  'limitText',
  'valid',
  'begnDate',
  'endDate',
  'version',
] as const;
type ItemFacts = Pick<NationalItemStored, 'code' | (typeof ITEM_FACTS)[number]>;

const TERM_FACTS = ['name', 'valid', 'version'] as const;
type TermFacts = Pick<CatalogueRow, 'code' | (typeof TERM_FACTS)[number]>;

/** Rows that are new or say something else than what stands. A new edition repeats a hundred rows for each one that changed. */
function changed<Facts extends { readonly code: string }>(rows: readonly Facts[], stored: readonly Facts[], facts: readonly (keyof Facts)[]): Facts[] {
  const known = new Map(stored.map((row) => [row.code, row]));
  return rows.filter((row) => {
    const before = known.get(row.code);
    return !before || facts.some((fact) => before[fact] !== row[fact]);
  });
}

/** Rows of a file, by code; what stands already is not written again. Answers how many were written. */
export async function storeRows(db: Db, orgId: OrgId, kind: CatalogueInfno, all: readonly CatalogueRow[]): Promise<number> {
  if (all.length === 0) return 0;
  const rows = lastOf(all, (row) => row.code).map(wholeCharacters);
  const listType = GOODS[kind];
  if (listType === undefined) return await storeTerms(db, orgId, kind, rows);
  return await storeItems(
    db,
    orgId,
    rows.map((row) => ({ ...row, kind, listType })),
  );
}

const codesOf = (rows: readonly { readonly code: string }[]) => sql<string>`any(${rows.map((row) => row.code)}::text[])`;

async function storeTerms(db: Db, orgId: OrgId, kind: CatalogueInfno, all: readonly CatalogueRow[]): Promise<number> {
  // rows: what the download in hand already brought, of its facility
  const stored = await db
    .selectFrom('insurance.national_term as term')
    .select(nationalTermTable.sqlColumns('term', ['code', ...TERM_FACTS]))
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('code', '=', codesOf(all))
    .execute();
  const rows = changed<TermFacts>(all, stored, TERM_FACTS);
  if (rows.length === 0) return 0;
  await db
    .insertInto('insurance.national_term')
    .values(
      rows.map(({ code, name, valid, version }) => nationalTermTable.toSql({ orgId, kind, code, name, valid, version, searchGrams: searchGrams(name, code) })),
    )
    .onConflict((any) => any.columns(['org_id', 'kind', 'code']).doUpdateSet(fresh([...TERM_FACTS, 'search_grams'])))
    .execute();
  return rows.length;
}

async function storeItems(db: Db, orgId: OrgId, all: readonly ItemFacts[]): Promise<number> {
  // rows: what the download in hand already brought, of its facility
  const stored = await db
    .selectFrom('insurance.national_item as item')
    .select(nationalItemTable.sqlColumns('item', ['code', ...ITEM_FACTS]))
    .where('org_id', '=', orgId)
    .where('code', '=', codesOf(all))
    .execute();
  const rows = changed<ItemFacts>(all, stored, ITEM_FACTS);
  if (rows.length === 0) return 0;
  await db
    .insertInto('insurance.national_item')
    .values(
      rows.map((row) => {
        const grams = searchGrams(row.name, row.genericName, row.spec, row.approvalNumber, row.code);
        return nationalItemTable.toSql({ ...row, orgId, searchGrams: grams });
      }),
    )
    .onConflict((any) => any.columns(['org_id', 'code']).doUpdateSet(fresh(namesOf(nationalItemTable, [...ITEM_FACTS, 'searchGrams']))))
    .execute();
  return rows.length;
}
