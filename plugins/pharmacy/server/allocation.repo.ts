import { AppError, EnvelopeCode, type OrgId, type Quantity, quantityFromText, quantityToText } from '@nephra/plugin-sdk/contract';
import { type Kysely, sql } from '@nephra/plugin-sdk/server';
import type { DispensingAction } from '../domain/dispensing-state.ts';
import type { Allocation } from '../domain/fefo.ts';
import type { MovementKind } from '../domain/stock-lot.ts';
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
  readonly quantity: Quantity;
  readonly taken: Quantity;
  readonly released: Quantity;
  readonly returned: Quantity;
}

/** Promised and neither handed out nor put back. */
export const openShare = (share: AllocationRecord): Quantity => (share.quantity - share.taken - share.released) as Quantity;

/** Shares of a prescription that are promised or were handed out, by lot. */
export async function allocationsOf(db: Db, dpId: string, orgIds: readonly OrgId[]): Promise<AllocationRecord[]> {
  const rows = await db
    .selectFrom('pharmacy.allocation as share')
    .innerJoin('pharmacy.lot as lot', 'lot.id', 'share.lot_id')
    .select(['share.id', 'share.detail_id', 'share.lot_id', 'share.quantity', 'share.taken', 'share.released', 'share.returned'])
    .select(['lot.lot_no', 'lot.expires_on', 'lot.location', 'lot.unit'])
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
    quantity: quantityFromText(row.quantity),
    taken: quantityFromText(row.taken),
    released: quantityFromText(row.released),
    returned: quantityFromText(row.returned),
  }));
}

export interface NewAllocation extends Allocation {
  readonly id: string;
}

export async function insertAllocations(db: Db, input: { orgId: OrgId; dpId: string; at: Date; shares: readonly NewAllocation[] }): Promise<void> {
  if (input.shares.length === 0) return;
  await db
    .insertInto('pharmacy.allocation')
    .values(
      input.shares.map((share) => ({
        id: share.id,
        org_id: input.orgId,
        dp_id: input.dpId,
        detail_id: share.detailId,
        lot_id: share.lotId,
        quantity: quantityToText(share.quantity),
        created_at: input.at,
      })),
    )
    .execute();
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

export interface NewMovement {
  readonly id: string;
  readonly orgId: OrgId;
  readonly lotId: string;
  readonly kind: MovementKind;
  /** Signed. */
  readonly quantity: Quantity;
  readonly balance: Quantity;
  readonly prescription?: {
    readonly dpId: string;
    readonly dpNumber: string;
    readonly patientName: string;
    readonly detailId: string;
    readonly allocationId: string;
  };
  readonly operatorId: string;
  readonly operatorName: string;
  readonly at: Date;
  readonly businessDay: string;
  readonly note?: string;
  readonly origin: 'desk' | 'demo';
}

const MOVEMENTS_AT_ONCE = 500;

export async function insertMovements(db: Db, movements: readonly NewMovement[]): Promise<void> {
  for (let start = 0; start < movements.length; start += MOVEMENTS_AT_ONCE) {
    await db
      .insertInto('pharmacy.movement')
      .values(
        movements.slice(start, start + MOVEMENTS_AT_ONCE).map((movement) => ({
          id: movement.id,
          org_id: movement.orgId,
          lot_id: movement.lotId,
          kind: movement.kind,
          quantity: quantityToText(movement.quantity),
          balance: quantityToText(movement.balance),
          dp_id: movement.prescription?.dpId ?? null,
          dp_number: movement.prescription?.dpNumber ?? '',
          patient_name: movement.prescription?.patientName ?? '',
          detail_id: movement.prescription?.detailId ?? null,
          allocation_id: movement.prescription?.allocationId ?? null,
          operator_id: movement.operatorId,
          operator_name: movement.operatorName,
          moved_at: movement.at,
          business_day: movement.businessDay,
          note: movement.note ?? '',
          origin: movement.origin,
        })),
      )
      .execute();
  }
}

export interface StepRecord {
  readonly action: DispensingAction;
  readonly operatorId: string;
  readonly operatorName: string;
  readonly at: Date;
  readonly reason: string;
}

export async function stepsOf(db: Db, dpId: string, orgIds: readonly OrgId[]): Promise<StepRecord[]> {
  const rows = await db
    .selectFrom('pharmacy.dispensing_step')
    .select(['action', 'operator_id', 'operator_name', 'acted_at', 'reason'])
    .where('dp_id', '=', dpId)
    .where('org_id', 'in', [...orgIds])
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ action: row.action, operatorId: row.operator_id, operatorName: row.operator_name, at: row.acted_at, reason: row.reason }));
}

export async function insertStep(db: Db, step: StepRecord & { id: string; orgId: OrgId; dpId: string; rxStatus: number }): Promise<void> {
  await db
    .insertInto('pharmacy.dispensing_step')
    .values({
      id: step.id,
      org_id: step.orgId,
      dp_id: step.dpId,
      action: step.action,
      rx_status: step.rxStatus,
      reason: step.reason,
      operator_id: step.operatorId,
      operator_name: step.operatorName,
      acted_at: step.at,
    })
    .execute();
}
