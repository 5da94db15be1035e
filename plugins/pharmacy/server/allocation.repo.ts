import { AppError, EnvelopeCode, type OrgId, type Quantity, quantityFromText, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import type { Allocation } from '../domain/fefo.ts';
import { portions } from './insert-rows.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

type Db = Kysely<PharmacyTables>;

/** A line's share of a lot as it stands now. */
export interface AllocationRecord {
  readonly allocationId: string;
  readonly detailId: string;
  readonly lotId: string;
  readonly lotNo: string;
  readonly expiresOn: string;
  readonly location: string;
  readonly unit: string;
  /** Preparation units in one pack. */
  readonly packSize: Quantity;
  readonly quantity: Quantity;
  readonly taken: Quantity;
  readonly released: Quantity;
  readonly returned: Quantity;
  /** Of the lot: blocked by quality control. */
  readonly frozen: boolean;
  /** Who took it from the shelf; empty in the demo's past. */
  readonly pickedBy: string;
  readonly pickedByName: string;
}

/** Promised and neither handed out nor put back. */
export const openShare = (share: AllocationRecord): Quantity => (share.quantity - share.taken - share.released) as Quantity;

/** Shares of a prescription that are promised or were handed out, by lot. */
export async function allocationsOf(db: Db, dpId: string, orgIds: readonly OrgId[]): Promise<AllocationRecord[]> {
  const rows = await db
    .selectFrom('pharmacy.allocation as share')
    .innerJoin('pharmacy.lot as lot', 'lot.id', 'share.lot_id')
    .select(['share.id', 'share.detail_id', 'share.lot_id', 'share.quantity', 'share.taken', 'share.released', 'share.returned'])
    .select(['lot.lot_no', 'lot.expires_on', 'lot.location', 'lot.unit', 'lot.stock_dmin', 'lot.frozen', 'share.picked_by', 'share.picked_by_name'])
    .where('share.dp_id', '=', dpId)
    .where('share.org_id', 'in', [...orgIds])
    .where(sql<boolean>`share.quantity > share.released`)
    .orderBy('share.lot_id')
    .orderBy('share.id')
    .execute();
  return rows.map((row) => ({
    allocationId: row.id,
    detailId: row.detail_id,
    lotId: row.lot_id,
    lotNo: row.lot_no,
    expiresOn: row.expires_on,
    location: row.location,
    unit: row.unit,
    packSize: quantityFromText(row.stock_dmin),
    quantity: quantityFromText(row.quantity),
    taken: quantityFromText(row.taken),
    released: quantityFromText(row.released),
    returned: quantityFromText(row.returned),
    frozen: row.frozen,
    pickedBy: row.picked_by,
    pickedByName: row.picked_by_name,
  }));
}

export interface NewAllocation extends Allocation {
  readonly id: string;
  readonly orgId: OrgId;
  readonly dpId: string;
  readonly at: Date;
  /** Handed out already; only demo data skips the steps between. */
  readonly taken?: Quantity;
  readonly pickedBy?: string;
  readonly pickedByName?: string;
}

export async function insertAllocations(db: Db, shares: readonly NewAllocation[]): Promise<void> {
  for (const portion of portions(shares)) {
    await db
      .insertInto('pharmacy.allocation')
      .values(
        portion.map((share) => ({
          id: share.id,
          org_id: share.orgId,
          dp_id: share.dpId,
          detail_id: share.detailId,
          lot_id: share.lotId,
          quantity: quantityToText(share.quantity),
          taken: quantityToText(share.taken ?? (0 as Quantity)),
          created_at: share.at,
          picked_by: share.pickedBy,
          picked_by_name: share.pickedByName,
        })),
      )
      .execute();
  }
}

/** Adds to what was handed out or put back; the table's checks keep both within the share. */
export async function advanceAllocation(db: Db, allocationId: string, figure: 'taken' | 'released', quantity: Quantity): Promise<void> {
  const amount = quantityToText(quantity);
  await db
    .updateTable('pharmacy.allocation')
    .set(figure === 'taken' ? { taken: sql<string>`taken + ${amount}::numeric` } : { released: sql<string>`released + ${amount}::numeric` })
    .where('id', '=', allocationId)
    .execute();
}

/** Adds to what came back, provided that nobody else has since it was counted. @throws AppError `pharmacy.return-stale` (409). */
export async function returnToAllocation(db: Db, allocationId: string, before: Quantity, quantity: Quantity): Promise<void> {
  const row = await db
    .updateTable('pharmacy.allocation')
    .set({ returned: quantityToText((before + quantity) as Quantity) })
    .where('id', '=', allocationId)
    .where('returned', '=', quantityToText(before))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('pharmacy.return-stale', { code: EnvelopeCode.Conflict });
}
