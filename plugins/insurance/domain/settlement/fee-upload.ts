import { formatInstant, moneyToWire, quantityToWire, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { FREQUENCIES } from '../../../catalogue/contract/index.ts';
import type { LedgerLine, LedgerPrescription } from '../../../prescription/contract/index.ts';
import type { Department } from '../catalogue/department.ts';

/** What the insurer wants to know of a line. */
type FeeLine = Pick<
  LedgerLine,
  | 'detailId'
  | 'drugId'
  | 'drugName'
  | 'medicalInsCode'
  | 'quantity'
  | 'price'
  | 'subTotal'
  | 'onceUsing'
  | 'onceUsingUnit'
  | 'drugUsage'
  | 'drugInterval'
  | 'drugDays'
  | 'approvalMark'
>;
/** One line of a prescription, with what the insurer wants to know of its prescription. */
export interface FeeSource extends FeeLine, Pick<LedgerPrescription, 'dpId' | 'dpNumber' | 'dpDate'> {
  readonly doctorNo: string;
  readonly doctorName: string;
}

export interface UploadOf {
  readonly mdtrtId: string;
  readonly psnNo: string;
  readonly batch: string;
  readonly diseaseCode: string;
  readonly department: Department;
}

const APPROVALS = ['0', '1', '2'];
const national = new Map<string, string>(FREQUENCIES.map((one) => [one.code, one.national]));

/** A line as 2204 wants it. `sn`: digits only, unique in the visit. */
export const feeRow = (source: FeeSource, sn: string, to: UploadOf): Record<string, unknown> => ({
  feedetl_sn: sn,
  mdtrt_id: to.mdtrtId,
  psn_no: to.psnNo,
  chrg_bchno: to.batch,
  dise_codg: to.diseaseCode,
  rxno: source.dpNumber,
  rx_circ_flag: '0',
  fee_ocur_time: formatInstant(source.dpDate, 'yyyy-MM-dd HH:mm:ss'),
  med_list_codg: source.medicalInsCode,
  medins_list_codg: source.drugId,
  det_item_fee_sumamt: moneyToWire(source.subTotal),
  cnt: quantityToWire(source.quantity),
  pric: unitPriceToWire(source.price),
  sin_dos_dscr: source.onceUsing > 0 ? `${source.onceUsing}${source.onceUsingUnit}` : '',
  used_frqu_dscr: national.get(source.drugInterval) || source.drugInterval,
  prd_days: source.drugDays,
  medc_way_dscr: source.drugUsage,
  bilg_dept_codg: to.department.code,
  bilg_dept_name: to.department.name,
  bilg_dr_codg: source.doctorNo,
  bilg_dr_name: source.doctorName,
  acord_dept_codg: '',
  acord_dept_name: '',
  orders_dr_code: source.doctorNo,
  orders_dr_name: source.doctorName,
  hosp_appr_flag: APPROVALS[source.approvalMark] ?? '0',
  tcmdrug_used_way: '',
  etip_flag: '',
  etip_hosp_code: '',
  dscg_tkdrug_flag: '',
  matn_fee_flag: '',
});

/** What a platform can do without when a list would be too long. */
const OPTIONAL = [
  'acord_dept_codg',
  'acord_dept_name',
  'tcmdrug_used_way',
  'etip_flag',
  'etip_hosp_code',
  'dscg_tkdrug_flag',
  'matn_fee_flag',
  'sin_dos_dscr',
  'medc_way_dscr',
  'orders_dr_code',
  'orders_dr_name',
];

const slim = (row: Record<string, unknown>): Record<string, unknown> => Object.fromEntries(Object.entries(row).filter(([name]) => !OPTIONAL.includes(name)));
const size = (rows: readonly unknown[]): number => JSON.stringify({ feedetail: rows }).length;

/** Lists none of whose texts is longer than `maxChars`: one if possible, else without what is optional, else several. */
export function feeBatches(rows: readonly Record<string, unknown>[], maxChars: number): Record<string, unknown>[][] {
  if (rows.length === 0) return [];
  if (size(rows) <= maxChars) return [[...rows]];
  const batches: Record<string, unknown>[][] = [[]];
  for (const row of rows.map(slim)) {
    const last = batches.at(-1) ?? [];
    if (last.length > 0 && size([...last, row]) > maxChars) batches.push([row]);
    else last.push(row);
  }
  return batches;
}
