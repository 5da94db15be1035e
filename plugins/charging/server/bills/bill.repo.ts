import type { Kysely, TableQuery } from '@nephra/plugin-sdk/server';
import type { Bill } from './bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billLineTable, billPrescriptionTable, paymentTable } from '../tables/bill-parts.table.ts';
import type { billTable } from '../tables/bill.table.ts';

type Db = Kysely<ChargingTables>;

const LINE = billLineTable.sqlColumns('line');
const PAYMENT = paymentTable.sqlColumns('payment');
const PRESCRIPTION = billPrescriptionTable.sqlColumns('one');

/** A query over bills, through one door or another. */
export type BillRows = TableQuery<typeof billTable.columns, 'bill'>;

/** Whole bills by id, in the order of the ids; those that their door keeps back are absent. @param bills through the door of whoever reads */
export async function readBills(db: Db, ids: readonly string[], bills: BillRows): Promise<Bill[]> {
  if (ids.length === 0) return [];
  const heads = await bills.where('bill.id', 'in', [...ids]).execute();
  const found = heads.map((head) => head.id);
  const [lines, payments, prescriptions] = [await linesOf(db, found), await paymentsOf(db, found), await prescriptionsOf(db, found)];
  const whole = new Map(
    heads.map((head): [string, Bill] => [
      head.id,
      { ...head, prescriptions: prescriptions.get(head.id) ?? [], lines: lines.get(head.id) ?? [], payments: payments.get(head.id) ?? [] },
    ]),
  );
  return ids.flatMap((id) => whole.get(id) ?? []);
}

function byBill<Row extends { readonly billId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.billId);
    if (group) group.push(row);
    else groups.set(row.billId, [row]);
  }
  return groups;
}

async function linesOf(db: Db, billIds: readonly string[]) {
  if (billIds.length === 0) return new Map<string, never>();
  // rows: lines of bills that came through their door
  const lines = db
    .selectFrom('charging.bill_line as line')
    .select(LINE)
    .where('bill_id', 'in', [...billIds]);
  return byBill((await lines.orderBy('bill_id').orderBy('line_no').execute()).map(billLineTable.fromSql));
}

export async function paymentsOf(db: Db, billIds: readonly string[]) {
  if (billIds.length === 0) return new Map<string, never>();
  // rows: payments of bills that came through their door
  const payments = db
    .selectFrom('charging.payment as payment')
    .select(PAYMENT)
    .where('bill_id', 'in', [...billIds]);
  return byBill((await payments.orderBy('bill_id').orderBy('seq').execute()).map(paymentTable.fromSql));
}

export async function prescriptionsOf(db: Db, billIds: readonly string[]) {
  if (billIds.length === 0) return new Map<string, never>();
  // rows: parts of bills that came through their door
  const prescriptions = db
    .selectFrom('charging.bill_prescription as one')
    .select(PRESCRIPTION)
    .where('bill_id', 'in', [...billIds]);
  return byBill((await prescriptions.orderBy('bill_id').orderBy('dp_number').execute()).map(billPrescriptionTable.fromSql));
}
