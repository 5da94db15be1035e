import { moneyFromText, type OrgId } from '@nephra/plugin-sdk/contract';
import { organizationNames, type RawReply, type RequestContext, sql, streamRows, wordOf, xlsxReply } from '@nephra/plugin-sdk/server';
import type { BillState } from '../../contract/index.ts';
import type zh from '../../locales/zh.json';
import { chineseCapitals } from '../../domain/money/chinese-capitals.ts';
import { patientsCharged } from '../lists/account.query.ts';
import { type BillFilter, billsMatching, linesMatching, scopeOf } from '../bills/bill-filter.ts';
import { HIDDEN_NUMBER } from '../bills/bill-row-filter.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable } from '../tables/bill.table.ts';
import { facilityTable } from '../tables/facility.table.ts';

type Ctx = RequestContext<ChargingTables>;

// rows: what went back of a visible bill is true whoever looks (HIDDEN_NUMBER)
const STATE = sql<BillState>`case when bill.kind = 'refund' then 'refund'
  when not exists (select 1 from charging.bill back where back.reverses_id = bill.id) then 'charged'
  when exists (select 1 from charging.bill back where back.reverses_id = bill.id and back.takes_last) then 'cancelled' else 'partly' end`;
// rows: what went back of a visible bill is true whoever looks (HIDDEN_NUMBER)
const REFUNDED = sql<string>`(select coalesce(-sum(back.total), 0) from charging.bill back where back.reverses_id = bill.id)`;
// rows: parts of bills that came through their door
const PRESCRIPTIONS = sql<string>`(select coalesce(string_agg(one.dp_number, '、' order by one.dp_number), '') from charging.bill_prescription one where one.bill_id = bill.id)`;

/** The bill that a refund takes back; for a bill its refunds. By the rule at `HIDDEN_NUMBER`. */
function counterpart(ctx: Ctx) {
  const original = ctx.db.selectFrom(billTable.as(ctx, 'whole')).select('whole.billNo').where('whole.id', '=', sql.ref<string>('bill.reversesId'));
  const seen = ctx.db.selectFrom(billTable.as(ctx, 'back')).where('back.reversesId', '=', sql.ref<string>('bill.id'));
  const named = seen.select(sql<string>`string_agg(back."billNo", '、' order by back."chargedAt", back.id)`.as('numbers'));
  const isVisible = seen.select((eb) => eb.fn.countAll<string>().as('count'));
  // rows: that something of a visible bill went back is true whoever looks (HIDDEN_NUMBER)
  const every = sql<string>`select count(*) from charging.bill back where back.reverses_id = bill.id`;
  const hidden = sql.lit(HIDDEN_NUMBER);
  return sql<string>`case when bill."reversesId" is not null then coalesce((${original}), ${hidden})
    else concat_ws('、', (${named}), case when (${every}) > (${isVisible}) then ${hidden} end) end`;
}

// rows: payments of bills that came through their door, and ways to pay, which are the same everywhere
const waysIn = (language: Ctx['language']) =>
  sql<string>`(select coalesce(string_agg(${sql.ref(`way.name_${language}`)} || ' ' || paid.amount, '、' order by paid.seq), '')
    from charging.payment paid join charging.pay_way way on way.code = paid.pay_way where paid.bill_id = bill.id)`;

/** Says in the file's name which days it holds. */
const named = (title: string, filter: BillFilter): string => [title, filter.startDate, filter.endDate].filter(Boolean).join(' ');

async function* mapped<Row, Out>(rows: AsyncIterable<Row>, change: (row: Row) => Out): AsyncGenerator<Out> {
  for await (const row of rows) yield change(row);
}

/** Headings of the workbooks in the caller's language. */
const headingsIn =
  (ctx: Ctx) =>
  (key: keyof (typeof zh)['workbook']['head']): string =>
    ctx.text(`workbook.head.${key}`);

const payerIn = (ctx: Ctx, code: string): string => wordOf(ctx, `reimWay.${code}`, code);

