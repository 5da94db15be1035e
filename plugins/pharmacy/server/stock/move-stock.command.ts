import { AppError, EnvelopeCode, type Quantity, quantityToText, type UserId } from '@nephra/plugin-sdk/contract';
import { pick, type RequestContext } from '@nephra/plugin-sdk/server';
import type { LedgerLine, LedgerPrescription } from '../../../prescription/contract/index.ts';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { isDispensable } from '../../domain/dispensing/dispensable-lines.ts';
import type { GoodsFacts } from '../../domain/dispensing/dispensing-state.ts';
import { allocateFefo, type Demand, isExpired } from '../../domain/stock/fefo.ts';
import { handedOut } from '../../domain/dispensing/handed-out.ts';
import { isWholePacks, smallestStep, wholePacks } from '../../domain/pack.ts';
import { type LineProgress, planHandOver } from '../../domain/dispensing/part-plan.ts';
import { type DispensedShare, type PlannedReturn, planReturn, type ReturnRequest } from '../../domain/dispensing/return-plan.ts';
import { MovementKind, signOf } from '../../domain/stock/stock-lot.ts';
import { isTraceCode, planTraceCodes, type ScannedCodes } from '../../domain/trace-code.ts';
import { advanceAllocation, type AllocationRecord, allocationsOf, openShare, returnToAllocation } from './allocation.repo.ts';
import { allocationTable } from './allocation.table.ts';
import { tracedItems } from './item.repo.ts';
import { movementTable, type NewMovement } from './movement.table.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { addToLot, lockLotsOf, releaseLot, reserveLot, takeFromLot } from './stock.repo.ts';
import { codesOf, sellCodes, takeCodesBack } from '../tracing/trace-code.repo.ts';

type Ctx = RequestContext<PharmacyTables>;

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

const sumOf = (shares: readonly AllocationRecord[], detailId: string, figure: (share: AllocationRecord) => number): Quantity =>
  shares.filter((share) => share.detailId === detailId).reduce((sum, share) => sum + figure(share), 0) as Quantity;

/** What is neither reserved nor handed out yet, line by line. */
export const demandsOf = (lines: readonly LedgerLine[], shares: readonly AllocationRecord[] = []): Demand[] =>
  lines.flatMap((line) => {
    const covered = sumOf(shares, line.detailId, (share) => share.quantity - share.released);
    const quantity = (handedOut(line) - covered) as Quantity;
    const step = smallestStep(line);
    // An order that is no whole number of packs leaves as it stands: the doctor said so.
    return quantity > 0 ? [{ detailId: line.detailId, itemId: line.drugId, quantity, step: isWholePacks(quantity, step) ? step : (1 as Quantity) }] : [];
  });

/** Why what is reserved in a lot can no longer leave; empty = it can. */
export type LotBar = '' | 'expired' | 'frozen';
export const lotBarOf = (share: AllocationRecord, today: string): LotBar => (isExpired(share.expiresOn, today) ? 'expired' : share.frozen ? 'frozen' : '');

/** @param today business day; decides which lots are expired */
export const goodsFacts = (lines: readonly LedgerLine[], shares: readonly AllocationRecord[], today: string): GoodsFacts => {
  const open = shares.filter((share) => openShare(share) > 0);
  return { reserved: open.length > 0, missing: demandsOf(lines, shares).length > 0, barred: open.some((share) => lotBarOf(share, today) !== '') };
};

/**
 * Reserves lots for everything that is not reserved yet, earliest expiry first.
 * @param asFarAsPossible reserve what there is instead of refusing a shortage
 * @returns whether something could not be reserved
 * @throws AppError `pharmacy.stock-short` (409) naming the first line that usable stock does not cover; nothing is reserved then.
 */
