import { AppError, EnvelopeCode, type Quantity, quantityToText, type UserId } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { LedgerLine, LedgerPrescription } from '../../prescription/contract/index.ts';
import { isDispensable } from '../domain/dispensable-lines.ts';
import { allocateFefo, type Demand } from '../domain/fefo.ts';
import { handedOut } from '../domain/handed-out.ts';
import { type PlannedReturn, planReturn, type ReturnRequest } from '../domain/return-plan.ts';
import { MovementKind, signOf } from '../domain/stock-lot.ts';
import { advanceAllocation, allocationsOf, insertAllocations, insertMovements, type NewMovement, openShare, returnToAllocation } from './allocation.repo.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { addToLot, lockLotsOf, releaseLot, reserveLot, takeFromLot } from './stock.repo.ts';

type Ctx = ServerContext<PharmacyTables>;

/** Who moves goods, and when. */
export interface Mover {
  readonly userId: UserId;
  readonly userName: string;
  readonly at: Date;
  /** Business day; decides which lots are expired. */
  readonly today: string;
}

/** Lines that leave the pharmacy out of a lot. */
export const stockLines = (prescription: LedgerPrescription): LedgerLine[] =>
  prescription.lines.filter((line) => isDispensable(line.drugType) && line.stockKept && handedOut(line) > 0);

export const demandsOf = (lines: readonly LedgerLine[]): Demand[] =>
  lines.map((line) => ({ detailId: line.detailId, itemId: line.drugId, quantity: handedOut(line) }));

/**
 * Reserves lots for every line, earliest expiry first.
 * @throws AppError `pharmacy.stock-short` (409) naming the first line that usable stock does not cover; nothing is reserved then.
 */
export async function pickStock(ctx: Ctx, prescription: LedgerPrescription, mover: Mover): Promise<void> {
  const lines = stockLines(prescription);
  const lots = await lockLotsOf(ctx.db, prescription.orgId, [...new Set(lines.map((line) => line.drugId))]);
  const { allocations, shortages } = allocateFefo(demandsOf(lines), lots, mover.today);
  const [short] = shortages;
  if (short) {
    const line = lines.find((one) => one.detailId === short.detailId);
    throw new AppError('pharmacy.stock-short', {
      code: EnvelopeCode.Conflict,
      params: { name: line?.drugName ?? short.itemId, missing: Number(quantityToText(short.missing)), unit: line?.preparaUnit ?? '' },
    });
  }
  const owner = { orgId: prescription.orgId, dpId: prescription.dpId, at: mover.at };
  const shares = allocations.map((allocation) => ({ ...allocation, ...owner, id: ctx.newId() })).sort((a, b) => (a.lotId < b.lotId ? -1 : 1));
  for (const share of shares) await reserveLot(ctx.db, share.lotId, share.quantity, mover.today);
  await insertAllocations(ctx.db, shares);
}

/** Puts everything that is reserved and not handed out back on the shelf. */
export async function unpickStock(ctx: Ctx, prescription: LedgerPrescription): Promise<void> {
  for (const share of await allocationsOf(ctx.db, prescription.dpId, [prescription.orgId])) {
    const open = openShare(share);
    if (open <= 0) continue;
    await releaseLot(ctx.db, share.lotId, open);
    await advanceAllocation(ctx.db, share.allocationId, 'released', open);
  }
}

interface Moved {
  readonly allocationId: string;
  readonly detailId: string;
  readonly lotId: string;
  readonly quantity: Quantity;
  readonly balance: Quantity;
}

const movementRow = (ctx: Ctx, prescription: LedgerPrescription, mover: Mover, kind: MovementKind, moved: Moved): NewMovement => ({
  id: ctx.newId(),
  orgId: prescription.orgId,
  lotId: moved.lotId,
  kind,
  quantity: (signOf(kind) * moved.quantity) as Quantity,
  balance: moved.balance,
  prescription: {
    dpId: prescription.dpId,
    dpNumber: prescription.dpNumber,
    patientName: prescription.patientName,
    detailId: moved.detailId,
    allocationId: moved.allocationId,
  },
  operatorId: mover.userId,
  operatorName: mover.userName,
  at: mover.at,
  businessDay: mover.today,
  origin: 'desk',
});

/**
 * Hands out what was reserved; stock goes down lot by lot and each step stands in the ledger.
 * @throws AppError `pharmacy.not-picked` when the reservations do not cover every line, `pharmacy.lot-blocked`.
 */
export async function dispenseStock(ctx: Ctx, prescription: LedgerPrescription, mover: Mover): Promise<void> {
  const shares = await allocationsOf(ctx.db, prescription.dpId, [prescription.orgId]);
  for (const line of stockLines(prescription)) {
    const promised = shares.filter((share) => share.detailId === line.detailId).reduce((sum, share) => sum + openShare(share), 0);
    if (promised !== handedOut(line)) throw new AppError('pharmacy.not-picked', { code: EnvelopeCode.Conflict, params: { name: line.drugName } });
  }
  const movements: NewMovement[] = [];
  for (const share of shares) {
    const quantity = openShare(share);
    if (quantity <= 0) continue;
    const balance = await takeFromLot(ctx.db, share, quantity, mover.today);
    await advanceAllocation(ctx.db, share.allocationId, 'taken', quantity);
    movements.push(movementRow(ctx, prescription, mover, MovementKind.Dispense, { ...share, quantity, balance }));
  }
  await insertMovements(ctx.db, movements);
}

/** What a return would do; the caller moves the prescription's state before the goods. */
export async function planReturnOf(ctx: Ctx, prescription: LedgerPrescription, requests: readonly ReturnRequest[]) {
  return planReturn(await allocationsOf(ctx.db, prescription.dpId, [prescription.orgId]), requests);
}

/** Goods go back into the lots they came from. */
export async function returnStock(ctx: Ctx, prescription: LedgerPrescription, mover: Mover, returns: readonly PlannedReturn[]): Promise<void> {
  const movements: NewMovement[] = [];
  for (const one of [...returns].sort((a, b) => (a.lotId < b.lotId ? -1 : 1))) {
    const balance = await addToLot(ctx.db, one.lotId, one.quantity);
    await returnToAllocation(ctx.db, one.allocationId, one.returned, one.quantity);
    movements.push(movementRow(ctx, prescription, mover, MovementKind.Return, { ...one, balance }));
  }
  await insertMovements(ctx.db, movements);
}
