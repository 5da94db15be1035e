import { AppError, DAY_MS, EnvelopeCode, type Language, moneyFromText, moneyToWire, parseDay, toPage } from '@nephra/plugin-sdk/contract';
import type { RawBuilder, SqlBool } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../../patient/contract/index.ts';
import type { DoubtRow, FeeLine, SettlementRecord, SettlementRow as SettlementWire, SettlementState, TrailStep } from '../../../contract/index.ts';
import { nextStepOf } from '../../../domain/settlement/resolve-plan.ts';
import { DOUBTFUL_STATES, OPEN_STATES } from '../../../domain/settlement/settlement-states.ts';
import { correctionOf } from './correction.ts';
import type { CallCtx, Ctx } from './settlement-context.ts';
import { namedBy } from './named-by.ts';
import { assertPatientSeen, patientRowFilter, seenAmong } from '../../patient-row-filter.ts';
import { seenPage } from '../../seen-page.ts';
import { COLUMNS, requireSettlement, type SettlementRow } from './settlement.repo.ts';
import { sentence } from './words.ts';

const MAX_DOUBTFUL = 500;

const yuan = (text: string): number => moneyToWire(moneyFromText(text));

interface Beside {
  readonly mdtrtId: string;
  readonly dps: readonly { readonly dp_id: string; readonly dp_number: string }[];
}

/** Visits and prescriptions of settlements, by settlement. */
async function besides(ctx: Ctx, rows: readonly SettlementRow[]): Promise<Map<string, Beside>> {
  if (rows.length === 0) return new Map();
  const visitIds = rows.flatMap((row) => row.visit_id ?? []);
  const visits = visitIds.length === 0 ? [] : await ctx.db.selectFrom('insurance.visit').select(['id', 'mdtrt_id']).where('id', 'in', visitIds).execute();
  const dps = await ctx.db
    .selectFrom('insurance.settlement_prescription')
    .select(['settlement_id', 'dp_id', 'dp_number'])
    .where(
      'settlement_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { mdtrtId: visits.find((visit) => visit.id === row.visit_id)?.mdtrt_id ?? '', dps: dps.filter((one) => one.settlement_id === row.id) },
    ]),
  );
}

const wireRow = (row: SettlementRow, { mdtrtId, dps }: Beside): SettlementWire => ({
  id: row.id,
  orgId: row.org_id,
  patientId: row.patient_id,
  patientName: row.patient_name,
  outpatientCode: row.outpatient_code,
  state: row.state,
  insutype: row.insutype,
  med_type: row.med_type,
  psn_no: row.psn_no,
  mdtrt_id: mdtrtId,
  setl_id: row.setl_id,
  chrg_bchno: row.chrg_bchno,
  dpNumbers: dps.map((one) => one.dp_number),
  medfee_sumamt: row.amounts === null ? yuan(row.total) : yuan(row.medfee),
  fund_pay_sumamt: yuan(row.fund_pay),
  acct_pay: yuan(row.acct_pay),
  psn_cash_pay: yuan(row.cash_pay),
  hosp_part_amt: yuan(row.hosp_pay),
  billId: row.bill_id,
  billNo: row.bill_no,
  month: row.month,
  operatorName: row.operator_name,
  createTime: row.created_at.getTime(),
  settleTime: row.settled_at?.getTime() ?? null,
  simulated: row.simulated,
  version: row.version,
});

const NOTHING: Beside = { mdtrtId: '', dps: [] };

