import { AppError, DEFAULT_PAGE_SIZE, EnvelopeCode, moneyFromText, moneyToWire, type OrgId, subtractMoney, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import { type Kysely, matchesKeyword, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import type { BillLineRow, BillRecord, BillRow, BillState, BillTotal } from '../contract/index.ts';
import { lineFromColumns, lineToWire } from './bill-model.ts';
import { billStateOf, billToWire } from './bill-present.ts';
import { counterBills, paymentsOf, prescriptionsOf, readBills } from './bill.repo.ts';
import { idList } from './charge-queue.query.ts';
import type { ChargingTables } from './charging-tables.ts';
import { paymentsToWire, payWayName, readPayWays } from './pay-way.repo.ts';

type Ctx = RequestContext<ChargingTables>;

export interface BillFilter {
  readonly keyword?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly state?: BillState;
  readonly payWay?: string;
  readonly patientId?: string;
  readonly cashierId?: string;
  readonly chargeId?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

/** The one place that narrows bills, so that list, totals and lines always speak of the same ones. */
function billsMatching(db: Kysely<ChargingTables>, filter: BillFilter, orgIds: readonly OrgId[]) {
  let query = db.selectFrom('charging.bill as bill').where('bill.org_id', 'in', [...orgIds]);
  if (filter.startDate) query = query.where('bill.business_day', '>=', filter.startDate);
  if (filter.endDate) query = query.where('bill.business_day', '<=', filter.endDate);
  if (filter.patientId) query = query.where('bill.patient_id', '=', filter.patientId);
  if (filter.cashierId) query = query.where('bill.cashier_id', '=', filter.cashierId);
  if (filter.chargeId) query = query.where('bill.id', '=', filter.chargeId);
  if (filter.state) query = query.where('bill.kind', '=', filter.state === 'refund' ? 'refund' : 'charge');
  const { state } = filter;
  if (state === 'charged' || state === 'cancelled') {
    query = query.where(({ exists, not, selectFrom }) => {
      const takenBack = exists(selectFrom('charging.bill as refund').select('refund.id').whereRef('refund.reverses_id', '=', 'bill.id'));
      return state === 'cancelled' ? takenBack : not(takenBack);
    });
  }
  const { payWay } = filter;
  if (payWay) {
    query = query.where(({ exists, selectFrom }) =>
      exists(selectFrom('charging.payment as paid').select('paid.seq').whereRef('paid.bill_id', '=', 'bill.id').where('paid.pay_way', '=', payWay)),
    );
  }
  const keyword = matchesKeyword('bill.search_grams', filter.keyword);
  return keyword ? query.where(keyword) : query;
}

const pageBounds = (filter: BillFilter) => {
  const pageSize = filter.pageSize ?? DEFAULT_PAGE_SIZE;
  return { pageSize, offset: ((filter.currentPage ?? 1) - 1) * pageSize };
};

/** GET bill. */
export async function listBills(ctx: Ctx, filter: BillFilter) {
  const matching = billsMatching(ctx.db, filter, ctx.user.orgIds);
  const { count } = await matching.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const { pageSize, offset } = pageBounds(filter);
  const heads = await matching
    .select(['bill.id', 'bill.bill_no', 'bill.kind', 'bill.org_id', 'bill.patient_id', 'bill.patient_name', 'bill.patient_sex', 'bill.patient_age'])
    .select([
      'bill.outpatient_code',
      'bill.reim_way',
      'bill.med_ins_mark',
      'bill.total',
      'bill.charged_at',
      'bill.cashier_id',
      'bill.cashier_name',
      'bill.reason',
    ])
    .orderBy('bill.charged_at', 'desc')
    .orderBy('bill.id', 'desc')
    .limit(pageSize)
    .offset(offset)
    .execute();
  const ids = heads.map((head) => head.id);
  const payments = await paymentsOf(ctx.db, ids);
  const prescriptions = await prescriptionsOf(ctx.db, ids);
  const counters = await counterBills(ctx.db, ids);
  const ways = await readPayWays(ctx.db, ctx.language);
  const list = heads.map(
    (head): BillRow => ({
      chargeId: head.id,
      billNo: head.bill_no,
      state: billStateOf(head.kind, counters.get(head.id)),
      orgId: head.org_id,
      patientId: head.patient_id,
      patientName: head.patient_name,
      patientSex: head.patient_sex,
      patientAge: head.patient_age,
      outpatientCode: head.outpatient_code,
      reimWay: head.reim_way,
      medInsMark: head.med_ins_mark,
      dpNumbers: (prescriptions.get(head.id) ?? []).map((one) => one.dpNumber),
      totalPrice: moneyToWire(moneyFromText(head.total)),
      payments: paymentsToWire(payments.get(head.id) ?? [], ways),
      chargeTime: head.charged_at.getTime(),
      cashierId: head.cashier_id,
      cashierName: head.cashier_name,
      reason: head.reason,
      counterBillNo: counters.get(head.id)?.billNo ?? '',
    }),
  );
  return toPage(list, Number(count), filter);
}

const yuan = (text: string | null) => moneyToWire(text === null ? ZERO : moneyFromText(text));

/** GET billTotal: sums over everything the filter finds, not over one page. */
export async function totalBills(ctx: Ctx, filter: BillFilter): Promise<BillTotal> {
  const matching = billsMatching(ctx.db, filter, ctx.user.orgIds);
  const sums = await matching
    .select([
      sql<string>`count(*) filter (where bill.kind = 'charge')`.as('charged_count'),
      sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'charge'), 0)`.as('charged'),
      sql<string>`count(*) filter (where bill.kind = 'refund')`.as('refund_count'),
      sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'refund'), 0)`.as('refunded'),
      sql<string>`coalesce(sum(bill.west), 0)`.as('west'),
      sql<string>`coalesce(sum(bill.diag_treat), 0)`.as('diag_treat'),
      sql<string>`coalesce(sum(bill.assay), 0)`.as('assay'),
    ])
    .executeTakeFirstOrThrow();
  const paid = await matching
    .innerJoin('charging.payment as payment', 'payment.bill_id', 'bill.id')
    .select(['payment.pay_way', sql<string>`sum(payment.amount)`.as('amount')])
    .groupBy('payment.pay_way')
    .execute();
  const ways = await readPayWays(ctx.db, ctx.language);
  const rank = (code: string) => ways.findIndex((way) => way.payWay === code);
  return {
    chargedCount: Number(sums.charged_count),
    chargedPrice: yuan(sums.charged),
    refundCount: Number(sums.refund_count),
    refundPrice: yuan(sums.refunded),
    netPrice: moneyToWire(subtractMoney(moneyFromText(sums.charged), subtractMoney(ZERO, moneyFromText(sums.refunded)))),
    westPrice: yuan(sums.west),
    diagTreatPrice: yuan(sums.diag_treat),
    assayPrice: yuan(sums.assay),
    ways: paid
      .sort((a, b) => rank(a.pay_way) - rank(b.pay_way))
      .map((row) => ({ payWay: row.pay_way, payWayName: payWayName(ways, row.pay_way), amount: yuan(row.amount) })),
  };
}

/** GET billdetail. */
export async function listBillLines(ctx: Ctx, filter: BillFilter) {
  const matching = billsMatching(ctx.db, filter, ctx.user.orgIds).innerJoin('charging.bill_line as line', 'line.bill_id', 'bill.id');
  const { count } = await matching.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const { pageSize, offset } = pageBounds(filter);
  const rows = await matching
    .select(['bill.id', 'bill.bill_no', 'bill.kind', 'bill.patient_name', 'bill.outpatient_code', 'bill.charged_at'])
    .select(['line.dp_id', 'line.dp_number', 'line.detail_id', 'line.drug_id', 'line.drug_name', 'line.drug_spec', 'line.drug_type', 'line.medical_ins_code'])
    .select(['line.quantity', 'line.quantity_unit', 'line.price', 'line.sub_total'])
    .orderBy('bill.charged_at', 'desc')
    .orderBy('bill.id', 'desc')
    .orderBy('line.line_no')
    .limit(pageSize)
    .offset(offset)
    .execute();
  const counters = await counterBills(ctx.db, [...new Set(rows.map((row) => row.id))]);
  const list = rows.map(
    (row): BillLineRow => ({
      ...lineToWire(lineFromColumns(row)),
      chargeId: row.id,
      billNo: row.bill_no,
      state: billStateOf(row.kind, counters.get(row.id)),
      patientName: row.patient_name,
      outpatientCode: row.outpatient_code,
      chargeTime: row.charged_at.getTime(),
    }),
  );
  return toPage(list, Number(count), filter);
}

/** GET chargeDetail: whole bills. @throws AppError `charging.bill-not-found` when one is missing or belongs to another facility. */
export async function chargeDetails(ctx: Ctx, chargeIdList: string): Promise<{ list: BillRecord[] }> {
  const ids = idList(chargeIdList);
  const bills = await readBills(ctx.db, ids, ctx.user.orgIds);
  if (bills.length === 0 || bills.length !== ids.length) throw new AppError('charging.bill-not-found', { code: EnvelopeCode.NotFound });
  const ways = await readPayWays(ctx.db, ctx.language);
  const counters = await counterBills(ctx.db, ids);
  return { list: bills.map((bill) => billToWire(bill, ways, counters.get(bill.id))) };
}
