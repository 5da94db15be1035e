import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, searchGrams, sql } from '@nephra/plugin-sdk/server';
import type { CatalogueInfno } from '../../contract/index.ts';
import { type CatalogueRow, GOODS } from '../../domain/catalogue/catalogue-layout.ts';
import type { CatalogueTables, NationalItemTable, NationalTermTable } from './catalogue-tables.ts';

type Db = Kysely<CatalogueTables>;

/** The last row of each key: one statement must not write a row twice. */
export function lastOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Sets every column but the key from the row that came. */
export const fresh = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]));

const ITEM_FACTS = [
  'kind',
  'list_type',
  'name',
  'generic_name',
  'spec',
  'form',
  'unit',
  'approval_number',
  'maker',
  'grade',
  'limited',
  'limit_text',
  'valid',
  'begn_date',
  'end_date',
  'version',
] as const satisfies readonly (keyof NationalItemTable)[];
type ItemFacts = Pick<NationalItemTable, 'code' | (typeof ITEM_FACTS)[number]>;

const TERM_FACTS = ['name', 'valid', 'version'] as const satisfies readonly (keyof NationalTermTable)[];
type TermFacts = Pick<NationalTermTable, 'code' | (typeof TERM_FACTS)[number]>;

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
  const rows = lastOf(all, (row) => row.code);
  const goods = GOODS[kind];
  return goods === undefined
    ? await storeTerms(db, orgId, kind, rows)
    : await storeItems(
        db,
        orgId,
        rows.map((row) => ({
          code: row.code,
          kind,
          list_type: goods,
          name: row.name,
          generic_name: row.genericName,
          spec: row.spec,
          form: row.form,
          unit: row.unit,
          approval_number: row.approvalNumber,
          maker: row.maker,
          grade: row.grade,
          limited: row.limited,
          limit_text: row.limitText,
          valid: row.valid,
          begn_date: row.begnDate,
          end_date: row.endDate,
          version: row.version,
        })),
      );
}

const codesOf = (rows: readonly { readonly code: string }[]) => sql<string>`any(${rows.map((row) => row.code)}::text[])`;

async function storeTerms(db: Db, orgId: OrgId, kind: CatalogueInfno, all: readonly CatalogueRow[]): Promise<number> {
  const stored = await db
    .selectFrom('insurance.national_term')
    .select(['code', ...TERM_FACTS])
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('code', '=', codesOf(all))
    .execute();
  const rows = changed<TermFacts>(
    all.map(({ code, name, valid, version }) => ({ code, name, valid, version })),
    stored,
    TERM_FACTS,
  );
  if (rows.length === 0) return 0;
  await db
    .insertInto('insurance.national_term')
    .values(rows.map((row) => ({ ...row, org_id: orgId, kind, search_grams: searchGrams(row.name, row.code) })))
    .onConflict((any) => any.columns(['org_id', 'kind', 'code']).doUpdateSet(fresh([...TERM_FACTS, 'search_grams'])))
    .execute();
  return rows.length;
}

async function storeItems(db: Db, orgId: OrgId, all: readonly ItemFacts[]): Promise<number> {
  const stored = await db
    .selectFrom('insurance.national_item')
    .select(['code', ...ITEM_FACTS])
    .where('org_id', '=', orgId)
    .where('code', '=', codesOf(all))
    .execute();
  const rows = changed<ItemFacts>(all, stored, ITEM_FACTS);
  if (rows.length === 0) return 0;
  await db
    .insertInto('insurance.national_item')
    .values(
      rows.map((row) => ({
        ...row,
        org_id: orgId,
        search_grams: searchGrams(row.name, row.generic_name, row.spec, row.approval_number, row.code),
      })),
    )
    .onConflict((any) => any.columns(['org_id', 'code']).doUpdateSet(fresh([...ITEM_FACTS, 'search_grams'])))
    .execute();
  return rows.length;
}
