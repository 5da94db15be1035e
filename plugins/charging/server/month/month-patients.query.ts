import { addMoney, type DataRights, DEFAULT_PAGE_SIZE, type Money, moneyToWire, type OrgId, toPage, ZERO } from '@nephra/plugin-sdk/contract';
import { keywordFinder, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import { type PatientRow, patientDirectory } from '../../../patient/contract/index.ts';
import { type LedgerStateTotal, PayStatus, prescriptionLedger } from '../../../prescription/contract/index.ts';
import type { MonthPatientRow, MonthState, MonthTotals } from '../../contract/index.ts';
import { monthSpan } from '../../domain/month/month.ts';
import { counts, isUndispensed, type MonthPart, monthStateOf, partOf } from '../../domain/month/month-account.ts';
import { deskRights } from '../bills/bill-row-filter.ts';
import { everyPage, refundsOf } from './month-entries.ts';
import { orgsOfClosedMonths } from './run/month-lock.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Ctx = RequestContext<ChargingTables>;

export interface MonthFilter {
  readonly month: string;
  readonly orgId?: string;
  readonly keyword?: string;
  readonly state?: MonthState;
  readonly reimWay?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

/** A patient's month with exact sums. */
interface MonthAccount {
  readonly patientId: string;
  /** Ids under which the prescriptions lie: the patient's own and those of merged files. */
  readonly ids: readonly string[];
  readonly state: MonthState;
  readonly count: number;
  readonly drafts: number;
  readonly undispensed: number;
  readonly latest: number;
  readonly total: Money;
  readonly account: Money;
  readonly waiting: Money;
  readonly pending: Money;
  readonly charged: Money;
  readonly refunds: Money;
}
export interface MonthPatient extends MonthAccount {
  readonly patient: PatientRow;
}

type Kinds = ReadonlyMap<string, Pick<PatientRow, 'patientType' | 'mergedInto'> & { readonly dialysisNo: string }>;

/** The file that is left of a merged one; itself otherwise. */
function survivor(patientId: string, kinds: Kinds): string {
  let left = patientId;
  for (let step = 0; step < kinds.size; step += 1) {
    const into = kinds.get(left)?.mergedInto ?? null;
    if (into === null || !kinds.has(into)) break;
    left = into;
  }
  return left;
}

/** Of these files and of those that they were merged into. */
async function kindsOf(ctx: ServerContext<ChargingTables>, ids: readonly string[], orgIds: readonly OrgId[]): Promise<Kinds> {
  const directory = ctx.service(patientDirectory);
  const kinds = new Map<string, Kinds extends ReadonlyMap<string, infer Kind> ? Kind : never>();
  let missing = [...new Set(ids)];
  while (missing.length > 0) {
    for (const [id, kind] of await directory.kinds(missing, orgIds)) kinds.set(id, kind);
    const next = [...kinds.values()].flatMap(({ mergedInto }) => (mergedInto !== null && !kinds.has(mergedInto) ? [mergedInto] : []));
    // Files that nobody finds are not asked for again.
    missing = [...new Set(next)].filter((id) => !missing.includes(id));
  }
  return kinds;
}

function sumUp(patientId: string, rows: readonly LedgerStateTotal[], refunds: Money): MonthAccount {
  const parts = rows.map((row) => ({ row, part: partOf(row) }));
  type Kept = (part: MonthPart, row: LedgerStateTotal) => boolean;
  const sum = (keep: Kept): Money => addMoney(...parts.flatMap(({ row, part }) => (keep(part, row) ? [row.totalPrice] : [])));
  const count = (keep: Kept): number => parts.reduce((all, { row, part }) => (keep(part, row) ? all + row.count : all), 0);
  const isOpen = (part: MonthPart): boolean => part === 'waiting' || part === 'account';
  const facts = {
    drafts: count((part) => !counts(part)),
    undispensed: count((part, row) => isOpen(part) && isUndispensed(row)),
    account: sum((part) => part === 'account'),
    waiting: sum((part) => part === 'waiting'),
    pending: sum((part) => part === 'pending'),
  };
  return {
    patientId,
    ids: [...new Set(rows.map((row) => row.patientId))],
    ...facts,
    state: monthStateOf({ ...facts, open: count(isOpen), waitingCount: count((part) => part === 'waiting') }),
    count: count(() => true),
    latest: Math.max(...rows.map((row) => row.latest)),
    total: sum(counts),
    charged: sum((part) => part === 'charged'),
    refunds,
  };
}

/** Given back per person, of prescriptions of this month. */
async function refundsByPerson(
  ctx: ServerContext<ChargingTables>,
  orgIds: readonly OrgId[],
  month: string,
  rows: readonly LedgerStateTotal[],
  rights: DataRights | undefined,
): Promise<Map<string, Money>> {
  const refunded: PayStatus[] = [PayStatus.PartlyRefunded, PayStatus.Refunded];
  const patientIds = [...new Set(rows.filter((row) => refunded.includes(row.payStatus)).map((row) => row.patientId))];
  const byPatient = new Map<string, Money>();
  if (patientIds.length === 0) return byPatient;
  // Nothing was given back of what an earlier month left on the account, so that the month's own are all of them.
  const { startDate, endDate } = monthSpan(month);
  const heads = await everyPage(ctx, { orgIds, rights, patientIds, payStatus: refunded, startDate, endDate });
  const refunds = await refundsOf(
    ctx,
    heads.map((head) => head.dpId),
  );
  for (const head of heads) byPatient.set(head.patientId, addMoney(byPatient.get(head.patientId) ?? ZERO, refunds.get(head.dpId) ?? ZERO));
  return byPatient;
}

/** What closed months left on accounts counts into this month. */
async function carriedTotals(
  ctx: ServerContext<ChargingTables>,
  orgIds: readonly OrgId[],
  month: string,
  rights: DataRights | undefined,
): Promise<LedgerStateTotal[]> {
  const ledger = ctx.service(prescriptionLedger);
  const totals: LedgerStateTotal[] = [];
  for (const [closed, where] of await orgsOfClosedMonths(ctx.db, orgIds)) {
    if (closed >= month) continue;
    const { startDate, endDate } = monthSpan(closed);
    totals.push(...(await ledger.stateTotals({ orgIds: where, rights, payStatus: [PayStatus.OnAccount], startDate, endDate })));
  }
  return totals;
}

/**
 * Everybody with a monthly account: dialysis patients with a prescription in the month, and whoever else has something on the account.
 * Files that were merged count with the one that is left.
 */
async function monthAccounts(ctx: ServerContext<ChargingTables>, orgIds: readonly OrgId[], month: string, rights?: DataRights) {
  const { startDate, endDate } = monthSpan(month);
  const own = await ctx.service(prescriptionLedger).stateTotals({ orgIds, rights, startDate, endDate });
  const rows = [...own, ...(await carriedTotals(ctx, orgIds, month, rights))];
  const kinds = await kindsOf(
    ctx,
    rows.map((row) => row.patientId),
    orgIds,
  );
  const rowsOf = new Map<string, LedgerStateTotal[]>();
  for (const row of rows) {
    if (!kinds.has(row.patientId)) continue;
    const left = survivor(row.patientId, kinds);
    const mine = rowsOf.get(left);
    if (mine) mine.push(row);
    else rowsOf.set(left, [row]);
  }
  const hasAccount = ([left, mine]: readonly [string, readonly LedgerStateTotal[]]): boolean =>
    kinds.get(left)?.patientType === 'dialysis' || mine.some((row) => row.payStatus === PayStatus.OnAccount);
  // Of a thousand patients of a month a tenth has an account: their files alone are read whole.
  const people = new Map([...rowsOf].filter(hasAccount));
  const ids = new Set([...people.values()].flatMap((mine) => mine.map((row) => row.patientId)));
  const theirs = own.filter((row) => ids.has(row.patientId));
  const refunds = await refundsByPerson(ctx, orgIds, month, theirs, rights);
  const accounts = [...people].map(([patientId, mine]) => {
    const given = [...new Set(mine.map((row) => row.patientId))].map((id) => refunds.get(id) ?? ZERO);
    return sumUp(patientId, mine, addMoney(ZERO, ...given));
  });
  return { accounts, kinds };
}

const byNumber = (a: { readonly outpatientCode: string }, b: { readonly outpatientCode: string }): number => (a.outpatientCode < b.outpatientCode ? -1 : 1);

/** With their files, of those that are found. */
async function withFiles(ctx: ServerContext<ChargingTables>, accounts: readonly MonthAccount[], orgIds: readonly OrgId[]): Promise<MonthPatient[]> {
  const accountOf = new Map(accounts.map((one) => [one.patientId, one]));
  const files = await ctx.service(patientDirectory).list([...accountOf.keys()], orgIds);
  return files.flatMap((patient) => {
    const account = accountOf.get(patient.patientId);
    return account ? [{ ...account, patient }] : [];
  });
}

/** Everybody with a monthly account, by number. */
export async function monthPatients(ctx: ServerContext<ChargingTables>, orgIds: readonly OrgId[], month: string, rights?: DataRights): Promise<MonthPatient[]> {
  const { accounts } = await monthAccounts(ctx, orgIds, month, rights);
  return (await withFiles(ctx, accounts, orgIds)).sort((a, b) => byNumber(a.patient, b.patient));
}

export const patientToWire = (one: MonthPatient): MonthPatientRow => ({
  patientId: one.patient.patientId,
  orgId: one.patient.orgId,
  patientName: one.patient.patientName,
  patientSex: one.patient.patientSex,
  patientAge: one.patient.patientAge,
  outpatientCode: one.patient.outpatientCode,
  reimWay: one.patient.reimWay,
  patientType: one.patient.patientType,
  state: one.state,
  prescriptionCount: one.count,
  draftCount: one.drafts,
  undispensedCount: one.undispensed,
  latestDate: one.latest,
  totalPrice: moneyToWire(one.total),
  accountPrice: moneyToWire(one.account),
  waitingPrice: moneyToWire(one.waiting),
  pendingPrice: moneyToWire(one.pending),
  chargedPrice: moneyToWire(one.charged),
  refundPrice: moneyToWire(one.refunds),
});

function totalsOf(people: readonly MonthAccount[], everybody: readonly MonthAccount[]): MonthTotals {
  const sum = (of: (one: MonthAccount) => Money): number => moneyToWire(addMoney(ZERO, ...people.map(of)));
  const states: Record<string, number> = {};
  for (const one of everybody) states[one.state] = (states[one.state] ?? 0) + 1;
  return {
    patients: people.length,
    states,
    totalPrice: sum((one) => one.total),
    accountPrice: sum((one) => one.account),
    waitingPrice: sum((one) => one.waiting),
    pendingPrice: sum((one) => one.pending),
    chargedPrice: sum((one) => one.charged),
    refundPrice: sum((one) => one.refunds),
  };
}

/** Facilities that a filter speaks of: the one it names when the caller may see it, else all of the caller's. */
export const orgsOf = (ctx: Ctx, orgId: string | undefined): OrgId[] => ctx.user.orgIds.filter((one) => orgId === undefined || one === orgId);

const isInState =
  ({ state }: MonthFilter) =>
  (one: MonthAccount): boolean =>
    state === undefined || one.state === state;

/** The month's patients that a filter finds, with their files. */
export async function filteredPatients(ctx: Ctx, filter: MonthFilter): Promise<{ found: MonthPatient[]; everybody: MonthPatient[] }> {
  const orgIds = orgsOf(ctx, filter.orgId);
  if (orgIds.length === 0) return { found: [], everybody: [] };
  const finds = keywordFinder(filter.keyword ?? '');
  const named = ({ patient }: MonthPatient): boolean => finds([patient.patientName, patient.outpatientCode, patient.dialysis?.dialysisNo ?? '']);
  const everybody = (await monthPatients(ctx, orgIds, filter.month, deskRights(ctx))).filter(
    (one) => (filter.reimWay === undefined || one.patient.reimWay === filter.reimWay) && named(one),
  );
  return { found: everybody.filter(isInState(filter)), everybody };
}

/** The same without files: of a thousand patients twenty are shown, and names and numbers say which. Who looks for a payer needs the files. */
async function foundAccounts(ctx: Ctx, filter: MonthFilter): Promise<{ found: readonly MonthAccount[]; everybody: readonly MonthAccount[] }> {
  const orgIds = orgsOf(ctx, filter.orgId);
  if (filter.reimWay !== undefined || orgIds.length === 0) return await filteredPatients(ctx, filter);
  const { accounts, kinds } = await monthAccounts(ctx, orgIds, filter.month, deskRights(ctx));
  const names = await ctx.service(patientDirectory).names(
    accounts.map(({ patientId }) => patientId),
    orgIds,
  );
  const finds = keywordFinder(filter.keyword ?? '');
  const everybody = accounts
    .flatMap((account) => {
      const { patientName, outpatientCode } = names.get(account.patientId) ?? {};
      if (patientName === undefined || outpatientCode === undefined) return [];
      return finds([patientName, outpatientCode, kinds.get(account.patientId)?.dialysisNo ?? '']) ? [{ ...account, outpatientCode }] : [];
    })
    .sort(byNumber);
  return { found: everybody.filter(isInState(filter)), everybody };
}

/** GET monthpatientlist. */
export async function listMonthPatients(ctx: Ctx, filter: MonthFilter) {
  const { found, everybody } = await foundAccounts(ctx, filter);
  const pageSize = filter.pageSize ?? DEFAULT_PAGE_SIZE;
  const start = ((filter.currentPage ?? 1) - 1) * pageSize;
  const shown = await withFiles(ctx, found.slice(start, start + pageSize), orgsOf(ctx, filter.orgId));
  return { ...toPage(shown.map(patientToWire), found.length, filter), totals: totalsOf(found, everybody) };
}
