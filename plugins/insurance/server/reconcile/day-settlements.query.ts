import { DAY_MS, type Money, negateMoney, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import type { Kysely } from '@nephra/plugin-sdk/server';
import type { DayRow, Statement } from '../../domain/settlement/reconcile.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import { settlementTable } from '../tables/settlement.table.ts';

type Db = Kysely<InsuranceTables>;

/** States in which the settlement stands at the platform, and in our books or under review. */
const SETTLED = ['settled', 'cancelling', 'cancel-unknown', 'refunding', 'cancelled', 'review'] as const;

const COLUMNS = settlementTable.sqlColumns('s', [
  'id',
  'patientId',
  'patientName',
  'psnNo',
  'insuplcAdmdvs',
  'setlId',
  'insutype',
  'clrType',
  'clrOptins',
  'medfee',
  'fundPay',
  'acctPay',
  'cashPay',
]);

// rows: of the day in hand, under its lease; no person works on it
const rows = (db: Db, orgId: OrgId) =>
  db
    .selectFrom('insurance.settlement as s')
    .leftJoin('insurance.visit as v', 'v.id', 's.visit_id')
    .select([...COLUMNS, 'v.mdtrt_id as mdtrtId'])
    .where('s.org_id', '=', orgId)
    .where('s.setl_id', '<>', '');

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

function dayRow(row: Row, refund: boolean): DayRow {
  const { id: settlementId, mdtrtId, medfee, fundPay, acctPay, cashPay, ...facts } = settlementTable.fromSql(row);
  const amount = (of: Money) => (refund ? negateMoney(of) : of);
  const amounts = { medfee: amount(medfee), fund: amount(fundPay), account: amount(acctPay), cash: amount(cashPay) };
  return { ...facts, settlementId, mdtrtId: mdtrtId ?? '', refund, ...amounts };
}

/** Settlements and cancellations of a day, Asia/Shanghai. */
export async function daySettlements(db: Db, orgId: OrgId, day: string): Promise<DayRow[]> {
  const from = new Date(parseDay(day));
  const before = new Date(from.getTime() + DAY_MS);
  const settled = await rows(db, orgId)
    .where('s.settled_at', '>=', from)
    .where('s.settled_at', '<', before)
    .where('s.state', 'in', [...SETTLED])
    .orderBy('s.id')
    .execute();
  const cancelled = await rows(db, orgId)
    .where('s.cancelled_at', '>=', from)
    .where('s.cancelled_at', '<', before)
    .where('s.state', '=', 'cancelled')
    .orderBy('s.id')
    .execute();
  return [...settled.map((row) => dayRow(row, false)), ...cancelled.map((row) => dayRow(row, true))];
}

const KINDS_DAYS = 60;

/** Kinds of insurance and clearing that occurred lately. */
export async function recentKinds(db: Db, orgId: OrgId, day: string): Promise<Omit<Statement, 'refund'>[]> {
  const until = parseDay(day) + DAY_MS;
  // rows: of the day in hand, under its lease; no person works on it
  return await db
    .selectFrom('insurance.settlement')
    .select(['insutype', 'clr_type as clrType', 'clr_optins as clrOptins'])
    .distinct()
    .where('org_id', '=', orgId)
    .where('setl_id', '<>', '')
    .where('settled_at', '>=', new Date(until - KINDS_DAYS * DAY_MS))
    .where('settled_at', '<', new Date(until))
    .execute();
}

/** Where a person is insured, as far as we know; empty for somebody who never was here. */
export async function areaOfPerson(db: Db, orgId: OrgId, psnNo: string): Promise<string> {
  // rows: of the day in hand, under its lease; no person works on it
  const visit = await db
    .selectFrom('insurance.visit')
    .select('insuplc_admdvs')
    .where('org_id', '=', orgId)
    .where('psn_no', '=', psnNo)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return visit?.insuplc_admdvs ?? '';
}
