import { quantityFromText, quantityToWire } from '@nephra/plugin-sdk/contract';
import { type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { LedgerCheck } from '../../contract/index.ts';
import { allocationTable } from './allocation.table.ts';
import { lotTable } from './lot.table.ts';
import { movementTable } from './movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

const wire = (text: string): number => quantityToWire(quantityFromText(text));

/** GET pharmacy/movement/check: per lot, Σ of the ledger = on hand and Σ of open promises = reserved. At most 50 faults are named. */
export async function checkLedger(ctx: RequestContext<PharmacyTables>): Promise<LedgerCheck> {
  const moved = ctx.db
    .selectFrom(movementTable.as(ctx, 'one')) // no guard: joined to the lots of these facilities below; spares the sums of others
    .select(['one.lotId', sql<string>`sum(one.quantity)`.as('quantity'), sql<string>`count(*)`.as('steps')])
    .groupBy('one.lotId')
    .as('moved');
  const promised = ctx.db
    .selectFrom(allocationTable.as(ctx, 'share')) // no guard: joined to the lots of these facilities below; spares the sums of others
    .select(['share.lotId', sql<string>`sum(share.quantity - share.taken - share.released)`.as('quantity')])
    .groupBy('share.lotId')
    .as('promised');
  const lots = ctx.db.selectFrom(lotTable.as(ctx, 'lot')).leftJoin(moved, 'moved.lotId', 'lot.id').leftJoin(promised, 'promised.lotId', 'lot.id');
  const totals = await lots.select([sql<string>`count(*)`.as('lots'), sql<string>`coalesce(sum(moved.steps), 0)`.as('movements')]).executeTakeFirstOrThrow();
  const faults = await lots
    .select(['lot.id', 'lot.drugName', 'lot.lotNo', 'lot.unit', 'lot.onHand', 'lot.reserved'])
    .select([sql<string>`coalesce(moved.quantity, 0)`.as('ledger'), sql<string>`coalesce(promised.quantity, 0)`.as('promised')])
    .where(sql<boolean>`coalesce(moved.quantity, 0) <> lot."onHand" or coalesce(promised.quantity, 0) <> lot.reserved`)
    .orderBy('lot.id')
    .limit(50)
    .execute();
  return {
    lots: Number(totals.lots),
    movements: Number(totals.movements),
    faultList: faults.map((row) => ({
      lotId: row.id,
      drugName: row.drugName,
      lotNo: row.lotNo,
      unit: row.unit,
      onHand: wire(row.onHand),
      ledger: wire(row.ledger),
      reserved: wire(row.reserved),
      promised: wire(row.promised),
    })),
  };
}
