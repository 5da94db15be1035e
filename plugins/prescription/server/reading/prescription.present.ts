import { moneyFromText, moneyToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { Prescription, PrescriptionDetail, PrescriptionHead, StockOfDrug } from '../../contract/index.ts';
import { chargeGroup } from '../../domain/lines/totals.ts';
import { stockNumber, stockOf } from '../catalogue/catalogue.present.ts';
import type { HeadRecord } from '../prescription.repo.ts';
import { factForm } from '../tables/fact.columns.ts';
import { writtenForm } from '../tables/line.columns.ts';
import type { LineStored } from '../tables/line.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { currentFile } from '../write-guard.ts';

const yuan = (text: string): number => moneyToWire(moneyFromText(text));

export const presentHead = (row: HeadRecord): PrescriptionHead => ({
  dpId: row.id,
  dpNumber: row.dp_number,
  dpType: row.dp_type,
  dpDate: row.dp_date.getTime(),
  orgId: row.org_id,
  patientId: row.patient_id,
  patientName: row.patient_name,
  patientSex: row.patient_sex,
  patientAge: row.patient_age,
  patientType: row.patient_type,
  outpatientCode: row.outpatient_code,
  reimWay: row.reim_way,
  visit: row.visit,
  diagnosis: row.diagnosis,
  infectedHistory: row.infected,
  payStatus: row.pay_status,
  rxStatus: row.rx_status,
  refuseReason: row.refuse_reason,
  rxPrice: yuan(row.total_price),
  totalPrice: yuan(row.total_price),
  westPrice: yuan(row.west_price),
  diagTreatPrice: yuan(row.diag_treat_price),
  assayPrice: yuan(row.assay_price),
  otherPrice: yuan(row.other_price),
  consumablesPrice: yuan(row.consumables_price),
  preselfpayAmtTotal: yuan(row.preselfpay_total),
  fulamtOwnpayAmtTotal: yuan(row.fulamt_ownpay_total),
  overlmtAmtTotal: yuan(row.overlmt_total),
  priceType: row.price_type,
  sortCode: row.sort_code,
  workerId: row.worker_id,
  workerName: row.worker_name,
  workerNo: row.worker_no,
  creatorUserId: row.creator_id,
  creatorUserName: row.creator_name,
  checkName: row.check_name,
  sendName: row.send_name,
  note: row.note,
  creatorTime: row.created_at.getTime(),
  confirmTime: row.confirmed_at?.getTime() ?? null,
  lineCount: row.line_count,
  version: row.version,
});

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
export async function presentWhole(ctx: ServerContext<PrescriptionDb>, heads: readonly HeadRecord[], lines: readonly LineStored[]): Promise<Prescription[]> {
  const first = heads[0];
  if (!first) return [];
  const patient = await currentFile(ctx, first.patient_id, first.org_id);
  const stock = await stockOf(
    ctx,
    first.org_id,
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
