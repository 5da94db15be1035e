import { dayOf } from '@nephra/plugin-sdk/contract';
import { type Columns, type Given, type Insertable, type Kysely, prepared, searchGrams, sql, type Table } from '@nephra/plugin-sdk/server';
import { type Bill, groupTotals } from '../bills/bill-model.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billLineTable, billPrescriptionTable, paymentTable } from '../tables/bill-parts.table.ts';
import { billTable } from '../tables/bill.table.ts';

type BillColumns = Insertable<ChargingTables['charging.bill']>;

/** Rows of the tables below a bill, as JSON. */
interface BillParts {
  readonly prescriptions: string;
  readonly lines: string;
  readonly payments: string;
}

/** Rows of a table out of a JSON text of rows; the database knows the types of its columns. */
function rowsFrom({ name, defs }: Pick<Table<Columns>, 'name' | 'defs'>, json: string) {
  const columns = sql.join(Object.values(defs).map(({ physical }) => sql.ref(physical)));
  return sql<
    Record<string, unknown>
  >`(insert into ${sql.table(name)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(name)}, ${json}::json))`;
}

/** Columns of a bill and its parts as JSON texts of rows, all in one statement; amounts are texts in there, too. */
const writeWhole = prepared((db: Kysely<ChargingTables>, given: Given<BillColumns & BillParts>) =>
  db
    .with('prescriptions', () => rowsFrom(billPrescriptionTable, given('prescriptions')))
    .with('lines', () => rowsFrom(billLineTable, given('lines')))
    .with('payments', () => rowsFrom(paymentTable, given('payments')))
    .insertInto('charging.bill')
    .values(Object.fromEntries(Object.values(billTable.defs).map(({ physical }) => [physical, given(physical as keyof BillColumns)])) as BillColumns),
);

/** A bill before it has its number and its moment. */
export type BillBody = Omit<Bill, 'billNo' | 'chargedAt' | 'businessDay'>;

/**
 * Makes ready all of a bill that does not hang on its number: from the number to the commit the whole facility waits.
 * @returns writes the bill; the database refuses it at commit when its parts do not add up
 */
export function readyBill(body: BillBody): (db: Kysely<ChargingTables>, billNo: string, chargedAt: Date) => Promise<Bill> {
  const grams = searchGrams(body.patientName, body.outpatientCode, ...body.prescriptions.map((one) => one.dpNumber));
  const columns = billTable.toSql({ ...body, ...groupTotals(body.lines), lineCount: body.lines.length });
  const { id: billId, kind } = body;
  const parts: BillParts = {
    prescriptions: JSON.stringify(body.prescriptions.map((one) => billPrescriptionTable.toSql({ ...one, billId, kind }))),
    lines: JSON.stringify(body.lines.map((line, at) => billLineTable.toSql({ ...line, billId, lineNo: at + 1 }))),
    payments: JSON.stringify(body.payments.map((payment, at) => paymentTable.toSql({ ...payment, billId, seq: at + 1 }))),
  };
  return async (db, billNo, chargedAt) => {
    const businessDay = dayOf(chargedAt.getTime());
    const numbered = billTable.toSql({ billNo, chargedAt, businessDay, searchGrams: [...new Set([...grams, ...searchGrams(billNo)])] });
    await writeWhole(db, { ...columns, ...numbered, ...parts });
    return { ...body, billNo, chargedAt, businessDay };
  };
}
