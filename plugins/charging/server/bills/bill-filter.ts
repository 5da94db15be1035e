import { DAY_MS } from '@nephra/plugin-sdk/contract';
import { containing, type Kysely, matchesKeyword, type RawBuilder, type RequestContext, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { BillState } from '../../contract/index.ts';
import { daysKnowRights } from './bill-row-filter.ts';
import type { ChargeGroup } from '../../../catalogue/contract/index.ts';
import type { ChargingTables } from '../charging-tables.ts';
import { type BillKind, billTable } from '../tables/bill.table.ts';
import { dayTotalTable, dayWayTable } from '../tables/day.table.ts';

type Ctx = RequestContext<ChargingTables>;

/** What figures are made of beside what lists are narrowed by; it does not come over the wire. */
interface FigureNarrowing {
  readonly kind?: BillKind;
  /** Settled by an insurer, and the refunds of such bills. */
  readonly insured?: boolean;
  /** With something of this group on it. */
  readonly group?: ChargeGroup;
}

/** How a page is read; it does not come over the wire. */
interface PageNarrowing {
  /** Bills with a line that the filter looks for, or any. */
  readonly withLines?: boolean;
  /** Bills are walked in their order: keyword and refunds are looked for with each, not found first. */
  readonly inOrder?: boolean;
  /** What is looked for stands on many of these bills: the first thousand are met soon. */
  readonly often?: boolean;
}

export interface BillFilter extends FigureNarrowing, PageNarrowing {
  readonly keyword?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly state?: BillState;
  readonly payWay?: string;
  readonly patientId?: string;
  readonly cashierId?: string;
  /** Yuan, whichever way they went. */
  readonly totalFrom?: number;
  readonly totalTo?: number;
  readonly chargeId?: string;
  readonly drugType?: string;
  readonly drugName?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
}

const GROUP_COLUMNS = { west: 'bill.west', diagTreat: 'bill.diagTreat', assay: 'bill.assay' } as const satisfies Record<ChargeGroup, string>;

/** Bills that whoever reads may see, under the alias `bill`. */
export type VisibleBills = ReturnType<typeof billTable.as<'bill'>>;

/** Where a filter looks: facilities of the caller, every id of the person asked for, bills that the caller's data rights reach. */
export interface BillScope {
  readonly orgIds: readonly string[];
  readonly patientIds: readonly string[] | undefined;
  /** Through their door. */
  readonly bills: VisibleBills;
  /** What each day of these facilities came to, of the same bills, and by way to pay, under the alias `kept`; null: the caller's data rights go by more than is kept of days. */
  readonly kept: { readonly days: ReturnType<typeof dayTotalTable.as<'kept'>>; readonly dayWays: ReturnType<typeof dayWayTable.as<'kept'>> } | null;
}

export async function scopeOf(ctx: Ctx, filter: Pick<BillFilter, 'patientId'>): Promise<BillScope> {
  const { patientId } = filter;
  const patientIds = patientId ? await ctx.service(patientDirectory).idsOfPerson(patientId, ctx.user.orgIds) : undefined;
  const kept = daysKnowRights(ctx) ? { days: dayTotalTable.as(ctx, 'kept'), dayWays: dayWayTable.as(ctx, 'kept') } : null;
  return { orgIds: ctx.user.orgIds, patientIds, bills: billTable.as(ctx, 'bill'), kept };
}

/** The one place that narrows bills, so that list, totals, lines and exports always speak of the same ones. */
export function billsMatching(db: Kysely<ChargingTables>, filter: BillFilter, { orgIds, patientIds, bills }: BillScope) {
  let query = db.selectFrom(bills).where('bill.orgId', 'in', [...orgIds]);
  if (filter.startDate) query = query.where('bill.businessDay', '>=', filter.startDate);
  if (filter.endDate) query = query.where('bill.businessDay', '<=', filter.endDate);
  if (patientIds) query = query.where('bill.patientId', 'in', patientIds.length > 0 ? [...patientIds] : ['']);
  if (filter.cashierId) query = query.where('bill.cashierId', '=', filter.cashierId);
  if (filter.chargeId) query = query.where('bill.id', '=', filter.chargeId);
  if (filter.totalFrom !== undefined) query = query.where(sql<SqlBool>`abs(bill.total) >= ${String(filter.totalFrom)}::numeric`);
  if (filter.totalTo !== undefined) query = query.where(sql<SqlBool>`abs(bill.total) <= ${String(filter.totalTo)}::numeric`);
  const { state } = filter;
  if (state) query = query.where('bill.kind', '=', state === 'refund' ? 'refund' : 'charge');
  if (state === 'charged') {
    // rows: whether something of a visible bill went back is true whoever looks (HIDDEN_NUMBER)
    query = query.where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('charging.bill as refund').select('refund.id').whereRef('refund.reverses_id', '=', 'bill.id'))),
    );
  }
  if (state === 'cancelled' || state === 'partly') {
    // Refunds are few: found first, they name the bills. Of a bill that is taken back in part no refund took the last of it.
    query = query.where(({ and, eb, exists, not, selectFrom }) => {
      // rows: what went back of a visible bill is true whoever looks (HIDDEN_NUMBER)
      const refunded = selectFrom('charging.bill as refund')
        .select('refund.reverses_id')
        .where('refund.kind', '=', 'refund')
        .where('refund.org_id', 'in', [...orgIds])
        .where('refund.takes_last', '=', state === 'cancelled');
      const named = eb('bill.id', 'in', refunded);
      // rows: whether nothing of it is left is true, too
      const ended = selectFrom('charging.bill as last').select('last.id').whereRef('last.reverses_id', '=', 'bill.id').where('last.takes_last', '=', true);
      const wanted = state === 'cancelled' ? named : and([named, not(exists(ended))]);
      return filter.inOrder ? sql<SqlBool>`(${wanted}) is true` : wanted;
    });
  }
  if (filter.kind) query = query.where('bill.kind', '=', filter.kind);
  if (filter.insured) query = query.where('bill.medInsMark', '<>', '0');
  if (filter.group) query = query.where(GROUP_COLUMNS[filter.group], '<>', '0');
  const { payWay } = filter;
  if (payWay) {
    // rows: payments of bills that came through their door
    query = query.where(({ exists, selectFrom }) =>
      exists(selectFrom('charging.payment as paid').select('paid.seq').whereRef('paid.bill_id', '=', 'bill.id').where('paid.pay_way', '=', payWay)),
    );
  }
  const keyword = matchesKeyword('bill.searchGrams', filter.keyword, ['bill.patientName', 'bill.billNo', 'bill.outpatientCode', PRESCRIPTION_NUMBERS]);
  if (keyword) query = query.where(filter.inOrder ? sql<SqlBool>`(${keyword}) is true` : keyword);
  if (filter.withLines) {
    // rows: lines of bills that came through their door
    // With an OFFSET it stays a look into the lines of each bill; joined, a name that the database expects to be rare is looked for among all lines of ten years.
    query = narrowsLines(filter)
      ? query.where(({ exists, selectFrom }) =>
          exists(selectFrom('charging.bill_line as line').select('line.line_no').whereRef('line.bill_id', '=', 'bill.id').where(wantedLine(filter)).offset(0)),
        )
      : query.where('bill.lineCount', '>', 0);
  }
  return query;
}

