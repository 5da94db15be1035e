import { DAY_MS, moneyFromText, negateMoney, type OrgId, parseDay } from '@nephra/plugin-sdk/contract';
import type { Kysely } from '@nephra/plugin-sdk/server';
import type { DayRow, Statement } from '../../domain/settlement/reconcile.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

type Db = Kysely<InsuranceTables>;

/** States in which the settlement stands at the platform, and in our books or under review. */
const SETTLED = ['settled', 'cancelling', 'cancel-unknown', 'refunding', 'cancelled', 'review'] as const;

const COLUMNS = [
  's.id',
  's.patient_id',
  's.patient_name',
  's.psn_no',
  's.insuplc_admdvs',
  's.setl_id',
  's.insutype',
  's.clr_type',
  's.clr_optins',
  's.medfee',
  's.fund_pay',
  's.acct_pay',
  's.cash_pay',
  'v.mdtrt_id',
] as const;

const rows = (db: Db, orgId: OrgId) =>
  db
    .selectFrom('insurance.settlement as s')
    .leftJoin('insurance.visit as v', 'v.id', 's.visit_id')
    .select(COLUMNS)
    .where('s.org_id', '=', orgId)
    .where('s.setl_id', '<>', '');

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const dayRow = (row: Row, refund: boolean): DayRow => {
  const amount = (text: string) => (refund ? negateMoney(moneyFromText(text)) : moneyFromText(text));
  return {
    settlementId: row.id,
    patientId: row.patient_id,
    patientName: row.patient_name,
    psnNo: row.psn_no,
    insuplcAdmdvs: row.insuplc_admdvs,
    setlId: row.setl_id,
    mdtrtId: row.mdtrt_id ?? '',
    insutype: row.insutype,
    clrType: row.clr_type,
    clrOptins: row.clr_optins,
    refund,
    medfee: amount(row.medfee),
    fund: amount(row.fund_pay),
    account: amount(row.acct_pay),
    cash: amount(row.cash_pay),
  };
};

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
  const found = await db
    .selectFrom('insurance.settlement')
    .select(['insutype', 'clr_type', 'clr_optins'])
    .distinct()
    .where('org_id', '=', orgId)
    .where('setl_id', '<>', '')
    .where('settled_at', '>=', new Date(until - KINDS_DAYS * DAY_MS))
    .where('settled_at', '<', new Date(until))
    .execute();
  return found.map((row) => ({ insutype: row.insutype, clrType: row.clr_type, clrOptins: row.clr_optins }));
}

/** Where a person is insured, as far as we know; empty for somebody who never was here. */
export async function areaOfPerson(db: Db, orgId: OrgId, psnNo: string): Promise<string> {
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