export async function pickStock(ctx: Ctx, prescription: LedgerPrescription, mover: Mover, asFarAsPossible: boolean): Promise<{ rest: boolean }> {
  const lines = stockLines(prescription);
  const demands = demandsOf(lines, await allocationsOf(ctx, prescription.dpId));
  const lots = await lockLotsOf(ctx, prescription.orgId, [...new Set(demands.map((demand) => demand.itemId))]);
  const { allocations, shortages } = allocateFefo(demands, lots, mover.today, asFarAsPossible);
  const [short] = shortages;
  if (short && allocations.length === 0) {
    const line = lines.find((one) => one.detailId === short.detailId);
    throw new AppError('pharmacy.stock-short', {
      code: EnvelopeCode.Conflict,
      params: { name: line?.drugName ?? short.itemId, missing: Number(quantityToText(short.missing)), unit: line?.preparaUnit ?? '' },
    });
  }
  const owner = { orgId: prescription.orgId, dpId: prescription.dpId, createdAt: mover.at, pickedBy: mover.userId, pickedByName: mover.userName };
  const shares = allocations.map((allocation) => ({ ...allocation, ...owner, id: ctx.newId() })).sort((a, b) => (a.lotId < b.lotId ? -1 : 1));
  for (const share of shares) await reserveLot(ctx.db, share.lotId, share.quantity, mover.today);
  await allocationTable.insertAll(ctx, shares);
  return { rest: short !== undefined };
}