async function trailsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, TrailStep[]>> {
  const trails = new Map<string, TrailStep[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return trails;
  const rows = await ctx.db
    .selectFrom('insurance.trail')
    .select(['id', 'settlement_id', 'at', 'kind', 'params', 'exchange_id', 'infno', 'msgid', 'by_name'])
    .where('settlement_id', 'in', [...ids])
    .orderBy('at')
    .orderBy('id')
    .execute();
  for (const row of rows) {
    trails.get(row.settlement_id)?.push({
      id: row.id,
      time: row.at.getTime(),
      kind: row.kind,
      params: row.params,
      exchangeId: row.exchange_id,
      infno: row.infno,
      msgid: row.msgid,
      byName: row.by_name,
    });
  }
  return trails;
}

async function linesOf(ctx: Ctx, id: string): Promise<FeeLine[]> {
  const rows = await ctx.db
    .selectFrom('insurance.settlement_line')
    .select([
      'feedetl_sn',
      'dp_id',
      'dp_number',
      'detail_id',
      'drug_name',
      'med_list_codg',
      'cnt',
      'pric',
      'amount',
      'pric_uplmt',
      'selfpay_prop',
      'fulamt_ownpay',
      'overlmt',
      'preselfpay',
      'inscp_scp',
      'chrgitm_lv',
      'lmt_used_flag',
      'memo',
    ])
    .where('settlement_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    feedetl_sn: row.feedetl_sn,
    dpId: row.dp_id,
    dpNumber: row.dp_number,
    detailId: row.detail_id,
    drugName: row.drug_name,
    med_list_codg: row.med_list_codg,
    cnt: Number(row.cnt),
    pric: Number(row.pric),
    det_item_fee_sumamt: yuan(row.amount),
    pric_uplmt_amt: row.pric_uplmt === null ? null : Number(row.pric_uplmt),
    selfpay_prop: Number(row.selfpay_prop),
    fulamt_ownpay_amt: yuan(row.fulamt_ownpay),
    overlmt_amt: yuan(row.overlmt),
    preselfpay_amt: yuan(row.preselfpay),
    inscp_scp_amt: yuan(row.inscp_scp),
    chrgitm_lv: row.chrgitm_lv,
    lmt_used_flag: row.lmt_used_flag,
    memo: row.memo,
  }));
}

/** What went back, what remains and where it was settled anew. */
async function correctionWire(ctx: Ctx, row: SettlementRow): Promise<Pick<SettlementRecord, 'correction' | 'corrects'>> {
  const { corrects, successor } = await correctionOf(ctx, row);
  const { correction } = row;
  return {
    corrects,
    correction: correction && {
      lines: correction.lines.map((line) => ({ detailId: line.detailId, drugNum: Number(line.quantity) })),
      dpIds: [...correction.dpIds],
      successor,
    },
  };
}

/** One settlement with everything that is known of it. */
export async function recordOf(ctx: Ctx, row: SettlementRow, language: Language): Promise<SettlementRecord> {
  const beside = (await besides(ctx, [row])).get(row.id) ?? NOTHING;
  return {
    ...wireRow(row, beside),
    visitId: row.visit_id,
    dpIds: beside.dps.map((one) => one.dp_id),
    lines: await linesOf(ctx, row.id),
    amounts: row.amounts,
    funds: [...row.funds],
    ...(await correctionWire(ctx, row)),
    trail: (await trailsOf(ctx, [row.id])).get(row.id) ?? [],
    problem: sentence(language, row.problem, row.problem_params),
  };
}

/** A settlement is seen by whoever may see its patient. @throws AppError `insurance.settlement-not-found` */
export async function seenSettlement(ctx: CallCtx, id: string): Promise<SettlementRow> {
  const row = await requireSettlement(ctx, id, ctx.user.orgIds);
  await assertPatientSeen(ctx, row);
  return row;
}

