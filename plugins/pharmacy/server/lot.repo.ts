import { type OrgId, type Quantity, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, searchGrams } from '@nephra/plugin-sdk/server';
import { portions } from './insert-rows.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

export interface NewLot {
  readonly id: string;
  readonly orgId: OrgId;
  readonly kind: 'drug' | 'material';
  readonly drugId: string;
  readonly drugName: string;
  readonly drugSpec: string;
  readonly maker: string;
  readonly unit: string;
  readonly stockUnit: string;
  readonly stockDmin: Quantity;
  readonly lotNo: string;
  readonly expiresOn: string;
  readonly cost: string;
  readonly location: string;
  readonly frozen?: boolean;
  readonly onHand?: Quantity;
  readonly at: Date;
}

/** Search pieces of lots; a name is spelled out once however many lots carry it. */
function gramsOf(lots: readonly NewLot[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { drugName, drugSpec } of lots) {
    const name = `${drugName} ${drugSpec}`;
    if (!names.has(name)) names.set(name, searchGrams(drugName, drugSpec));
  }
  return new Map(lots.map((lot) => [lot.id, [...new Set([...(names.get(`${lot.drugName} ${lot.drugSpec}`) ?? []), ...searchGrams(lot.lotNo, lot.location)])]]));
}

/** Adds lots; one that is there already (same goods, lot number, expiry, shelf and cost) stays as it is. */
export async function insertLots(db: Kysely<PharmacyTables>, lots: readonly NewLot[]): Promise<void> {
  const grams = gramsOf(lots);
  for (const portion of portions(lots)) {
    await db
      .insertInto('pharmacy.lot')
      .values(
        portion.map((lot) => ({
          id: lot.id,
          org_id: lot.orgId,
          kind: lot.kind,
          drug_id: lot.drugId,
          drug_name: lot.drugName,
          drug_spec: lot.drugSpec,
          maker: lot.maker,
          unit: lot.unit,
          stock_unit: lot.stockUnit,
          stock_dmin: quantityToText(lot.stockDmin),
          lot_no: lot.lotNo,
          expires_on: lot.expiresOn,
          cost: lot.cost,
          location: lot.location,
          frozen: lot.frozen ?? false,
          on_hand: quantityToText(lot.onHand ?? (0 as Quantity)),
          created_at: lot.at,
          search_grams: grams.get(lot.id) ?? [],
        })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'drug_id', 'lot_no', 'expires_on', 'location', 'cost']).doNothing())
      .execute();
  }
}

export async function lotIdOf(db: Kysely<PharmacyTables>, lot: NewLot): Promise<string> {
  const row = await db
    .selectFrom('pharmacy.lot')
    .select('id')
    .where('org_id', '=', lot.orgId)
    .where('drug_id', '=', lot.drugId)
    .where('lot_no', '=', lot.lotNo)
    .where('expires_on', '=', lot.expiresOn)
    .where('location', '=', lot.location)
    .where('cost', '=', lot.cost)
    .executeTakeFirstOrThrow();
  return row.id;
}
