import { dayOf, moneyToText } from '@nephra/plugin-sdk/contract';
import { type Given, type Insertable, type Kysely, prepared, searchGrams, sql } from '@nephra/plugin-sdk/server';
import { type Bill, lineToColumns, totalsToColumns } from '../bills/bill-model.ts';
import type { BillTable, ChargingTables } from '../charging-tables.ts';

/** Rows of the tables below a bill, as JSON. */
interface BillParts {
  readonly prescriptions: string;
  readonly lines: string;
  readonly payments: string;
}

/** Columns of a bill and its parts as JSON texts of rows, all in one statement; amounts are texts in there, too. */
const writeWhole = prepared((db: Kysely<ChargingTables>, given: Given<Required<Insertable<BillTable>> & BillParts>) =>
  db
    .with(
      'prescriptions',
      () => sql`(insert into charging.bill_prescription (bill_id, dp_id, dp_number, kind, worker_name, total, round)
        select ${given('id')}, dp_id, dp_number, ${given('kind')}, worker_name, total, round
        from json_to_recordset(${given('prescriptions')}::json) as one(dp_id text, dp_number text, worker_name text, total numeric, round smallint))`,
    )
    .with(
      'lines',
      () => sql`(insert into charging.bill_line
          (bill_id, line_no, dp_id, dp_number, detail_id, drug_id, drug_name, drug_spec, drug_type, medical_ins_code, quantity, quantity_unit, price, sub_total)
        select bill_id, line_no, dp_id, dp_number, detail_id, drug_id, drug_name, drug_spec, drug_type, medical_ins_code, quantity, quantity_unit, price, sub_total
        from json_to_recordset(${given('lines')}::json) as one(bill_id text, line_no integer, dp_id text, dp_number text, detail_id text, drug_id text,
          drug_name text, drug_spec text, drug_type text, medical_ins_code text, quantity numeric, quantity_unit text, price numeric, sub_total numeric))`,
    )
    .with(
      'payments',
      () => sql`(insert into charging.payment (bill_id, seq, pay_way, amount, tendered, change, reference)
        select ${given('id')}, seq, pay_way, amount, tendered, change, reference
        from json_to_recordset(${given('payments')}::json) as one(seq integer, pay_way text, amount numeric, tendered numeric, change numeric, reference text))`,
    )
    .insertInto('charging.bill')
    .values({
      id: given('id'),
      bill_no: given('bill_no'),
      kind: given('kind'),
      origin: given('origin'),
      org_id: given('org_id'),
      patient_id: given('patient_id'),
      patient_name: given('patient_name'),
      patient_sex: given('patient_sex'),
      patient_age: given('patient_age'),
      outpatient_code: given('outpatient_code'),
      reim_way: given('reim_way'),
      med_ins_mark: given('med_ins_mark'),
      diagnosis: given('diagnosis'),
      total: given('total'),
      west: given('west'),
      diag_treat: given('diag_treat'),
      assay: given('assay'),
      consumables: given('consumables'),
      other: given('other'),
      charged_at: given('charged_at'),
      business_day: given('business_day'),
      cashier_id: given('cashier_id'),
      cashier_name: given('cashier_name'),
      reverses_id: given('reverses_id'),
      reason: given('reason'),
      line_count: given('line_count'),
      takes_last: given('takes_last'),
      search_grams: given('search_grams'),
    }),
);

/** A bill before it has its number and its moment. */
export type BillBody = Omit<Bill, 'billNo' | 'chargedAt' | 'businessDay'>;

/**
 * Makes ready all of a bill that does not hang on its number: from the number to the commit the whole facility waits.
 * @returns writes the bill; the database refuses it at commit when its parts do not add up
 */
export function readyBill(body: BillBody): (db: Kysely<ChargingTables>, billNo: string, chargedAt: Date) => Promise<Bill> {
  const grams = searchGrams(body.patientName, body.outpatientCode, ...body.prescriptions.map((one) => one.dpNumber));
  const columns = {
    id: body.id,
    kind: body.kind,
    origin: body.origin,
    org_id: body.orgId,
    patient_id: body.patientId,
    patient_name: body.patientName,
    patient_sex: body.patientSex,
    patient_age: body.patientAge,
    outpatient_code: body.outpatientCode,
    reim_way: body.reimWay,
    med_ins_mark: body.medInsMark,
    diagnosis: JSON.stringify(body.diagnosis),
    total: moneyToText(body.total),
    ...totalsToColumns(body.lines),
    cashier_id: body.cashierId,
    cashier_name: body.cashierName,
    reverses_id: body.reversesId,
    reason: body.reason,
    line_count: body.lines.length,
    takes_last: body.takesLast,
    prescriptions: JSON.stringify(
      body.prescriptions.map((one) => ({
        dp_id: one.dpId,
        dp_number: one.dpNumber,
        worker_name: one.workerName,
        total: moneyToText(one.total),
        round: one.round,
      })),
    ),
    lines: JSON.stringify(body.lines.map((line, index) => lineToColumns(line, body.id, index))),
    payments: JSON.stringify(
      body.payments.map((payment, index) => ({
        seq: index + 1,
        pay_way: payment.payWay,
        amount: moneyToText(payment.amount),
        tendered: moneyToText(payment.tendered),
        change: moneyToText(payment.change),
        reference: payment.reference,
      })),
    ),
  };
  return async (db, billNo, chargedAt) => {
    const businessDay = dayOf(chargedAt.getTime());
    const search_grams = [...new Set([...grams, ...searchGrams(billNo)])];
    await writeWhole(db, { ...columns, bill_no: billNo, charged_at: chargedAt, business_day: businessDay, search_grams });
    return { ...body, billNo, chargedAt, businessDay };
  };
}
