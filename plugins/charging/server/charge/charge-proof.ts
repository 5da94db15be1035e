import { addMoney, AppError, type DataRights, EnvelopeCode, type Money, type OrgId, ZERO } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, prescriptionLedger } from '../../../prescription/contract/index.ts';
import { catalogueEntries } from '../../../catalogue/contract/index.ts';
import { wrongSubtotals } from '../../domain/money/bill-totals.ts';
import { type PriceChange, priceChanges } from '../../domain/charge-rules.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Ctx = ServerContext<ChargingTables>;

/**
 * Prescriptions by id, in that order, and nobody else moves them until the transaction ends.
 * @throws AppError as `prescriptionsFor`
 */
export async function heldPrescriptions(ctx: Ctx, dpIds: readonly string[], orgIds: readonly OrgId[], rights: DataRights): Promise<LedgerPrescription[]> {
  return assertAllFound(dpIds, await ctx.service(prescriptionLedger).holdMany(dpIds, orgIds, rights));
}

function assertAllFound(dpIds: readonly string[], found: LedgerPrescription[]): LedgerPrescription[] {
  if (found.length !== new Set(dpIds).size) throw new AppError('charging.not-found', { code: EnvelopeCode.NotFound });
  return found;
}

/**
 * Prescriptions by id, in that order.
 * @param rights of the person who names the ids; left out for prescriptions on record in a bill or a settlement that he may see
 * @throws AppError `charging.not-found` when one is missing, of another facility or hidden
 */
export async function prescriptionsFor(ctx: Ctx, dpIds: readonly string[], orgIds: readonly OrgId[], rights?: DataRights): Promise<LedgerPrescription[]> {
  return assertAllFound(dpIds, await ctx.service(prescriptionLedger).getMany(dpIds, orgIds, rights));
}

/**
 * Lines whose price on the day of treatment is not the one they were saved with, whenever they are charged. What is charged anew was sold long
 * ago: its prices stand.
 */
export async function currentPriceChanges(ctx: Ctx, prescriptions: readonly LedgerPrescription[]): Promise<PriceChange[]> {
  const open = prescriptions.filter((prescription) => prescription.rounds === 0);
  const today = ctx.clock.today();
  const changes: PriceChange[] = [];
  for (const day of [...new Set(open.map(({ priceDay }) => priceDay))]) {
    const ofDay = open.filter(({ priceDay }) => priceDay === day);
    const lines = ofDay.flatMap((prescription) => prescription.lines);
    const [first] = ofDay;
    if (!first || lines.length === 0) continue;
    const entries = await ctx.service(catalogueEntries).prices(first.orgId, [...new Set(lines.map((line) => line.drugId))], day);
    changes.push(...priceChanges(lines, entries, day < today ? 'over' : 'open'));
  }
  return changes;
}

/** @throws AppError `charging.sum-wrong` when the stored lines of a prescription do not add up to its total. */
export function provenTotal(prescriptions: readonly LedgerPrescription[]): Money {
  for (const one of prescriptions) {
    const sum = addMoney(ZERO, ...one.lines.map((line) => line.subTotal));
    if (sum !== one.totalPrice || wrongSubtotals(one.lines).length > 0) throw new AppError('charging.sum-wrong', { params: { dpNumber: one.dpNumber } });
  }
  return addMoney(ZERO, ...prescriptions.map((one) => one.totalPrice));
}