/** Puts everything that is reserved and not handed out back on the shelf. */
export async function unpickStock(ctx: Ctx, prescription: LedgerPrescription): Promise<void> {
  for (const share of await allocationsOf(ctx, prescription.dpId)) {
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

const movementRow = (ctx: Ctx, prescription: LedgerPrescription, mover: Mover, kind: 'dispense' | 'return', moved: Moved): NewMovement => ({
  id: ctx.newId(),
  ...pick(prescription, 'orgId', 'dpId', 'dpNumber', 'patientName'),
  ...pick(moved, 'lotId', 'balance', 'detailId', 'allocationId'),
  kind,
  quantity: (signOf(kind) * moved.quantity) as Quantity,
  operatorId: mover.userId,
  operatorName: mover.userName,
  movedAt: mover.at,
  businessDay: mover.today,
  origin: 'desk',
});

const progressOf = (lines: readonly LedgerLine[], shares: readonly AllocationRecord[]): LineProgress[] =>
  lines.map((line) => {
    const ordered = handedOut(line);
    const step = smallestStep(line);
    return {
      detailId: line.detailId,
      drugName: line.drugName,
      ordered,
      taken: sumOf(shares, line.detailId, (share) => share.taken),
      step: isWholePacks(ordered, step) ? step : (1 as Quantity),
    };
  });

export interface HandOverRequest {
  readonly parts?: readonly { readonly detailId: string; readonly quantity: Quantity }[];
  readonly traces: readonly ScannedCodes[];
}

/** What handing out would do; the caller moves the prescription's state before the goods. */
export async function planDispense(ctx: Ctx, prescription: LedgerPrescription, wish: HandOverRequest) {
  const shares = await allocationsOf(ctx, prescription.dpId);
  const lines = stockLines(prescription);
  const plan = planHandOver(
    progressOf(lines, shares),
    shares.map((share) => ({ ...share, open: openShare(share) })),
    wish.parts,
  );
  const byId = new Map(shares.map((share) => [share.allocationId, share]));
  const traced = await tracedItems(ctx, prescription.orgId, [...new Set(lines.map((line) => line.drugId))]);
  const codes = planTraceCodes(
    plan.out.flatMap((one) => {
      const share = byId.get(one.allocationId);
      const line = lines.find((candidate) => candidate.detailId === one.detailId);
      if (!share || !line) return [];
      return [{ ...one, drugName: line.drugName, packSize: share.packSize, required: traced.has(line.drugId) }];
    }),
    wish.traces,
  );
  return { ...plan, shares: byId, codes };
}

/**
 * Hands out what was planned; stock goes down lot by lot and each step stands in the ledger.
 * @throws AppError `pharmacy.lot-blocked`, `pharmacy.trace-used`.
 */
export async function dispenseStock(ctx: Ctx, prescription: LedgerPrescription, mover: Mover, plan: Awaited<ReturnType<typeof planDispense>>): Promise<void> {
  const movements: NewMovement[] = [];
  const out = [...plan.out].sort((a, b) => (a.lotId < b.lotId ? -1 : a.lotId > b.lotId ? 1 : a.allocationId < b.allocationId ? -1 : 1));
  for (const one of out) {
    const share = plan.shares.get(one.allocationId);
    const balance = await takeFromLot(ctx.db, { lotId: one.lotId, lotNo: share?.lotNo ?? '' }, one.quantity, mover.today);
    await advanceAllocation(ctx.db, one.allocationId, 'taken', one.quantity);
    movements.push(movementRow(ctx, prescription, mover, MovementKind.Dispense, { ...one, balance }));
  }
  await movementTable.insertAll(ctx, movements);
  await sellCodes(
    ctx.db,
    plan.codes.map(({ allocationId, code }) => ({
      code,
      allocationId,
      orgId: prescription.orgId,
      lotId: plan.shares.get(allocationId)?.lotId ?? '',
      dpId: prescription.dpId,
      operatorId: mover.userId,
      soldAt: mover.at,
    })),
  );
}

/** What left, with everything that decides whether it may come back. */
export async function dispensedShares(ctx: Ctx, prescription: LedgerPrescription, shares: readonly AllocationRecord[]): Promise<DispensedShare[]> {
  const out = shares.filter((share) => share.taken > 0);
  if (out.length === 0) return [];
  const lineOf = new Map(prescription.prescribedLines.map((line) => [line.detailId, line]));
  const entries = await ctx.service(catalogueEntries).entries(prescription.orgId, [...new Set(stockLines(prescription).map((line) => line.drugId))]);
  const cold = new Set(entries.filter((entry) => entry.coldChain).map((entry) => entry.drugId));
  return out.map((share) => {
    const line = lineOf.get(share.detailId);
    return { ...share, drugName: line?.drugName ?? '', coldChain: cold.has(line?.drugId ?? '') };
  });
}

export interface ScannedReturnRequest extends ReturnRequest {
  readonly codes: readonly string[];
}

/** What a return would do; the caller moves the prescription's state before the goods. */
export async function planReturnOf(ctx: Ctx, prescription: LedgerPrescription, requests: readonly ScannedReturnRequest[], today: string, intact: boolean) {
  const shares = await dispensedShares(ctx, prescription, await allocationsOf(ctx, prescription.dpId));
  const plan = planReturn(shares, requests, today, intact);
  const sold = await codesOf(ctx, prescription.dpId);
  const codes: string[] = [];
  for (const one of plan.returns) {
    const share = shares.find((candidate) => candidate.allocationId === one.allocationId);
    if (!share) continue;
    const given = requests.find((request) => request.allocationId === one.allocationId)?.codes ?? [];
    const out = sold.filter((code) => code.allocationId === one.allocationId && code.returnedAt === null).map((code) => code.code);
    const packsBack = wholePacks(one.quantity, share.packSize);
    const packsOut = wholePacks((share.taken - share.returned) as Quantity, share.packSize);
    const foreign = given.find((code) => !isTraceCode(code) || !out.includes(code));
    if (foreign !== undefined) throw new AppError('pharmacy.trace-not-out', { code: EnvelopeCode.Invalid, params: { code: foreign } });
    // Every coded pack that is no longer with the patient must be named; uncoded ones may come back without.
    const needed = Math.max(0, out.length - (packsOut - packsBack));
    if (new Set(given).size !== given.length || given.length > packsBack || given.length < needed) {
      throw new AppError('pharmacy.trace-return', { code: EnvelopeCode.Invalid, params: { name: share.drugName, packs: needed, scanned: given.length } });
    }
    codes.push(...given);
  }
  return { ...plan, codes };
}

/** Goods go back into the lots they came from. */
export async function returnStock(
  ctx: Ctx,
  prescription: LedgerPrescription,
  mover: Mover,
  { returns, codes }: { readonly returns: readonly PlannedReturn[]; readonly codes: readonly string[] },
): Promise<void> {
  const movements: NewMovement[] = [];
  for (const one of [...returns].sort((a, b) => (a.lotId < b.lotId ? -1 : 1))) {
    const balance = await addToLot(ctx.db, one.lotId, one.quantity);
    await returnToAllocation(ctx.db, one.allocationId, one.returned, one.quantity);
    movements.push(movementRow(ctx, prescription, mover, MovementKind.Return, { ...one, balance }));
  }
  await movementTable.insertAll(ctx, movements);
  await takeCodesBack(ctx.db, codes, mover.at);
}
