import { AppError, EnvelopeCode, type Quantity, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, type ReadContext, sql } from '@nephra/plugin-sdk/server';
import { type AllocationStored, allocationTable } from './allocation.table.ts';
import { type LotStored, lotTable } from './lot.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

type Db = Kysely<PharmacyTables>;

/** A line's share of a lot as it stands now. */
export interface AllocationRecord
  extends Pick<AllocationStored, 'detailId' | 'lotId' | 'quantity' | 'taken' | 'released' | 'returned' | 'pickedBy' | 'pickedByName'>,
    Pick<LotStored, 'lotNo' | 'expiresOn' | 'location' | 'unit' | 'frozen'> {
  readonly allocationId: string;
  /** Preparation units in one pack. */
  readonly packSize: Quantity;
}

/** Promised and neither handed out nor put back. */
export const openShare = (share: AllocationRecord): Quantity => (share.quantity - share.taken - share.released) as Quantity;

/** Shares of a prescription that are promised or were handed out, by lot. */
export async function allocationsOf(ctx: ReadContext, dpId: string): Promise<AllocationRecord[]> {
  const rows = await allocationTable
    .select(ctx, 'share')
    .innerJoin(lotTable.as(ctx, 'lot'), 'lot.id', 'share.lotId') // no guard: the share's own door has looked, and its lot is of the same facility
    .select(['lot.lotNo', 'lot.expiresOn', 'lot.location', 'lot.unit', 'lot.stockDmin', 'lot.frozen'])
    .where('share.dpId', '=', dpId)
    .where(sql<boolean>`share.quantity > share.released`)
    .orderBy('share.lotId')
    .orderBy('share.id')
    .execute();
  return rows.map(({ id, stockDmin, ...share }) => ({ ...share, allocationId: id, packSize: lotTable.codec.stockDmin.read(stockDmin) }));
}

/** Adds to what was handed out or put back; the table's checks keep both within the share. */
export async function advanceAllocation(db: Db, allocationId: string, figure: 'taken' | 'released', quantity: Quantity): Promise<void> {
  const amount = quantityToText(quantity);
  // rows: a share that came through its door (`allocationsOf`), of a prescription that is held
  await db
    .updateTable('pharmacy.allocation')
    .set(figure === 'taken' ? { taken: sql<string>`taken + ${amount}::numeric` } : { released: sql<string>`released + ${amount}::numeric` })
    .where('id', '=', allocationId)
    .execute();
}

/** Adds to what came back, provided that nobody else has since it was counted. @throws AppError `pharmacy.return-stale` (409). */
export async function returnToAllocation(db: Db, allocationId: string, before: Quantity, quantity: Quantity): Promise<void> {
  // rows: a share that came through its door (`allocationsOf`), of a prescription that is held
  const row = await db
    .updateTable('pharmacy.allocation')
    .set({ returned: quantityToText((before + quantity) as Quantity) })
    .where('id', '=', allocationId)
    .where('returned', '=', quantityToText(before))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.return-stale', { code: EnvelopeCode.Conflict });
}
