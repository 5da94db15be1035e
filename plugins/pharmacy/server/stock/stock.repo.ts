import { AppError, EnvelopeCode, type OrgId, type Quantity, quantityFromText, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, type ReadContext, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { AllocatableLot } from '../../domain/stock/fefo.ts';
import { type LotStored, lotTable } from './lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Ctx = RequestContext<PharmacyTables>;
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

const lotOf = ({ id, drugId, lotNo, expiresOn, location, unit, stockDmin, onHand, reserved, frozen }: LotStored): StockLot => ({
  lotId: id,
  itemId: drugId,
  lotNo,
  expiresOn,
  location,
  unit,
  packSize: stockDmin,
  onHand,
  reserved,
  frozen,
});

/** Lots of these drugs that still hold something. */
export async function lotsOf(ctx: ReadContext, orgId: OrgId, drugIds: readonly string[]): Promise<StockLot[]> {
  if (drugIds.length === 0) return [];
  const ofDrugs = lotTable
    .select(ctx)
    .where('row.orgId', '=', orgId)
    .where('row.drugId', 'in', [...drugIds]);
  return (await ofDrugs.where('row.onHand', '>', '0').orderBy('row.id').execute()).map(lotOf);
}

/** The same, empty ones too, locked until the end of the transaction; always in the order of the ids, so that two pharmacists never wait for each other in a circle. */
export async function lockLotsOf(ctx: ReadContext, orgId: OrgId, drugIds: readonly string[]): Promise<StockLot[]> {
  if (drugIds.length === 0) return [];
  const ofDrugs = lotTable
    .select(ctx)
    .where('row.orgId', '=', orgId)
    .where('row.drugId', 'in', [...drugIds]);
  return (await ofDrugs.orderBy('row.id').forUpdate().execute()).map(lotOf);
}

/** Promises a quantity: one conditional update, so the lot can never be promised twice. @throws AppError `pharmacy.stock-changed` (409). */
export async function reserveLot(db: Db, lotId: string, quantity: Quantity, today: string): Promise<void> {
  const amount = quantityToText(quantity);
  // rows: a lot that was locked through its door (`lockLotsOf`), or that a share names which came through its own
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
  // rows: a lot that was locked through its door (`lockLotsOf`), or that a share names which came through its own
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
  // rows: a lot that was locked through its door (`lockLotsOf`), or that a share names which came through its own
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
  // rows: a lot that was locked through its door (`lockLotsOf`), or that a share names which came through its own
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

/** Adds a signed difference to a lot of this version; never below what is reserved. */
export async function correctLot(ctx: Ctx, lot: { readonly lotId: string; readonly version: number }, difference: Quantity): Promise<Correction> {
  const stored = await lotTable.select(ctx).where('row.id', '=', lot.lotId).forUpdate().executeTakeFirst();
  if (stored?.version !== lot.version) return { kind: 'stale' };
  const onHand = (stored.onHand + difference) as Quantity;
  if (onHand < stored.reserved) return { kind: 'reserved' };
  await lotTable.update(ctx, stored, { onHand });
  return { kind: 'done', onHand };
}
