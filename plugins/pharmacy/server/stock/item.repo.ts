import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, type ReadContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { NewRow } from '../new-row.ts';
import { type ItemStored, itemTable } from './item.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Db = Kysely<PharmacyTables>;

export type KeptItem = NewRow<Omit<ItemStored, 'version'>, 'minimum' | 'traceRequired'>;

/** Makes items known to the pharmacy; what somebody set for one that is known stays. */
export async function keepItems(db: Db, items: readonly KeptItem[]): Promise<void> {
  const byKey = new Map(items.map((item) => [`${item.orgId}/${item.drugId}`, item]));
  const sorted = [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  // The same catalogue stands in every facility: each name is spelled out once.
  const grams = new Map<string, string[]>();
  const gramsOf = ({ drugName, drugSpec }: KeptItem): string[] => {
    const name = `${drugName} ${drugSpec}`;
    const known = grams.get(name) ?? searchGrams(drugName, drugSpec);
    grams.set(name, known);
    return known;
  };
  const rows = sorted.map((item) => ({ ...item, version: undefined, searchGrams: gramsOf(item) }));
  await itemTable.insertAll({ db }, rows, { unlessTaken: ['orgId', 'drugId'] });
}

/** Items of which every pack must be scanned, among these. */
export async function tracedItems(ctx: ReadContext, orgId: OrgId, drugIds: readonly string[]): Promise<Set<string>> {
  if (drugIds.length === 0) return new Set();
  const rows = await itemTable
    .select(ctx)
    .where('row.orgId', '=', orgId)
    .where('row.drugId', 'in', [...drugIds])
    .where('row.traceRequired', '=', true)
    .execute();
  return new Set(rows.map((row) => row.drugId));
}
