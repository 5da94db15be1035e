import { AppError, EnvelopeCode, moneyToWire, type Quantity, quantityToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../patient/contract/index.ts';
import { INJECTION_USAGES, type LedgerLine, prescriptionLedger } from '../../prescription/contract/index.ts';
import type { DispensingInfo, DispensingLot } from '../contract/index.ts';
import { dispensableLines, dispensingType } from '../domain/dispensable-lines.ts';
import { openActions, RxStep } from '../domain/dispensing-state.ts';
import { allocateFefo, isUsable } from '../domain/fefo.ts';
import { handedOut } from '../domain/handed-out.ts';
import { available } from '../domain/stock-lot.ts';
import { type AllocationRecord, allocationsOf, stepsOf } from './allocation.repo.ts';
import { demandsOf, stockLines } from './move-stock.command.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';
import { lotsOf, type StockLot } from './stock.repo.ts';

type Ctx = RequestContext<PharmacyTables>;

const lotRow = (line: LedgerLine | undefined, share: Omit<AllocationRecord, 'released'>): DispensingLot => ({
  allocationId: share.allocationId,
  detailId: share.detailId,
  drugId: line?.drugId ?? '',
  drugName: line?.drugName ?? '',
  drugType: dispensingType(line?.drugType ?? ''),
  lotId: share.lotId,
  lotNo: share.lotNo,
  expiresOn: share.expiresOn,
  location: share.location,
  unit: share.unit,
  quantity: quantityToWire(share.quantity),
  taken: quantityToWire(share.taken),
  returned: quantityToWire(share.returned),
});

const NOTHING = 0 as Quantity;

/** Lots that picking would take if it were done now; nothing is reserved by looking. */
function proposal(lines: readonly LedgerLine[], lots: readonly StockLot[], today: string) {
  const { allocations, shortages } = allocateFefo(demandsOf(lines), lots, today);
  const byId = new Map(lots.map((lot) => [lot.lotId, lot]));
  return {
    shortages,
    shares: allocations.flatMap((allocation) => {
      const lot = byId.get(allocation.lotId);
      return lot ? [{ ...lot, ...allocation, allocationId: '', taken: NOTHING, returned: NOTHING }] : [];
    }),
  };
}

/** GET pharmacy/{id}: one prescription with what the pharmacy hands out, its lots and its history. */
export async function dispensingInfo(ctx: Ctx, dpId: string): Promise<DispensingInfo> {
  const prescription = await ctx.service(prescriptionLedger).get(dpId, ctx.user.orgIds);
  if (!prescription) throw new AppError('pharmacy.not-found', { code: EnvelopeCode.NotFound });
  const patient = await ctx.service(patientDirectory).get(prescription.patientId, ctx.user.orgIds);
  const lines = dispensableLines(prescription.lines);
  const kept = stockLines(prescription);
  const today = ctx.clock.today();
  const lots = await lotsOf(ctx.db, prescription.orgId, [...new Set(kept.map((line) => line.drugId))]);
  const availableOf = (drugId: string) =>
    lots.filter((lot) => lot.itemId === drugId && isUsable(lot, today)).reduce((sum, lot) => sum + available(lot), 0) as Quantity;

  const allocated = await allocationsOf(ctx.db, dpId, ctx.user.orgIds);
  const waiting = allocated.length === 0 && (prescription.rxStatus === RxStep.Confirmed || prescription.rxStatus === RxStep.Reviewed);
  const proposed = waiting ? proposal(kept, lots, today) : { shares: [], shortages: [] };
  const lineOf = (detailId: string) => prescription.lines.find((line) => line.detailId === detailId);

  return {
    dpId: prescription.dpId,
    dpNumber: prescription.dpNumber,
    dpDate: prescription.dpDate,
    patientId: prescription.patientId,
    patientName: prescription.patientName,
    patientSex: prescription.patientSex,
    patientAge: prescription.patientAge,
    patientIdcard: patient?.patientIdcard ?? '',
    outpatientCode: prescription.outpatientCode,
    reimWay: prescription.reimWay,
    rxPrice: moneyToWire(prescription.totalPrice),
    payStatus: prescription.payStatus,
    rxStatus: prescription.rxStatus,
    injection: lines.some((line) => INJECTION_USAGES.includes(line.drugUsage)),
    workerName: prescription.workerName,
    diagnosis: prescription.diagnosis.map(({ code, name }) => ({ code, name })),
    allergies: [...(patient?.allergies ?? [])],
    infectedHistory: [...prescription.infectedHistory],
    version: prescription.version,
    prescriptionDetailList: lines.map((line) => ({
      detailId: line.detailId,
      drugId: line.drugId,
      drugName: line.drugName,
      drugSpec: line.drugSpec,
      drugForm: line.drugForm,
      drugType: line.drugType,
      onceUsing: line.onceUsing,
      onceUsingUnit: line.onceUsingUnit,
      drugUsage: line.drugUsage,
      drugInterval: line.drugInterval,
      drugDays: line.drugDays,
      drugNum: quantityToWire(line.quantity),
      drugNumUnit: line.quantityUnit,
      prepNum: quantityToWire(handedOut(line)),
      preparaUnit: line.preparaUnit,
      price: unitPriceToWire(line.price),
      subTotal: moneyToWire(line.subTotal),
      isGroup: line.isGroup,
      remark: line.remark,
      stockKept: line.stockKept,
      availableNum: quantityToWire(availableOf(line.drugId)),
    })),
    drugDetailList: [...allocated, ...proposed.shares].map((share) => lotRow(lineOf(share.detailId), share)),
    shortageList: proposed.shortages.map((shortage) => {
      const line = lineOf(shortage.detailId);
      return { detailId: shortage.detailId, drugName: line?.drugName ?? '', missing: quantityToWire(shortage.missing), unit: line?.preparaUnit ?? '' };
    }),
    stepList: (await stepsOf(ctx.db, dpId, ctx.user.orgIds)).map((step) => ({
      action: step.action,
      operatorId: step.operatorId,
      operatorName: step.operatorName,
      actTime: step.at.getTime(),
      reason: step.reason,
    })),
    actionList: openActions(prescription),
  };
}
