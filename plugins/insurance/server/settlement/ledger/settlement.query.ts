import { AppError, DAY_MS, EnvelopeCode, type Language, moneyToText, moneyToWire, parseDay, toPage } from '@nephra/plugin-sdk/contract';
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
import { doorColumns, readerOf } from '../../tables/door-columns.ts';
import { settlementLineTable, settlementPrescriptionTable, trailTable } from '../../tables/settlement-parts.table.ts';
import { settlementTable } from '../../tables/settlement.table.ts';
import { requireSettlement, type SettlementRow } from './settlement.repo.ts';
import { sentence } from './words.ts';

const MAX_DOUBTFUL = 500;

interface Beside {
  readonly mdtrtId: string;
  readonly dps: readonly { readonly dpId: string; readonly dpNumber: string }[];
}

/** Visits and prescriptions of settlements, by settlement. */
async function besides(ctx: Ctx, rows: readonly SettlementRow[]): Promise<Map<string, Beside>> {
  if (rows.length === 0) return new Map();
  const visitIds = rows.flatMap((row) => row.visitId ?? []);
  // rows: visits of settlements that the caller sees
  const visits = visitIds.length === 0 ? [] : await ctx.db.selectFrom('insurance.visit').select(['id', 'mdtrt_id']).where('id', 'in', visitIds).execute();
  // rows: prescriptions of settlements that the caller sees
  const dps = await ctx.db
    .selectFrom('insurance.settlement_prescription as held')
    .select(settlementPrescriptionTable.sqlColumns('held', ['settlementId', 'dpId', 'dpNumber']))
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
      { mdtrtId: visits.find((visit) => visit.id === row.visitId)?.mdtrt_id ?? '', dps: dps.filter((one) => one.settlementId === row.id) },
    ]),
  );
}

function wireRow(row: SettlementRow, { mdtrtId, dps }: Beside): SettlementWire {
  const { id, orgId, patientId, patientName, outpatientCode, state, insutype, billId, billNo, month, operatorName, simulated, version } = row;
  return {
    ...{ id, orgId, patientId, patientName, outpatientCode, state, insutype, billId, billNo, month, operatorName, simulated, version },
    med_type: row.medType,
    psn_no: row.psnNo,
    mdtrt_id: mdtrtId,
    setl_id: row.setlId,
    chrg_bchno: row.chrgBchno,
    dpNumbers: dps.map((one) => one.dpNumber),
    medfee_sumamt: moneyToWire(row.amounts === null ? row.total : row.medfee),
    fund_pay_sumamt: moneyToWire(row.fundPay),
    acct_pay: moneyToWire(row.acctPay),
    psn_cash_pay: moneyToWire(row.cashPay),
    hosp_part_amt: moneyToWire(row.hospPay),
    createTime: row.createdAt.getTime(),
    settleTime: row.settledAt?.getTime() ?? null,
  };
}

const NOTHING: Beside = { mdtrtId: '', dps: [] };

