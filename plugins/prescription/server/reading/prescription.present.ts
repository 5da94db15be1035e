import { moneyFromText, moneyToWire, unitPriceFromText, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { Prescription, PrescriptionDetail, PrescriptionHead, StockOfDrug } from '../../contract/index.ts';
import { chargeGroup } from '../../domain/lines/totals.ts';
import { stockNumber, stockOf } from '../catalogue/catalogue.present.ts';
import type { HeadRecord } from '../prescription.repo.ts';
import type { DetailTable, PrescriptionDb } from '../tables.ts';
import { currentFile } from '../write-guard.ts';

const yuan = (text: string): number => moneyToWire(moneyFromText(text));
const price = (text: string): number => unitPriceToWire(unitPriceFromText(text));

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

export const presentDetail = (line: DetailTable, stock: StockOfDrug | undefined): PrescriptionDetail => ({
  detailId: line.id,
  kind: line.kind,
  drugId: line.drug_id,
  drugName: line.drug_name,
  drugSpec: line.drug_spec,
  drugForm: line.drug_form,
  drugType: line.drug_type,
  drugCategory: line.drug_category,
  medicalInsCode: line.medical_ins_code,
  onceUsing: Number(line.once_using),
  dMin: Number(line.d_min),
  dMinUnit: line.d_min_unit,
  onceUsingUnit: line.once_using_unit,
  drugUsage: line.drug_usage,
  drugInterval: line.drug_interval,
  drugDirectoryType: line.directory_type,
  drugDays: line.drug_days,
  drugNum: Number(line.drug_num),
  drugNumUnit: line.drug_num_unit,
  price: price(line.price),
  subTotal: yuan(line.sub_total),
  stockNumber: line.stock_kept ? stockNumber(stock, line.stock_dmin) : null,
  stockUnit: line.stock_unit,
  stockDmin: Number(line.stock_dmin),
  drugNumber: line.drug_number,
  approvalNumber: line.approval_number,
  drugChangjia: line.manufacturer,
  limitUseSign: line.limit_use_sign,
  limitUseScope: line.limit_use_scope,
  approvalMark: line.approval_mark,
  preparaUnit: line.prepara_unit,
  isGroup: line.group_no,
  enableMark: 1,
  overlmt_Amt: yuan(line.overlmt),
  preselfpay_Amt: yuan(line.preselfpay),
  fulamt_Ownpay_Amt: yuan(line.fulamt_ownpay),
  packPrice: price(line.pack_price),
  rounding: line.rounding,
  splitAllowed: line.split_allowed,
  stockKept: line.stock_kept,
  controlClass: line.control_class,
  manualNum: line.manual_num,
  packageId: line.package_id,
  remark: line.remark,
  diseCodg: line.dise_code,
  medType: line.med_type,
  sortCode: line.sort_code,
});

/** Ids of the lines per charge group (spec 9). */
const groupLists = (lines: readonly DetailTable[]) => {
  const of = (group: ReturnType<typeof chargeGroup>): string[] => lines.filter((line) => chargeGroup(line.drug_type) === group).map((line) => line.id);
  return { westDetailList: of('west'), diagTreatDetailList: of('diagTreat'), assayDetailList: of('assay') };
};

/** Whole prescriptions of one facility and one patient, with stock and what the doctor must see of the patient. */
export async function presentWhole(ctx: ServerContext<PrescriptionDb>, heads: readonly HeadRecord[], lines: readonly DetailTable[]): Promise<Prescription[]> {
  const first = heads[0];
  if (!first) return [];
  const patient = await currentFile(ctx, first.patient_id, first.org_id);
  const stock = await stockOf(
    ctx,
    first.org_id,
    lines.filter((line) => line.stock_kept).map((line) => line.drug_id),
  );
  return heads.map((head) => {
    const own = lines.filter((line) => line.dp_id === head.id);
    return {
      ...presentHead(head),
      sessionWeekdays: patient?.dialysis?.weekdays ?? [],
      allergies: patient?.allergies ?? [],
      allergyState: patient?.allergyState ?? '',
      prescriptionDetailList: own.map((line) => presentDetail(line, stock.get(line.drug_id))),
      ...groupLists(own),
    };
  });
}
