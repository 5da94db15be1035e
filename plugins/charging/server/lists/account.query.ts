import {
  addMoney,
  AppError,
  EnvelopeCode,
  type Money,
  moneyFromText,
  moneyToWire,
  type Page,
  quantityFromText,
  quantityToWire,
  toPage,
  unitPriceFromText,
  unitPriceToWire,
} from '@nephra/plugin-sdk/contract';
import { dataRights, pageBounds, pick, type RequestContext, sql } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { AccountItem, ChargeDay, ChargePatientRow, PatientAccount } from '../../contract/index.ts';
import { type BillFilter, type BillScope, billsMatching, linesMatching, scopeOf } from '../bills/bill-filter.ts';
import { lookedAt } from '../bills/bill-page.query.ts';
import { BILL_COLUMNS, billRows } from '../bills/bill-rows.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable } from '../tables/bill.table.ts';
import { readPayWays } from '../pay-way.repo.ts';
import { takingsByDay, takingsPage } from './takings.query.ts';

type Ctx = RequestContext<ChargingTables>;

const MAX_BILLS = 500;
const yuan = (text: string): number => moneyToWire(moneyFromText(text));

const CHARGED = sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'charge'), 0)`;
const REFUNDED = sql<string>`coalesce(sum(bill.total) filter (where bill.kind = 'refund'), 0)`;

/** GET day. */
export async function chargeDays(ctx: Ctx, filter: BillFilter): Promise<Page<ChargeDay>> {
  return await takingsPage(ctx.db, filter, await scopeOf(ctx, filter), await readPayWays(ctx.db, ctx.language));
}

/** Patients with bills, by what their latest bill says of them; newest first. Exports read the same query. */
// rows: parts of bills that came through their door
export const patientsCharged = (ctx: Ctx, filter: BillFilter, scope: BillScope) =>
  billsMatching(ctx.db, filter, scope)
    .select([
      'bill.patientId',
      sql<string>`(array_agg(bill."patientName" order by bill."chargedAt" desc))[1]`.as('patient_name'),
      sql<number>`(array_agg(bill."patientSex" order by bill."chargedAt" desc))[1]`.as('patient_sex'),
      sql<number>`(array_agg(bill."patientAge" order by bill."chargedAt" desc))[1]`.as('patient_age'),
      sql<string>`(array_agg(bill."outpatientCode" order by bill."chargedAt" desc))[1]`.as('outpatient_code'),
      sql<string>`(array_agg(bill."reimWay" order by bill."chargedAt" desc))[1]`.as('reim_way'),
      sql<string>`count(*)`.as('bill_count'),
      sql<string>`sum((select count(*) from charging.bill_prescription one where one.bill_id = bill.id and one.kind = 'charge'))`.as('prescription_count'),
      CHARGED.as('charged'),
      REFUNDED.as('refunded'),
      sql<string>`sum(bill.total)`.as('net'),
      sql<Date>`max(bill."chargedAt")`.as('latest'),
    ])
    .groupBy('bill.patientId')
    .orderBy('latest', 'desc')
    .orderBy('bill.patientId');

interface PatientPage {
  readonly ids: readonly string[];
  readonly total: number;
  /** When the oldest bill was that the list is made of, where older ones were left out. */
  readonly backTo: Date | null;
}

/** Ids of a page of patients, by their latest bill, and how many there are. Over more than a month they are those of the newest bills, see `lookedAt`. */
async function pageOfPatients(ctx: Ctx, asked: BillFilter, scope: BillScope): Promise<PatientPage> {
  if (scope.orgIds.length === 0) return { ids: [], total: 0, backTo: null };
  const { offset, pageSize } = pageBounds(asked);
  const { filter, backTo } = await lookedAt(ctx.db, asked, scope, 'patients');
  const bills = billsMatching(ctx.db, filter, scope).select(['bill.chargedAt', 'bill.patientId']);
  const found = ctx.db.with('found', (db) =>
    db
      .selectFrom(bills.as('one'))
      .select((eb) => ['one.patientId', eb.fn.max('one.chargedAt').as('latest')])
      .groupBy('one.patientId'),
  );
  const sums = await found
    .selectNoFrom((eb) => [
      eb.selectFrom('found').select(eb.fn.countAll<string>().as('total')).as('total'),
      eb
        .selectFrom(eb.selectFrom('found').selectAll('found').orderBy('latest', 'desc').orderBy('patientId').limit(pageSize).offset(offset).as('page'))
        .select(sql<string[] | null>`array_agg(page."patientId" order by page.latest desc, page."patientId")`.as('ids'))
        .as('ids'),
    ])
    .executeTakeFirstOrThrow();
  return { ids: sums.ids ?? [], total: Number(sums.total), backTo };
}

/** GET patients, scope `charged`. */
export async function listPatientsCharged(ctx: Ctx, filter: BillFilter) {
  const scope = await scopeOf(ctx, filter);
  const { ids, total, backTo } = await pageOfPatients(ctx, filter, scope);
  const rows = ids.length === 0 ? [] : await patientsCharged(ctx, filter, { ...scope, patientIds: ids }).execute();
  const list = rows.map(
    (row): ChargePatientRow => ({
      patientId: row.patientId,
      patientName: row.patient_name,
      patientSex: row.patient_sex,
      patientAge: row.patient_age,
      outpatientCode: row.outpatient_code,
      reimWay: row.reim_way,
      prescriptionCount: Number(row.prescription_count),
      totalPrice: yuan(row.net),
      latestDate: row.latest.getTime(),
      billCount: Number(row.bill_count),
      chargedPrice: yuan(row.charged),
      refundPrice: yuan(row.refunded),
    }),
  );
  return { ...toPage(list, total, filter), searchedBackTo: backTo?.getTime() ?? null };
}

async function itemsOf(ctx: Ctx, filter: BillFilter, scope: BillScope): Promise<AccountItem[]> {
  const rows = await linesMatching(ctx.db, filter, scope)
    .select(['line.drug_id', 'line.drug_type', 'line.drug_name', 'line.drug_spec', 'line.quantity_unit', 'line.price'])
    .select([sql<string>`sum(line.quantity)`.as('quantity'), sql<string>`sum(line.sub_total)`.as('amount')])
    .groupBy(['line.drug_id', 'line.drug_type', 'line.drug_name', 'line.drug_spec', 'line.quantity_unit', 'line.price'])
    .orderBy('line.drug_type')
    .orderBy('amount', 'desc')
    .orderBy('line.drug_id')
    .execute();
  return rows.map((row) => ({
    drugId: row.drug_id,
    drugType: row.drug_type,
    drugName: row.drug_name,
    drugSpec: row.drug_spec,
    drugNumUnit: row.quantity_unit,
    price: unitPriceToWire(unitPriceFromText(row.price)),
    drugNum: quantityToWire(quantityFromText(row.quantity)),
    subTotal: yuan(row.amount),
  }));
}

/** GET patientdetail. @throws AppError `charging.patient-not-found`. */
export async function patientAccount(ctx: Ctx, filter: BillFilter & { readonly patientId: string }): Promise<PatientAccount> {
  const scope = await scopeOf(ctx, filter);
  const [patientId] = scope.patientIds ?? [];
  const rights = dataRights(ctx, 'his.patient');
  const patient = patientId === undefined ? undefined : await ctx.service(patientDirectory).get(patientId, ctx.user.orgIds, rights);
  if (!patient) throw new AppError('charging.patient-not-found', { code: EnvelopeCode.NotFound });
  const sums = await billsMatching(ctx.db, filter, scope)
    .select([
      sql<string>`count(*) filter (where bill.kind = 'charge')`.as('charge_count'),
      sql<string>`count(*) filter (where bill.kind = 'refund')`.as('refund_count'),
      CHARGED.as('charged'),
      REFUNDED.as('refunded'),
      sql<string>`coalesce(sum(bill.west), 0)`.as('west'),
      sql<string>`coalesce(sum(bill."diagTreat"), 0)`.as('diag_treat'),
      sql<string>`coalesce(sum(bill.assay), 0)`.as('assay'),
      sql<string>`coalesce(sum(bill.consumables), 0)`.as('consumables'),
      sql<string>`coalesce(sum(bill.other), 0)`.as('other'),
    ])
    .executeTakeFirstOrThrow();
  const net: Money = addMoney(moneyFromText(sums.charged), moneyFromText(sums.refunded));
  const heads = await billsMatching(ctx.db, filter, scope)
    .select(BILL_COLUMNS)
    .orderBy('bill.chargedAt', 'desc')
    .orderBy('bill.id', 'desc')
    .limit(MAX_BILLS)
    .execute();
  return {
    ...pick(patient, 'patientId', 'patientName', 'patientSex', 'patientAge', 'outpatientCode', 'reimWay'),
    chargeCount: Number(sums.charge_count),
    refundCount: Number(sums.refund_count),
    chargedPrice: yuan(sums.charged),
    refundPrice: yuan(sums.refunded),
    totals: {
      westPrice: yuan(sums.west),
      diagTreatPrice: yuan(sums.diag_treat),
      assayPrice: yuan(sums.assay),
      consumablesPrice: yuan(sums.consumables),
      otherPrice: yuan(sums.other),
      totalPrice: moneyToWire(net),
    },
    days: await takingsByDay(ctx.db, filter, scope, await readPayWays(ctx.db, ctx.language)),
    items: await itemsOf(ctx, filter, scope),
    bills: await billRows(ctx, heads.map(billTable.fromSql)),
  };
}