async function trailsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, TrailStep[]>> {
  const trails = new Map<string, TrailStep[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return trails;
  // rows: steps of settlements that the caller sees
  const rows = await ctx.db
    .selectFrom('insurance.trail as step')
    .select(trailTable.sqlColumns('step'))
    .where('settlement_id', 'in', [...ids])
    .orderBy('at')
    .orderBy('id')
    .execute();
  for (const { settlementId, at, ...step } of rows) trails.get(settlementId)?.push({ ...step, time: at.getTime() });
  return trails;
}

async function linesOf(ctx: Ctx, id: string): Promise<FeeLine[]> {
  // rows: lines of a settlement that the caller sees
  const rows = await ctx.db
    .selectFrom('insurance.settlement_line as line')
    .select(settlementLineTable.sqlColumns('line'))
    .where('settlement_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map((row) => {
    const { dpId, dpNumber, detailId, drugName, cnt, pric, memo, ...line } = settlementLineTable.wire(settlementLineTable.fromSql(row));
    return {
      ...{ dpId, dpNumber, detailId, drugName, cnt, pric, memo },
      feedetl_sn: line.feedetlSn,
      med_list_codg: line.medListCodg,
      det_item_fee_sumamt: line.amount,
      pric_uplmt_amt: line.pricUplmt,
      selfpay_prop: line.selfpayProp,
      fulamt_ownpay_amt: line.fulamtOwnpay,
      overlmt_amt: line.overlmt,
      preselfpay_amt: line.preselfpay,
      inscp_scp_amt: line.inscpScp,
      chrgitm_lv: line.chrgitmLv,
      lmt_used_flag: line.lmtUsedFlag,
    };
  });
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
    visitId: row.visitId,
    dpIds: beside.dps.map((one) => one.dpId),
    lines: await linesOf(ctx, row.id),
    amounts: row.amounts,
    funds: [...row.funds],
    ...(await correctionWire(ctx, row)),
    trail: (await trailsOf(ctx, [row.id])).get(row.id) ?? [],
    problem: sentence(ctx, row.problem, row.problemParams, language),
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

/** What `searchGrams` of a settlement is made of. */
const SETTLEMENT_TEXTS = ['patientName', 'outpatientCode', 'setlId', 'billNo', 'dpNumbers'] as const;

/** What a page is ordered by. */
const KEYS = ['id', 'patientId', 'createdAt', 'medfee', 'state', 'patientName'] as const;
const COLUMNS = doorColumns(settlementTable, 'settlement');

/** GET settlement. */
export async function listSettlements(ctx: CallCtx, asked: ListAsked) {
  const { from, before } = spanOf(asked);
  const ids = asked.patientId ? await ctx.service(patientDirectory).idsOfPerson(asked.patientId, ctx.user.orgIds) : undefined;
  if (ids?.length === 0) return toPage<SettlementWire>([], 0, asked);
  const named = await namedBy(ctx, asked.keyword, SETTLEMENT_TEXTS);
  const matching = (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => {
    let query = ctx.db.selectFrom(settlementTable.as(readerOf(ctx, orgIds), 'settlement')).where(seen);
    if (from) query = query.where('createdAt', '>=', from);
    if (before) query = query.where('createdAt', '<', before);
    if (asked.state) query = query.where('state', '=', asked.state);
    if (asked.begun) query = query.where('state', 'in', [...OPEN_STATES]);
    if (ids) query = query.where('patientId', 'in', ids);
    return named ? query.where(named) : query;
  };
  const page = await seenPage(ctx, {
    db: ctx.db,
    request: asked,
    sorts: { createTime: 'createdAt', medfee_sumamt: 'medfee', state: 'state', patientName: 'patientName' },
    newest: 'createdAt',
    rowsOf: (orgIds, seen) => matching(orgIds, seen).select(COLUMNS),
    keysOf: (orgIds, seen) => matching(orgIds, seen).select(KEYS),
  });
  const list = page.list.map((row) => settlementTable.fromSql(row));
  const beside = await besides(ctx, list);
  return { ...page, list: list.map((row) => wireRow(row, beside.get(row.id) ?? NOTHING)) };
}

/** GET settlement/bill/{id}. */
export async function settlementOfBill(ctx: CallCtx, billId: string): Promise<SettlementRecord> {
  const row = await settlementTable.select(ctx).where('row.billId', '=', billId).orderBy('row.createdAt').limit(1).executeTakeFirst();
  if (!row) throw new AppError('insurance.bill-without', { code: EnvelopeCode.NotFound });
  await assertPatientSeen(ctx, row);
  return await recordOf(ctx, row, ctx.language);
}

/** GET doubtful: what the caller may see of it, oldest first. */
export async function doubtfulSettlements(ctx: CallCtx): Promise<{ list: DoubtRow[] }> {
  const doubtful = await settlementTable
    .select(ctx)
    .where('row.state', 'in', [...DOUBTFUL_STATES])
    .orderBy('row.doubtSince')
    .orderBy('row.id')
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
      const working = row.leaseOwner !== '' && row.leaseUntil > now;
      return {
        ...wireRow(row, beside.get(row.id) ?? NOTHING),
        since: (row.doubtSince ?? row.createdAt).getTime(),
        infno: row.doubtInfno,
        msgid: row.doubtMsgid,
        rounds: row.rounds,
        nextTryAt: row.nextTryAt && ctx.clock.shown(row.nextTryAt).getTime(),
        next: nextStepOf(row.state, { working, rounds: row.rounds }),
        explanation: explanationOf(ctx, row),
        trail: trails.get(row.id) ?? [],
      };
    }),
  };
}

/** Why nobody knows, and what is being done: the state's own sentence, and what was heard last. */
export function explanationOf(ctx: Pick<CallCtx, 'text' | 'language'>, row: SettlementRow): string {
  const { language } = ctx;
  const general = ctx.text(`explain.${row.state}`, { infno: row.doubtInfno, total: moneyToText(row.total), name: row.patientName }, language);
  const last = sentence(ctx, row.problem, row.problemParams, language);
  return last === '' ? general : `${general} ${last}`;
}