/** GET Bill/Actions/Export. */
export async function exportBills(ctx: Ctx, filter: BillFilter): Promise<RawReply> {
  const head = headingsIn(ctx);
  const query = billsMatching(ctx.db, filter, await scopeOf(ctx, filter))
    .select(['bill.billNo', 'bill.patientName', 'bill.outpatientCode', 'bill.reimWay', 'bill.total', 'bill.west', 'bill.diagTreat', 'bill.assay'])
    .select(['bill.chargedAt', 'bill.cashierName', 'bill.reason'])
    .select([
      STATE.as('state'),
      REFUNDED.as('refunded'),
      PRESCRIPTIONS.as('prescriptions'),
      counterpart(ctx).as('counterpart'),
      waysIn(ctx.language).as('ways'),
    ])
    .orderBy('bill.businessDay', 'desc')
    .orderBy('bill.chargedAt', 'desc')
    .orderBy('bill.id', 'desc');
  return xlsxReply({
    fileName: named(ctx.text('workbook.sheet.bills'), filter),
    sheetName: ctx.text('workbook.sheet.bills'),
    columns: [
      { key: 'billNo', title: head('billNo'), kind: 'text', width: 22 },
      { key: 'state', title: head('state'), kind: 'text', width: 12 },
      { key: 'chargedAt', title: head('time'), kind: 'datetime' },
      { key: 'patientName', title: head('patient'), kind: 'text', width: 12 },
      { key: 'outpatientCode', title: head('code'), kind: 'text' },
      { key: 'payer', title: head('payer'), kind: 'text', width: 14 },
      { key: 'prescriptions', title: head('prescriptions'), kind: 'text', width: 24 },
      { key: 'total', title: head('total'), kind: 'money' },
      { key: 'refunded', title: head('refunded'), kind: 'money' },
      { key: 'ways', title: head('ways'), kind: 'text', width: 28 },
      { key: 'west', title: head('west'), kind: 'money' },
      { key: 'diagTreat', title: head('diagTreat'), kind: 'money' },
      { key: 'assay', title: head('assay'), kind: 'money' },
      { key: 'cashierName', title: head('cashier'), kind: 'text', width: 12 },
      { key: 'counterpart', title: head('original'), kind: 'text', width: 22 },
      { key: 'reason', title: head('reason'), kind: 'text', width: 24 },
    ],
    rows: mapped(streamRows(query), (row) => ({ ...row, state: ctx.text(`billState.${row.state}`), payer: payerIn(ctx, row.reimWay) })),
  });
}

/** GET Detail/Actions/Export. */
export async function exportLines(ctx: Ctx, filter: BillFilter): Promise<RawReply> {
  const head = headingsIn(ctx);
  const query = linesMatching(ctx.db, filter, await scopeOf(ctx, filter))
    .select(['bill.billNo', 'bill.kind', 'bill.chargedAt', 'bill.patientName', 'bill.outpatientCode', 'bill.cashierName'])
    .select(['line.dp_number', 'line.drug_type', 'line.drug_name', 'line.drug_spec', 'line.medical_ins_code'])
    .select(['line.quantity', 'line.quantity_unit', 'line.price', 'line.sub_total'])
    .orderBy('bill.businessDay', 'desc')
    .orderBy('bill.chargedAt', 'desc')
    .orderBy('bill.id', 'desc')
    .orderBy('line.line_no');
  return xlsxReply({
    fileName: named(ctx.text('workbook.sheet.lines'), filter),
    sheetName: ctx.text('workbook.sheet.lines'),
    columns: [
      { key: 'billNo', title: head('billNo'), kind: 'text', width: 22 },
      { key: 'kind', title: head('state'), kind: 'text', width: 10 },
      { key: 'chargedAt', title: head('time'), kind: 'datetime' },
      { key: 'patientName', title: head('patient'), kind: 'text', width: 12 },
      { key: 'outpatientCode', title: head('code'), kind: 'text' },
      { key: 'dp_number', title: head('prescriptions'), kind: 'text' },
      { key: 'drug_type', title: head('type'), kind: 'text', width: 10 },
      { key: 'drug_name', title: head('name'), kind: 'text', width: 28 },
      { key: 'drug_spec', title: head('spec'), kind: 'text', width: 20 },
      { key: 'medical_ins_code', title: head('insCode'), kind: 'text', width: 26 },
      { key: 'quantity', title: head('quantity'), kind: 'quantity' },
      { key: 'quantity_unit', title: head('unit'), kind: 'text', width: 8 },
      { key: 'price', title: head('price'), kind: 'price' },
      { key: 'sub_total', title: head('amount'), kind: 'money' },
      { key: 'cashierName', title: head('cashier'), kind: 'text', width: 12 },
    ],
    rows: mapped(streamRows(query), (row) => ({ ...row, kind: ctx.text(`workbook.kind.${row.kind}`) })),
  });
}