/** Numbers of the prescriptions that a bill charges. */
// rows: parts of bills that came through their door
const PRESCRIPTION_NUMBERS = sql<string>`(select string_agg(one.dp_number, ' ') from charging.bill_prescription as one where one.bill_id = bill.id)`;

/** Days whose bills and lines are all read, however many they are. */
export const MAX_DAYS_READ = 31;

/** Days that a filter spans; without both ends it spans everything. */
export const daysBetween = ({ startDate, endDate }: Pick<BillFilter, 'startDate' | 'endDate'>): number =>
  startDate && endDate ? Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1 : Number.POSITIVE_INFINITY;

/** Whether somebody looks for certain bills, beside days. */
export const narrowsBills = (filter: BillFilter): boolean => {
  const { keyword, state, payWay, cashierId, patientId, chargeId } = filter;
  return narrowsTotal(filter) || [keyword?.trim(), state, payWay, cashierId, patientId, chargeId].some((value) => value !== undefined && value !== '');
};

/** Whether somebody looks for an amount: no index knows it, so each bill is looked at. */
export const narrowsTotal = ({ totalFrom, totalTo }: BillFilter): boolean => totalFrom !== undefined || totalTo !== undefined;

export const narrowsLines = (filter: BillFilter): boolean => Boolean(filter.drugType || filter.drugName?.trim());

/** Whether a filter looks for this line, under the alias `line`. */
function wantedLine({ drugType, drugName }: BillFilter): RawBuilder<SqlBool> {
  const ofType = drugType ? sql<SqlBool>`line.drug_type = ${drugType}` : sql<SqlBool>`true`;
  const name = drugName?.trim();
  return name ? sql<SqlBool>`(${ofType} and line.drug_name ilike ${containing(name)})` : ofType;
}

/** Lines of the matching bills; `drugType` and `drugName` narrow the lines themselves. */
// rows: lines of bills that came through their door
export const linesMatching = (db: Kysely<ChargingTables>, filter: BillFilter, scope: BillScope) =>
  billsMatching(db, filter, scope).innerJoin('charging.bill_line as line', 'line.bill_id', 'bill.id').where(wantedLine(filter));
