import { AppError, EnvelopeCode, type OrgId, type Quantity, quantityFromText, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { AllocatableLot } from '../domain/fefo.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

type Db = Kysely<PharmacyTables>;

/**
 * Where those who move stock of a facility wait for each other. Which lots an act will lock is known only once it has read the prescription, and all
 * want those of the same few drugs; receipt and count numbers are taken in the same queue.
 */
export const lotQueue = ({ user }: Pick<RequestContext<never>, 'user'>): string[] => [`lots ${user.orgId}`];

/** What the pharmacy shows of a lot besides its figures. */
export interface StockLot extends AllocatableLot {
  readonly lotNo: string;
  readonly location: string;
  readonly unit: string;
  /** Preparation units in one pack. */
  readonly packSize: Quantity;
}

const lotColumns = ['id', 'drug_id', 'lot_no', 'expires_on', 'location', 'unit', 'stock_dmin', 'on_hand', 'reserved', 'frozen'] as const;

const lotOf = (
  row: Record<'id' | 'drug_id' | 'lot_no' | 'expires_on' | 'location' | 'unit' | 'stock_dmin' | 'on_hand' | 'reserved', string> & { frozen: boolean },
): StockLot => ({
  lotId: row.id,
  itemId: row.drug_id,
  lotNo: row.lot_no,
  expiresOn: row.expires_on,
  location: row.location,
  unit: row.unit,
  packSize: quantityFromText(row.stock_dmin),
  onHand: quantityFromText(row.on_hand),
  reserved: quantityFromText(row.reserved),
  frozen: row.frozen,
});

/** Lots of these drugs that still hold something. */
export async function lotsOf(db: Db, orgId: OrgId, drugIds: readonly string[]): Promise<StockLot[]> {
  if (drugIds.length === 0) return [];
  const rows = await db
    .selectFrom('pharmacy.lot')
    .select(lotColumns)
    .where('org_id', '=', orgId)
    .where('drug_id', 'in', [...drugIds])
    .where('on_hand', '>', '0')
    .orderBy('id')
    .execute();
  return rows.map(lotOf);
}

/** The same, locked until the end of the transaction; always in the order of the ids, so that two pharmacists never wait for each other in a circle. */
export async function lockLotsOf(db: Db, orgId: OrgId, drugIds: readonly string[]): Promise<StockLot[]> {
  if (drugIds.length === 0) return [];
  const rows = await db
    .selectFrom('pharmacy.lot')
    .select(lotColumns)
    .where('org_id', '=', orgId)
    .where('drug_id', 'in', [...drugIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(lotOf);
}

/** Promises a quantity: one conditional update, so the lot can never be promised twice. @throws AppError `pharmacy.stock-changed` (409). */
export async function reserveLot(db: Db, lotId: string, quantity: Quantity, today: string): Promise<void> {
  const amount = quantityToText(quantity);
  const row = await db
    .updateTable('pharmacy.lot')
    .set({ reserved: sql<string>`reserved + ${amount}::numeric` })
    .where('id', '=', lotId)
    .where('frozen', '=', false)
    .where('expires_on', '>=', today)
    .where(sql<boolean>`on_hand - reserved >= ${amount}::numeric`)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.stock-changed', { code: EnvelopeCode.Conflict });
}

/** Ends a promise. @throws AppError `pharmacy.stock-changed` (409). */
export async function releaseLot(db: Db, lotId: string, quantity: Quantity): Promise<void> {
  const amount = quantityToText(quantity);
  const row = await db
    .updateTable('pharmacy.lot')
    .set({ reserved: sql<string>`reserved - ${amount}::numeric` })
    .where('id', '=', lotId)
    .where(sql<boolean>`reserved >= ${amount}::numeric`)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.stock-changed', { code: EnvelopeCode.Conflict });
}

/** Hands out what was promised; what is on hand afterwards. @throws AppError `pharmacy.lot-blocked` when the lot expired or was frozen since. */
export async function takeFromLot(db: Db, lot: { lotId: string; lotNo: string }, quantity: Quantity, today: string): Promise<Quantity> {
  const amount = quantityToText(quantity);
  const row = await db
    .updateTable('pharmacy.lot')
    .set({ on_hand: sql<string>`on_hand - ${amount}::numeric`, reserved: sql<string>`reserved - ${amount}::numeric` })
    .where('id', '=', lot.lotId)
    .where('frozen', '=', false)
    .where('expires_on', '>=', today)
    .where(sql<boolean>`reserved >= ${amount}::numeric and on_hand >= ${amount}::numeric`)
    .returning('on_hand')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.lot-blocked', { code: EnvelopeCode.Conflict, params: { lotNo: lot.lotNo } });
  return quantityFromText(row.on_hand);
}

/** Adds goods to a lot; what is on hand afterwards. */
export async function addToLot(db: Db, lotId: string, quantity: Quantity): Promise<Quantity> {
  const row = await db
    .updateTable('pharmacy.lot')
    .set({ on_hand: sql<string>`on_hand + ${quantityToText(quantity)}::numeric` })
    .where('id', '=', lotId)
    .returning('on_hand')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.lot-not-found', { code: EnvelopeCode.NotFound });
  return quantityFromText(row.on_hand);
}

export type Correction = { readonly kind: 'done'; readonly onHand: Quantity } | { readonly kind: 'stale' } | { readonly kind: 'reserved' };

/** Adds a signed difference to a lot of this version, which the caller has seen to be his; never below what is reserved. */
export async function correctLot(db: Db, lot: { readonly lotId: string; readonly version: number }, difference: Quantity): Promise<Correction> {
  const stored = await db.selectFrom('pharmacy.lot').select(['version', 'on_hand', 'reserved']).where('id', '=', lot.lotId).forUpdate().executeTakeFirst();
  if (stored?.version !== lot.version) return { kind: 'stale' };
  const onHand = (quantityFromText(stored.on_hand) + difference) as Quantity;
  if (onHand < quantityFromText(stored.reserved)) return { kind: 'reserved' };
  await db
    .updateTable('pharmacy.lot')
    .set({ on_hand: quantityToText(onHand), version: lot.version + 1 })
    .where('id', '=', lot.lotId)
    .execute();
  return { kind: 'done', onHand };
}
