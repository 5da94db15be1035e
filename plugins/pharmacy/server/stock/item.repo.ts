import { type OrgId, type Quantity, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, searchGrams } from '@nephra/plugin-sdk/server';
import { portions } from '../insert-rows.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Db = Kysely<PharmacyTables>;

export interface KeptItem {
  readonly orgId: OrgId;
  readonly drugId: string;
  readonly kind: 'drug' | 'material';
  readonly drugName: string;
  readonly drugSpec: string;
  readonly unit: string;
  readonly stockUnit: string;
  readonly stockDmin: Quantity;
  readonly minimum?: Quantity;
  readonly traceRequired?: boolean;
}

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
  for (const portion of portions(sorted)) {
    await db
      .insertInto('pharmacy.item')
      .values(
        portion.map((item) => ({
          org_id: item.orgId,
          drug_id: item.drugId,
          kind: item.kind,
          drug_name: item.drugName,
          drug_spec: item.drugSpec,
          unit: item.unit,
          stock_unit: item.stockUnit,
          stock_dmin: quantityToText(item.stockDmin),
          minimum: quantityToText(item.minimum ?? (0 as Quantity)),
          trace_required: item.traceRequired ?? false,
          search_grams: gramsOf(item),
        })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'drug_id']).doNothing())
      .execute();
  }
}

/** Items of which every pack must be scanned, among these. */
export async function tracedItems(db: Db, orgId: OrgId, drugIds: readonly string[]): Promise<Set<string>> {
  if (drugIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('pharmacy.item')
    .select('drug_id')
    .where('org_id', '=', orgId)
    .where('drug_id', 'in', [...drugIds])
    .where('trace_required', '=', true)
    .execute();
  return new Set(rows.map((row) => row.drug_id));
}
