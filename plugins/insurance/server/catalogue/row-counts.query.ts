import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import type { CatalogueInfno } from '../../contract/index.ts';
import { GOODS } from '../../domain/catalogue/catalogue-layout.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

/** Tables of the kinds that have one of their own. */
const OWN_TABLE: Readonly<Partial<Record<CatalogueInfno, string>>> = {
  '1312': 'insurance.list_entry',
  '1318': 'insurance.price_cap',
  '1319': 'insurance.own_share',
};
const LINKS: readonly CatalogueInfno[] = ['1316', '1317'];

/** Rows that the facility has of a kind. Reads them all: for the end of a download, not for every look. */
export async function countRows(db: Kysely<InsuranceTables>, orgId: OrgId, kind: CatalogueInfno): Promise<number> {
  const own = OWN_TABLE[kind];
  const shared = GOODS[kind] ? 'insurance.national_item' : LINKS.includes(kind) ? 'insurance.list_link' : 'insurance.national_term';
  const ofKind = own ? sql`` : sql`and kind = ${kind}`;
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${sql.table(own ?? shared)} where org_id = ${orgId} ${ofKind}`.execute(db);
  return rows[0]?.total ?? 0;
}
