import { moneyToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { Prescription, PrescriptionDetail, PrescriptionHead } from '../../contract/index.ts';
import type { StockOfDrug } from '../../../catalogue/contract/index.ts';
import { chargeGroup } from '../../domain/lines/totals.ts';
import { stockNumber } from '../../../catalogue/contract/index.ts';
import { stockOf } from '../lines/entries.ts';
import { factForm } from '../tables/fact.columns.ts';
import { writtenForm } from '../tables/line.columns.ts';
import type { LineStored } from '../tables/line.table.ts';
import { headForm, type PrescriptionStored } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { currentFile } from '../write-guard.ts';

export function presentHead(row: PrescriptionStored): PrescriptionHead {
  const head = headForm.toWire(row);
  return {
    ...head,
    infectedHistory: [...head.infectedHistory],
    dpId: row.id,
    rxPrice: head.totalPrice,
    creatorTime: row.createdAt.getTime(),
    confirmTime: row.confirmedAt?.getTime() ?? null,
  };
}

export function presentDetail(line: LineStored, stock: StockOfDrug | undefined): PrescriptionDetail {
  const { pharmacy: _pharmacy, ...facts } = factForm.toWire(line);
  return {
    ...facts,
    ...writtenForm.toWire(line),
    detailId: line.id,
    price: unitPriceToWire(line.price),
    packPrice: unitPriceToWire(line.packPrice),
    subTotal: moneyToWire(line.subTotal),
    stockNumber: line.stockKept ? stockNumber(stock, line.stockDmin) : null,
    enableMark: 1,
    overlmt_Amt: moneyToWire(line.overlmt),
    preselfpay_Amt: moneyToWire(line.preselfpay),
    fulamt_Ownpay_Amt: moneyToWire(line.fulamtOwnpay),
    sortCode: line.sortCode,
  };
}

/** Ids of the lines per charge group (spec 9). */
const groupLists = (lines: readonly LineStored[]) => {
  const of = (group: ReturnType<typeof chargeGroup>): string[] => lines.filter((line) => chargeGroup(line.drugType) === group).map((line) => line.id);
  return { westDetailList: of('west'), diagTreatDetailList: of('diagTreat'), assayDetailList: of('assay') };
};

/** Whole prescriptions of one facility and one patient, with stock and what the doctor must see of the patient. */
export async function presentWhole(
  ctx: ServerContext<PrescriptionDb>,
  heads: readonly PrescriptionStored[],
  lines: readonly LineStored[],
): Promise<Prescription[]> {
  const first = heads[0];
  if (!first) return [];
  const patient = await currentFile(ctx, first.patientId, first.orgId);
  const stock = await stockOf(
    ctx,
    first.orgId,
    lines.filter((line) => line.stockKept).map((line) => line.drugId),
  );
  return heads.map((head) => {
    const own = lines.filter((line) => line.dpId === head.id);
    return {
      ...presentHead(head),
      sessionWeekdays: patient?.dialysis?.weekdays ?? [],
      allergies: patient?.allergies ?? [],
      allergyState: patient?.allergyState ?? '',
      prescriptionDetailList: own.map((line) => presentDetail(line, stock.get(line.drugId))),
      ...groupLists(own),
    };
  });
}
