import { type Kysely, type ReadContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { NewRow } from '../new-row.ts';
import { type LotStored, lotTable } from './lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

export type NewLot = NewRow<LotStored, 'onHand' | 'reserved' | 'frozen' | 'frozenReason' | 'version'>;

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
  const rows = lots.map((lot) => ({ ...lot, searchGrams: grams.get(lot.id) ?? [] }));
  await lotTable.insertAll({ db }, rows, { unlessTaken: ['orgId', 'drugId', 'lotNo', 'expiresOn', 'location', 'cost'] });
}

export async function lotIdOf(ctx: ReadContext, lot: NewLot): Promise<string> {
  const row = await lotTable
    .select(ctx, 'lot')
    .clearSelect()
    .select('lot.id')
    .where('lot.orgId', '=', lot.orgId)
    .where('lot.drugId', '=', lot.drugId)
    .where('lot.lotNo', '=', lot.lotNo)
    .where('lot.expiresOn', '=', lot.expiresOn)
    .where('lot.location', '=', lot.location)
    .where('lot.cost', '=', lotTable.codec.cost.write(lot.cost))
    .executeTakeFirstOrThrow();
  return row.id;
}
