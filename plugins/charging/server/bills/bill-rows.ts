import { moneyFromText, moneyToWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BillLineRow, BillRow } from '../../contract/index.ts';
import { type LineColumns, lineFromColumns, lineToWire } from './bill-model.ts';
import { billStateOf, linksToWire } from './bill-present.ts';
import { billRowFilter } from './bill-row-filter.ts';
import { paymentsOf, prescriptionsOf } from './bill.repo.ts';
import type { BillKind, ChargingTables } from '../charging-tables.ts';
import { readFacilities } from '../facility.repo.ts';
import { simulatedBills } from './simulated-bills.query.ts';
import { paymentsToWire, readPayWays } from '../pay-way.repo.ts';
import { linksOf } from './refund.repo.ts';
import { sheetTitleOf } from './sheet-title.query.ts';

type Ctx = RequestContext<ChargingTables>;

/** Columns of a bill in a list, under the alias `bill`. */
export const BILL_COLUMNS = [
  'bill.id',
  'bill.bill_no',
  'bill.kind',
  'bill.org_id',
  'bill.patient_id',
  'bill.patient_name',
  'bill.patient_sex',
  'bill.patient_age',
  'bill.outpatient_code',
  'bill.reim_way',
  'bill.med_ins_mark',
  'bill.total',
  'bill.charged_at',
  'bill.cashier_id',
  'bill.cashier_name',
  'bill.reason',
] as const;

export interface BillHead {
  readonly id: string;
  readonly bill_no: string;
  readonly kind: BillKind;
  readonly org_id: string;
  readonly patient_id: string;
  readonly patient_name: string;
  readonly patient_sex: number;
  readonly patient_age: number;
  readonly outpatient_code: string;
  readonly reim_way: string;
  readonly med_ins_mark: string;
  readonly total: string;
  readonly charged_at: Date;
  readonly cashier_id: string;
  readonly cashier_name: string;
  readonly reason: string;
}

/** Bills of a list with what hangs on them, in the order given. */
export async function billRows(ctx: Ctx, heads: readonly BillHead[]): Promise<BillRow[]> {
  const ids = heads.map((head) => head.id);
  const payments = await paymentsOf(ctx.db, ids);
  const prescriptions = await prescriptionsOf(ctx.db, ids);
  const links = await linksOf(ctx.db, ids, (alias) => billRowFilter(ctx, alias));
  const ways = await readPayWays(ctx.db, ctx.language);
  const simulated = await simulatedBills(
    ctx,
    heads.map((head) => ({ id: head.id, orgId: head.org_id, medInsMark: head.med_ins_mark, reversesId: links(head.id).original?.id })),
  );
  const facilityOf = await readFacilities(
    ctx,
    heads.map((head) => head.org_id),
  );
  return heads.map((head) => ({
    chargeId: head.id,
    billNo: head.bill_no,
    state: billStateOf(head.kind, links(head.id)),
    orgId: head.org_id,
    patientId: head.patient_id,
    patientName: head.patient_name,
    patientSex: head.patient_sex,
    patientAge: head.patient_age,
    outpatientCode: head.outpatient_code,
    reimWay: head.reim_way,
    medInsMark: head.med_ins_mark,
    simulated: simulated.has(head.id),
    dpNumbers: (prescriptions.get(head.id) ?? []).map((one) => one.dpNumber),
    totalPrice: moneyToWire(moneyFromText(head.total)),
    payments: paymentsToWire(payments.get(head.id) ?? [], ways),
    chargeTime: head.charged_at.getTime(),
    cashierId: head.cashier_id,
    cashierName: head.cashier_name,
    reason: head.reason,
    ...linksToWire(links(head.id)),
    ownForm: sheetTitleOf(ctx, { reimWay: head.reim_way, medInsMark: head.med_ins_mark }, facilityOf(head.org_id), ctx.language).ownForm,
  }));
}

/** Columns of a line in a list, under the aliases `bill` and `line`. */
export const LINE_COLUMNS = [
  'bill.id',
  'bill.bill_no',
  'bill.kind',
  'bill.patient_name',
  'bill.outpatient_code',
  'bill.charged_at',
  'line.line_no',
  'line.dp_id',
  'line.dp_number',
  'line.detail_id',
  'line.drug_id',
  'line.drug_name',
  'line.drug_spec',
  'line.drug_type',
  'line.medical_ins_code',
  'line.quantity',
  'line.quantity_unit',
  'line.price',
  'line.sub_total',
] as const;

export interface LineHead extends LineColumns {
  readonly id: string;
  readonly bill_no: string;
  readonly kind: BillKind;
  readonly patient_name: string;
  readonly outpatient_code: string;
  readonly charged_at: Date;
}

/** Lines of a list with the state of their bill, in the order given. */
export async function lineRows(ctx: Ctx, heads: readonly LineHead[]): Promise<BillLineRow[]> {
  const ids = [...new Set(heads.map((head) => head.id))];
  const links = await linksOf(ctx.db, ids, (alias) => billRowFilter(ctx, alias));
  return heads.map((head) => ({
    ...lineToWire(lineFromColumns(head)),
    chargeId: head.id,
    billNo: head.bill_no,
    state: billStateOf(head.kind, links(head.id)),
    patientName: head.patient_name,
    outpatientCode: head.outpatient_code,
    chargeTime: head.charged_at.getTime(),
  }));
}
