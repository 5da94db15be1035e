import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { BillLineRow, BillRow } from '../../contract/index.ts';
import { type BillLine, headToWire, lineToWire } from './bill-model.ts';
import { billStateOf, linksToWire } from './bill-present.ts';
import { paymentsOf, prescriptionsOf } from './bill.repo.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billLineTable } from '../tables/bill-parts.table.ts';
import { type BillStored, billTable } from '../tables/bill.table.ts';
import { readFacilities } from '../facility.repo.ts';
import { simulatedBills } from './simulated-bills.query.ts';
import { paymentsToWire, readPayWays } from '../pay-way.repo.ts';
import { linksOf } from './refund.repo.ts';
import { sheetTitleOf } from './sheet-title.query.ts';

type Ctx = RequestContext<ChargingTables>;

/** Bills of a list with what hangs on them, in the order given. */
export async function billRows(ctx: Ctx, heads: readonly BillStored[]): Promise<BillRow[]> {
  const ids = heads.map((head) => head.id);
  const payments = await paymentsOf(ctx.db, ids);
  const prescriptions = await prescriptionsOf(ctx.db, ids);
  const links = await linksOf(ctx.db, ids, billTable.as(ctx, 'bill'));
  const ways = await readPayWays(ctx.db, ctx.language);
  const simulated = await simulatedBills(
    ctx,
    heads.map((head) => ({ ...head, reversesId: links(head.id).original?.id })),
  );
  const facilityOf = await readFacilities(
    ctx,
    heads.map((head) => head.orgId),
  );
  return heads.map((head) => ({
    ...headToWire(head),
    state: billStateOf(head.kind, links(head.id)),
    simulated: simulated.has(head.id),
    dpNumbers: (prescriptions.get(head.id) ?? []).map((one) => one.dpNumber),
    payments: paymentsToWire(payments.get(head.id) ?? [], ways),
    ...linksToWire(links(head.id)),
    ownForm: sheetTitleOf(ctx, head, facilityOf(head.orgId), ctx.language).ownForm,
  }));
}

/** Columns of a whole bill under the alias `bill`, in the form of the database: `billTable.fromSql` reads them. */
export const BILL_COLUMNS = Object.keys(billTable.defs)
  .filter((key) => key !== 'searchGrams')
  .map((key) => `bill.${key}` as `bill.${keyof BillStored}`);

/** A line in a list with what it tells of its bill. */
export interface LineHead extends BillLine, Pick<BillStored, 'id' | 'billNo' | 'kind' | 'patientName' | 'outpatientCode' | 'chargedAt'> {}

/** Its columns, under the aliases `bill` and `line`. */
export const LINE_COLUMNS = [
  ...(['bill.id', 'bill.billNo', 'bill.kind', 'bill.patientName', 'bill.outpatientCode', 'bill.chargedAt'] as const),
  ...billLineTable.sqlColumns('line'),
];

/** Lines of a list with the state of their bill, in the order given. */
export async function lineRows(ctx: Ctx, heads: readonly LineHead[]): Promise<BillLineRow[]> {
  const ids = [...new Set(heads.map((head) => head.id))];
  const links = await linksOf(ctx.db, ids, billTable.as(ctx, 'bill'));
  return heads.map((head) => ({
    ...lineToWire(head),
    chargeId: head.id,
    billNo: head.billNo,
    state: billStateOf(head.kind, links(head.id)),
    patientName: head.patientName,
    outpatientCode: head.outpatientCode,
    chargeTime: head.chargedAt.getTime(),
  }));
}