/** GET Invoice/Actions/Export: one receipt per row, with the sums by group and the amount in capitals. */
export async function exportInvoices(ctx: Ctx, filter: BillFilter): Promise<RawReply> {
  const head = headingsIn(ctx);
  const script = ctx.language === 'zhtw' ? 'traditional' : 'simplified';
  const names = await ctx.service(organizationNames).of(ctx.user.orgIds);
  const query = billsMatching(ctx.db, filter, await scopeOf(ctx, filter))
    .leftJoin(facilityTable.as(ctx, 'facility'), 'facility.orgId', 'bill.orgId')
    .select(['bill.billNo', 'bill.kind', 'bill.businessDay', 'bill.chargedAt', 'bill.patientName', 'bill.outpatientCode', 'bill.reimWay', 'bill.total'])
    .select(['bill.west', 'bill.diagTreat', 'bill.assay', 'bill.consumables', 'bill.other', 'bill.cashierName', 'bill.orgId', 'facility.facilityName'])
    .select([counterpart(ctx).as('counterpart')])
    .orderBy('bill.businessDay', 'desc')
    .orderBy('bill.chargedAt', 'desc')
    .orderBy('bill.id', 'desc');
  return xlsxReply({
    fileName: named(ctx.text('workbook.sheet.invoices'), filter),
    sheetName: ctx.text('workbook.sheet.invoices'),
    columns: [
      { key: 'billNo', title: head('billNo'), kind: 'text', width: 22 },
      { key: 'kind', title: head('state'), kind: 'text', width: 10 },
      { key: 'businessDay', title: head('day'), kind: 'date' },
      { key: 'chargedAt', title: head('time'), kind: 'datetime' },
      { key: 'facility', title: head('facility'), kind: 'text', width: 26 },
      { key: 'patientName', title: head('patient'), kind: 'text', width: 12 },
      { key: 'outpatientCode', title: head('code'), kind: 'text' },
      { key: 'payer', title: head('payer'), kind: 'text', width: 14 },
      { key: 'west', title: head('west'), kind: 'money' },
      { key: 'diagTreat', title: head('diagTreat'), kind: 'money' },
      { key: 'consumables', title: head('consumables'), kind: 'money' },
      { key: 'other', title: head('other'), kind: 'money' },
      { key: 'assay', title: head('assay'), kind: 'money' },
      { key: 'total', title: head('total'), kind: 'money' },
      { key: 'capitals', title: head('capitals'), kind: 'text', width: 34 },
      { key: 'counterpart', title: head('original'), kind: 'text', width: 22 },
      { key: 'cashierName', title: head('cashier'), kind: 'text', width: 12 },
    ],
    rows: mapped(streamRows(query), (row) => ({
      ...row,
      kind: ctx.text(`workbook.kind.${row.kind}`),
      payer: payerIn(ctx, row.reimWay),
      facility: row.facilityName || (names.get(row.orgId as OrgId) ?? ''),
      capitals: chineseCapitals(moneyFromText(row.total), script),
    })),
  });
}

/** GET Patient/Actions/Export. */
export async function exportPatients(ctx: Ctx, filter: BillFilter): Promise<RawReply> {
  const head = headingsIn(ctx);
  return xlsxReply({
    fileName: named(ctx.text('workbook.sheet.patients'), filter),
    sheetName: ctx.text('workbook.sheet.patients'),
    columns: [
      { key: 'outpatient_code', title: head('code'), kind: 'text' },
      { key: 'patient_name', title: head('patient'), kind: 'text', width: 12 },
      { key: 'sex', title: head('sex'), kind: 'text', width: 8 },
      { key: 'patient_age', title: head('age'), kind: 'integer' },
      { key: 'payer', title: head('payer'), kind: 'text', width: 14 },
      { key: 'bill_count', title: head('bills'), kind: 'integer' },
      { key: 'charged', title: head('charged'), kind: 'money' },
      { key: 'refunded', title: head('refunded'), kind: 'money' },
      { key: 'net', title: head('net'), kind: 'money' },
      { key: 'latest', title: head('latest'), kind: 'datetime' },
    ],
    rows: mapped(streamRows(patientsCharged(ctx, filter, await scopeOf(ctx, filter))), (row) => ({
      ...row,
      patient_age: row.patient_age < 0 ? null : row.patient_age,
      sex: wordOf(ctx, `sex.${row.patient_sex}`, ''),
      payer: payerIn(ctx, row.reim_way),
    })),
  });
}