export interface DaysAsked {
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Days of a filter as instants. @throws AppError `insurance.bad-day` for a day that does not exist */
export function spanOf({ startDate, endDate }: DaysAsked): { from?: Date; before?: Date } {
  const day = (text: string): number => {
    try {
      return parseDay(text);
    } catch (cause) {
      throw new AppError('insurance.bad-day', { code: EnvelopeCode.Invalid, params: { day: text }, cause });
    }
  };
  return {
    ...(startDate ? { from: new Date(day(startDate)) } : {}),
    ...(endDate ? { before: new Date(day(endDate) + DAY_MS) } : {}),
  };
}

interface ListAsked extends DaysAsked {
  readonly keyword?: string;
  readonly state?: SettlementState;
  readonly begun?: '1';
  readonly patientId?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
  readonly sidx?: string;
  readonly sort?: '' | 'asc' | 'desc';
}

/** What `search_grams` of a settlement is made of. */
const SETTLEMENT_TEXTS = ['patient_name', 'outpatient_code', 'setl_id', 'bill_no', 'dp_numbers'] as const;

/** GET settlement. */
export async function listSettlements(ctx: CallCtx, asked: ListAsked) {
  const { from, before } = spanOf(asked);
  const ids = asked.patientId ? await ctx.service(patientDirectory).idsOfPerson(asked.patientId, ctx.user.orgIds) : undefined;
  if (ids?.length === 0) return toPage<SettlementWire>([], 0, asked);
  const named = await namedBy(ctx, asked.keyword, SETTLEMENT_TEXTS);
  const matching = (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => {
    let query = ctx.db
      .selectFrom('insurance.settlement')
      .where('org_id', 'in', [...orgIds])
      .where(seen);
    if (from) query = query.where('created_at', '>=', from);
    if (before) query = query.where('created_at', '<', before);
    if (asked.state) query = query.where('state', '=', asked.state);
    if (asked.begun) query = query.where('state', 'in', [...OPEN_STATES]);
    if (ids) query = query.where('patient_id', 'in', ids);
    return named ? query.where(named) : query;
  };
  const page = await seenPage(ctx, {
    db: ctx.db,
    request: asked,
    sorts: { createTime: 'created_at', medfee_sumamt: 'medfee', state: 'state', patientName: 'patient_name' },
    newest: 'created_at',
    rowsOf: (orgIds, seen) => matching(orgIds, seen).select(COLUMNS),
    keysOf: (orgIds, seen) => matching(orgIds, seen).select(['id', 'patient_id', 'created_at', 'medfee', 'state', 'patient_name']),
  });
  const beside = await besides(ctx, page.list);
  return { ...page, list: page.list.map((row) => wireRow(row, beside.get(row.id) ?? NOTHING)) };
}

/** GET settlement/bill/{id}. */
export async function settlementOfBill(ctx: CallCtx, billId: string): Promise<SettlementRecord> {
  const row = await ctx.db
    .selectFrom('insurance.settlement')
    .select(COLUMNS)
    .where('bill_id', '=', billId)
    .where('org_id', 'in', [...ctx.user.orgIds])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new AppError('insurance.bill-without', { code: EnvelopeCode.NotFound });
  await assertPatientSeen(ctx, row);
  return await recordOf(ctx, row, ctx.language);
}

/** GET doubtful: what the caller may see of it, oldest first. */
export async function doubtfulSettlements(ctx: CallCtx): Promise<{ list: DoubtRow[] }> {
  const doubtful = await ctx.db
    .selectFrom('insurance.settlement')
    .select(COLUMNS)
    .where('org_id', 'in', [...ctx.user.orgIds])
    .where('state', 'in', [...DOUBTFUL_STATES])
    .orderBy('doubt_since')
    .orderBy('id')
    .execute();
  const rows = (await seenAmong(patientRowFilter(ctx), doubtful)).slice(0, MAX_DOUBTFUL);
  const beside = await besides(ctx, rows);
  const trails = await trailsOf(
    ctx,
    rows.map((row) => row.id),
  );
  const now = ctx.clock.steady();
  return {
    list: rows.map((row) => {
      const working = row.lease_owner !== '' && row.lease_until > now;
      return {
        ...wireRow(row, beside.get(row.id) ?? NOTHING),
        since: (row.doubt_since ?? row.created_at).getTime(),
        infno: row.doubt_infno,
        msgid: row.doubt_msgid,
        rounds: row.rounds,
        nextTryAt: row.next_try_at && ctx.clock.shown(row.next_try_at).getTime(),
        next: nextStepOf(row.state, { working, rounds: row.rounds }),
        explanation: explanationOf(row, ctx.language),
        trail: trails.get(row.id) ?? [],
      };
    }),
  };
}

/** Why nobody knows, and what is being done: the state's own sentence, and what was heard last. */
export function explanationOf(row: SettlementRow, language: Language): string {
  const general = sentence(language, `explain.${row.state}`, { infno: row.doubt_infno, total: row.total, name: row.patient_name });
  const last = sentence(language, row.problem, row.problem_params);
  return last === '' ? general : `${general} ${last}`;
}
