import { moneyFromText, type OrgId } from '@nephra/plugin-sdk/contract';
import type { Kysely, RawBuilder, SqlBool } from '@nephra/plugin-sdk/server';
import { type Bill, type BillLine, lineFromColumns, paymentFromColumns } from './bill-model.ts';
import type { SettledPayment } from '../../contract/charge/payment-split.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Db = Kysely<ChargingTables>;

/** Whole bills by id, in the order of the ids; those of other facilities, and those hidden from the caller (`billRowFilter`), are absent. */
export async function readBills(db: Db, ids: readonly string[], orgIds: readonly OrgId[], rowFilter: RawBuilder<SqlBool>): Promise<Bill[]> {
  if (ids.length === 0) return [];
  const heads = await db
    .selectFrom('charging.bill')
    .select(['id', 'bill_no', 'kind', 'origin', 'org_id', 'patient_id', 'patient_name', 'patient_sex', 'patient_age', 'outpatient_code', 'reim_way'])
    .select(['med_ins_mark', 'diagnosis', 'total', 'charged_at', 'business_day', 'cashier_id', 'cashier_name', 'reverses_id', 'takes_last', 'reason'])
    .where('id', 'in', [...ids])
    .where('org_id', 'in', [...orgIds])
    .where(rowFilter)
    .execute();
  const found = heads.map((head) => head.id);
  const [lines, payments, prescriptions] = [await linesOf(db, found), await paymentsOf(db, found), await prescriptionsOf(db, found)];
  const bills = new Map(
    heads.map((head) => [
      head.id,
      {
        id: head.id,
        billNo: head.bill_no,
        kind: head.kind,
        origin: head.origin,
        orgId: head.org_id,
        patientId: head.patient_id,
        patientName: head.patient_name,
        patientSex: head.patient_sex,
        patientAge: head.patient_age,
        outpatientCode: head.outpatient_code,
        reimWay: head.reim_way,
        medInsMark: head.med_ins_mark,
        diagnosis: head.diagnosis,
        total: moneyFromText(head.total),
        chargedAt: head.charged_at,
        businessDay: head.business_day,
        cashierId: head.cashier_id,
        cashierName: head.cashier_name,
        reversesId: head.reverses_id,
        takesLast: head.takes_last,
        reason: head.reason,
        prescriptions: prescriptions.get(head.id) ?? [],
        lines: lines.get(head.id) ?? [],
        payments: payments.get(head.id) ?? [],
      } satisfies Bill,
    ]),
  );
  return ids.flatMap((id) => bills.get(id) ?? []);
}

function grouped<Row, Value>(rows: readonly Row[], key: (row: Row) => string, value: (row: Row) => Value): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(value(row));
    else groups.set(key(row), [value(row)]);
  }
  return groups;
}

async function linesOf(db: Db, billIds: readonly string[]): Promise<Map<string, BillLine[]>> {
  if (billIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('charging.bill_line')
    .select(['bill_id', 'dp_id', 'dp_number', 'detail_id', 'drug_id', 'drug_name', 'drug_spec', 'drug_type', 'medical_ins_code'])
    .select(['quantity', 'quantity_unit', 'price', 'sub_total'])
    .where('bill_id', 'in', [...billIds])
    .orderBy('bill_id')
    .orderBy('line_no')
    .execute();
  return grouped(rows, (row) => row.bill_id, lineFromColumns);
}

export async function paymentsOf(db: Db, billIds: readonly string[]): Promise<Map<string, SettledPayment[]>> {
  if (billIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('charging.payment')
    .select(['bill_id', 'pay_way', 'amount', 'tendered', 'change', 'reference'])
    .where('bill_id', 'in', [...billIds])
    .orderBy('bill_id')
    .orderBy('seq')
    .execute();
  return grouped(rows, (row) => row.bill_id, paymentFromColumns);
}

export async function prescriptionsOf(db: Db, billIds: readonly string[]): Promise<Map<string, Bill['prescriptions'][number][]>> {
  if (billIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('charging.bill_prescription')
    .select(['bill_id', 'dp_id', 'dp_number', 'worker_name', 'total', 'round'])
    .where('bill_id', 'in', [...billIds])
    .orderBy('bill_id')
    .orderBy('dp_number')
    .execute();
  return grouped(
    rows,
    (row) => row.bill_id,
    (row) => ({ dpId: row.dp_id, dpNumber: row.dp_number, workerName: row.worker_name, total: moneyFromText(row.total), round: row.round }),
  );
}
