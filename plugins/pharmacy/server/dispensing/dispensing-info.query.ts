import { AppError, EnvelopeCode, moneyToWire, type Quantity, quantityToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { pick, type RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { catalogueEntries, INJECTION_USAGES } from '../../../catalogue/contract/index.ts';
import { type LedgerLine, prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { DispensingInfo, DispensingLot } from '../../contract/index.ts';
import { dispensableLines, dispensingType } from '../../domain/dispensing/dispensable-lines.ts';
import { openActions, RxStep } from '../../domain/dispensing/dispensing-state.ts';
import { allocateFefo, isUsable } from '../../domain/stock/fefo.ts';
import { handedOut } from '../../domain/dispensing/handed-out.ts';
import { type DispensedShare, returnable, returnBar } from '../../domain/dispensing/return-plan.ts';
import { available } from '../../domain/stock/stock-lot.ts';
import { type AllocationRecord, allocationsOf, openShare } from '../stock/allocation.repo.ts';
import { actsOf } from './dispensing.repo.ts';
import { tracedItems } from '../stock/item.repo.ts';
import { demandsOf, dispensedShares, goodsFacts, lotBarOf, stockLines } from '../stock/move-stock.command.ts';
import { ownPickOf } from './second-person.ts';
import { withoutPaidBack } from './paid-back.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { queueRights } from '../queue-row-filter.ts';
import { safetyFindings } from './safety-checks.ts';
import { stepsOf } from './step.table.ts';
import { lotsOf, type StockLot } from '../stock/stock.repo.ts';
import { codesOf } from '../tracing/trace-code.repo.ts';
import type { TraceCodeStored } from '../tracing/trace-code.table.ts';

type Ctx = RequestContext<PharmacyTables>;

const NOTHING = 0 as Quantity;

interface ShownShare {
  readonly share: AllocationRecord;
  readonly line: LedgerLine | undefined;
  /** Set once goods of it left. */
  readonly dispensed?: DispensedShare;
  readonly codes: readonly TraceCodeStored[];
  readonly today: string;
}

const lotRow = ({ share, line, dispensed, codes, today }: ShownShare): DispensingLot => ({
  ...pick(share, 'allocationId', 'detailId', 'lotId', 'lotNo', 'expiresOn', 'location', 'unit'),
  drugId: line?.drugId ?? '',
  drugName: line?.drugName ?? '',
  drugType: dispensingType(line?.drugType ?? ''),
  quantity: quantityToWire((share.quantity - share.released) as Quantity),
  taken: quantityToWire(share.taken),
  returned: quantityToWire(share.returned),
  open: quantityToWire(share.allocationId === '' ? NOTHING : openShare(share)),
  packSize: quantityToWire(share.packSize),
  returnable: quantityToWire(dispensed ? returnable(dispensed, today) : NOTHING),
  returnBar: dispensed ? returnBar(dispensed, today) : '',
  lotBar: openShare(share) > 0 ? lotBarOf(share, today) : '',
  traceList: codes.filter((code) => code.allocationId === share.allocationId).map(({ code, returnedAt }) => ({ code, returned: returnedAt !== null })),
});

/** Lots that picking would take if it were done now; nothing is reserved by looking. */
function proposal(lines: readonly LedgerLine[], allocated: readonly AllocationRecord[], lots: readonly StockLot[], today: string) {
  const { allocations, shortages } = allocateFefo(demandsOf(lines, allocated), lots, today, true);
  const byId = new Map(lots.map((lot) => [lot.lotId, lot]));
  return {
    shortages,
    shares: allocations.flatMap((allocation): AllocationRecord[] => {
      const lot = byId.get(allocation.lotId);
      return lot ? [{ ...lot, ...allocation, allocationId: '', taken: NOTHING, released: NOTHING, returned: NOTHING, pickedBy: '', pickedByName: '' }] : [];
    }),
  };
}

/** rxStatus in which something may still be picked. */
const PICKABLE: readonly number[] = [RxStep.Confirmed, RxStep.Reviewed, RxStep.Picked, RxStep.PartlyDispensed];

/**
 * GET pharmacy/{id}: one prescription with what the pharmacy hands out, its lots and its history.
 * @param written the caller moved it in this call and reads what became of it, even when its new state is hidden
 */
export async function dispensingInfo(ctx: Ctx, dpId: string, written?: 'written'): Promise<DispensingInfo> {
  const found = await ctx.service(prescriptionLedger).get(dpId, ctx.user.orgIds, written ? undefined : queueRights(ctx));
  if (!found) throw new AppError('pharmacy.not-found', { code: EnvelopeCode.NotFound });
  const prescription = await withoutPaidBack(ctx, found);
  const patient = await ctx.service(patientDirectory).get(prescription.patientId, ctx.user.orgIds);
  const lines = dispensableLines(prescription.lines);
  const kept = stockLines(prescription);
  const today = ctx.clock.today();
  const lots = await lotsOf(ctx, prescription.orgId, [...new Set(kept.map((line) => line.drugId))]);
  const availableOf = (drugId: string) =>
    lots.filter((lot) => lot.itemId === drugId && isUsable(lot, today)).reduce((sum, lot) => sum + available(lot), 0) as Quantity;

  const allocated = await allocationsOf(ctx, dpId);
  const proposed = PICKABLE.includes(prescription.rxStatus) ? proposal(kept, allocated, lots, today) : { shares: [], shortages: [] };
  const lineOf = (detailId: string) => prescription.prescribedLines.find((line) => line.detailId === detailId);
  const entries = await ctx.service(catalogueEntries).entries(prescription.orgId, [...new Set(lines.map((line) => line.drugId))]);
  const coldItems = new Set(entries.filter((entry) => entry.coldChain).map((entry) => entry.drugId));
  const traced = await tracedItems(ctx, prescription.orgId, [...new Set(kept.map((line) => line.drugId))]);
  const dispensed = await dispensedShares(ctx, prescription, allocated);
  const codes = dispensed.length > 0 ? await codesOf(ctx, dpId) : [];
  const steps = await stepsOf(ctx, dpId);
  const picked = steps.filter((step) => step.action === 'pick').at(-1);
  const own = await ownPickOf(ctx, prescription, (share) => openShare(share) > 0);
  const sumOf = (detailId: string, figure: (share: AllocationRecord) => number) =>
    quantityToWire(allocated.filter((share) => share.detailId === detailId).reduce((sum, share) => sum + figure(share), 0) as Quantity);

  return {
    ...pick(prescription, 'dpId', 'dpNumber', 'dpDate', 'patientId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay', 'payStatus'),
    ...pick(prescription, 'rxStatus', 'workerName'),
    patientIdcard: patient?.patientIdcard ?? '',
    rxPrice: moneyToWire(prescription.totalPrice),
    injection: lines.some((line) => INJECTION_USAGES.includes(line.drugUsage)),
    diagnosis: prescription.diagnosis.map(({ code, name }) => ({ code, name })),
    allergies: [...(patient?.allergies ?? [])],
    allergyState: patient?.allergyState ?? '',
    findingList: await safetyFindings(ctx, prescription),
    infectedHistory: [...prescription.infectedHistory],
    version: prescription.version + (await actsOf(ctx.db, dpId)),
    secondPerson: own !== undefined,
    pickerName: own?.pickedByName ?? picked?.operatorName ?? '',
    prescriptionDetailList: lines.map((line) => ({
      ...pick(line, 'detailId', 'drugId', 'drugName', 'drugSpec', 'drugForm', 'drugType', 'controlClass', 'onceUsing', 'onceUsingUnit', 'drugUsage'),
      ...pick(line, 'drugInterval', 'drugDays', 'preparaUnit', 'isGroup', 'remark', 'stockKept'),
      lineNo: prescription.prescribedLines.findIndex(({ detailId }) => detailId === line.detailId) + 1,
      drugNum: quantityToWire(line.quantity),
      drugNumUnit: line.quantityUnit,
      prepNum: quantityToWire(handedOut(line)),
      price: unitPriceToWire(line.price),
      subTotal: moneyToWire(line.subTotal),
      availableNum: quantityToWire(availableOf(line.drugId)),
      packNum: quantityToWire(line.stockDmin),
      packUnit: line.stockUnit,
      soldInPacks: line.quantityUnit === line.stockUnit,
      reservedNum: sumOf(line.detailId, openShare),
      takenNum: sumOf(line.detailId, (share) => share.taken),
      returnedNum: sumOf(line.detailId, (share) => share.returned),
      coldChain: coldItems.has(line.drugId),
      traceRequired: traced.has(line.drugId),
    })),
    drugDetailList: [...allocated, ...proposed.shares].map((share) =>
      lotRow({ share, line: lineOf(share.detailId), dispensed: dispensed.find((one) => one.allocationId === share.allocationId), codes, today }),
    ),
    shortageList: proposed.shortages.map((shortage) => {
      const line = lineOf(shortage.detailId);
      return { detailId: shortage.detailId, drugName: line?.drugName ?? '', missing: quantityToWire(shortage.missing), unit: line?.preparaUnit ?? '' };
    }),
    stepList: steps.map(({ action, operatorId, operatorName, actedAt, reason, partial }) => ({
      action,
      operatorId,
      operatorName,
      actTime: actedAt.getTime(),
      reason,
      partial,
    })),
    actionList: openActions(prescription, goodsFacts(kept, allocated, today)),
  };
}
