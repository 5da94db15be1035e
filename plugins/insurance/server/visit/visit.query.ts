import { AppError, EnvelopeCode, formatInstant, moneyFromWire, moneyToWire, type OrgId, toPage } from '@nephra/plugin-sdk/contract';
import { dataRights, type RawBuilder, sql, type SqlBool } from '@nephra/plugin-sdk/server';
import { type PatientFile, patientDirectory } from '../../../patient/contract/index.ts';
import type { AnalysisRow, RegisterInfo, VisitRow, VisitState } from '../../contract/index.ts';
import { departmentOf } from '../../domain/catalogue/department.ts';
import { settleBlockers } from '../../domain/settlement/settle-checks.ts';
import { wantedPrescriptions } from '../settlement/ledger/wanted-prescriptions.ts';
import type { CallCtx } from '../settlement/ledger/settlement-context.ts';
import { namedBy } from '../settlement/ledger/named-by.ts';
import { assertPatientSeen, patientRowFilter, seenAmong } from '../patient-row-filter.ts';
import { seenPage } from '../seen-page.ts';
import { type DaysAsked, spanOf } from '../settlement/ledger/settlement.query.ts';
import { sentence } from '../settlement/ledger/words.ts';
import { todayOf } from './person.query.ts';
import { diagnosesOf } from './visit-calls.ts';
import { doorColumns, readerOf } from '../tables/door-columns.ts';
import { type AnalysisStored, analysisTable, visitTable } from '../tables/visit.table.ts';
import { requireVisit, fittingVisit, type VisitRecord } from './visit.repo.ts';

export function visitToWire(visit: VisitRecord, ctx: Pick<CallCtx, 'language' | 'clock' | 'text'>): VisitRow {
  const { id, orgId, patientId, patientName, insutype, state, doctorName, departmentName, dpIds, simulated, nextTryAt } = visit;
  return {
    ...{ id, orgId, patientId, patientName, insutype, state, doctorName, departmentName, dpIds: [...dpIds], simulated },
    psn_no: visit.psnNo,
    insuplc_admdvs: visit.insuplcAdmdvs,
    med_type: visit.medType,
    dise_codg: visit.diseCodg,
    dise_name: visit.diseName,
    mdtrt_id: visit.mdtrtId,
    ipt_otp_no: visit.iptOtpNo,
    begntime: visit.begntime.getTime(),
    cancelTime: visit.cancelTime?.getTime() ?? null,
    reported: visit.reportedAt !== null,
    left:
      state === 'doubtful' && visit.tidy !== ''
        ? {
            explanation: sentence(ctx, visit.problem, visit.problemParams, ctx.language),
            rounds: visit.tidyRounds,
            nextTime: nextTryAt && ctx.clock.shown(nextTryAt).getTime(),
          }
        : null,
  };
}

/** A settlement on the visit stands at the platform. */
const STANDING = ['booking', 'settled', 'cancelling', 'cancel-unknown'] as const;

// rows: whether a settlement stands on a visit that the caller sees
const isSettled = sql<boolean>`exists (select 1 from insurance.settlement one where one.visit_id = visit.id and one.state in (${sql.join(STANDING)}))`;

/** Visits that are shown in this state: an open one with a settlement on it takes more fees of its day, but is settled to whoever looks. */
function shownAs(state: VisitState) {
  if (state === 'open') return sql<boolean>`visit.state = 'open' and not ${isSettled}`;
  if (state === 'settled') return sql<boolean>`(visit.state = 'settled' or (visit.state = 'open' and ${isSettled}))`;
  // Said as the index of cancelled visits says it.
  if (state === 'cancelled') return sql<boolean>`visit.state = 'cancelled'`;
  return sql<boolean>`visit.state = ${state}`;
}

/** Visits with what became of the settlements on them. */
async function visitsToWire(ctx: CallCtx, visits: readonly VisitRecord[]): Promise<VisitRow[]> {
  const open = visits.filter((one) => one.state === 'open').map((one) => one.id);
  // rows: whether a settlement stands on visits that the caller sees
  const rows =
    open.length === 0
      ? []
      : await ctx.db
          .selectFrom('insurance.settlement')
          .select('visit_id as visitId')
          .where('visit_id', 'in', open)
          .where('state', 'in', [...STANDING])
          .execute();
  const settled = new Set(rows.map((row) => row.visitId));
  return visits.map((one) => ({ ...visitToWire(one, ctx), ...(settled.has(one.id) ? { state: 'settled' as const } : {}) }));
}

interface VisitsAsked extends DaysAsked {
  readonly keyword?: string;
  readonly state?: VisitState;
  readonly patientId?: string;
  readonly currentPage?: number;
  readonly pageSize?: number;
  readonly sidx?: string;
  readonly sort?: '' | 'asc' | 'desc';
}

/** What a page is ordered by. */
const VISIT_KEYS = ['id', 'patientId', 'createdAt', 'begntime', 'state'] as const;
const VISIT_COLUMNS = doorColumns(visitTable, 'visit');

export async function listVisits(ctx: CallCtx, asked: VisitsAsked, only?: VisitState) {
  const { from, before } = spanOf(asked);
  const state = only ?? asked.state;
  const ids = asked.patientId ? await ctx.service(patientDirectory).idsOfPerson(asked.patientId, ctx.user.orgIds) : undefined;
  if (ids?.length === 0) return toPage<VisitRow>([], 0, asked);
  const named = await namedBy(ctx, asked.keyword, ['patientName', 'mdtrtId', 'iptOtpNo']);
  const matching = (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => {
    let query = ctx.db.selectFrom(visitTable.as(readerOf(ctx, orgIds), 'visit')).where(seen);
    if (from) query = query.where('createdAt', '>=', from);
    if (before) query = query.where('createdAt', '<', before);
    if (state) query = query.where(shownAs(state));
    if (ids) query = query.where('patientId', 'in', ids);
    return named ? query.where(named) : query;
  };
  const page = await seenPage(ctx, {
    db: ctx.db,
    request: asked,
    sorts: { begntime: 'begntime', state: 'state' },
    newest: 'createdAt',
    rowsOf: (orgIds, seen) => matching(orgIds, seen).select(VISIT_COLUMNS),
    keysOf: (orgIds, seen) => matching(orgIds, seen).select(VISIT_KEYS),
  });
  return {
    ...page,
    list: await visitsToWire(
      ctx,
      page.list.map((row) => visitTable.fromSql(row)),
    ),
  };
}

/** A visit of a patient that the caller may see. */
export async function seenVisit(ctx: CallCtx, id: string): Promise<VisitRecord> {
  const visit = await requireVisit(ctx, id, ctx.user.orgIds);
  try {
    await assertPatientSeen(ctx, visit);
  } catch {
    throw new AppError('insurance.visit-not-found', { code: EnvelopeCode.NotFound });
  }
  return visit;
}

/** GET patientRegist/{id}: open registrations. A patient that the caller does not see has none. */
export async function openVisits(ctx: CallCtx, patientId: string): Promise<{ list: VisitRow[] }> {
  const file = await ctx.service(patientDirectory).get(patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (!file) return { list: [] };
  const ids = await ctx.service(patientDirectory).idsOfPerson(patientId, ctx.user.orgIds);
  const rows = await visitTable
    .select(ctx)
    .where('row.patientId', 'in', ids)
    .where('row.state', '=', 'open')
    .orderBy('row.begntime', 'desc')
    .orderBy('row.id', 'desc')
    .limit(100)
    .execute();
  return { list: rows.map((row) => visitToWire(row, ctx)) };
}

/** GET validByDpId/{id}. */
export async function validVisit(ctx: CallCtx, dpId: string) {
  const { patient, prescriptions } = await wantedPrescriptions(ctx, [dpId]);
  const [blocker] = settleBlockers(patient, prescriptions);
  if (blocker) return { valid: false, mdtrtId: '', visitId: null, reason: sentence(ctx, `errors.insurance.${blocker.key}`, blocker.params, ctx.language) };
  const visit = await fittingVisit(ctx, {
    orgId: patient.orgId as OrgId,
    patientIds: await ctx.service(patientDirectory).idsOfPerson(patient.patientId, ctx.user.orgIds),
    medType: String(prescriptions[0]?.dpType ?? ''),
    since: new Date(`${todayOf(ctx)}T00:00:00+08:00`),
  });
  if (!visit) return { valid: false, mdtrtId: '', visitId: null, reason: ctx.text('errors.insurance.no-open-visit') };
  return { valid: true, mdtrtId: visit.mdtrtId, visitId: visit.id, reason: '' };
}

const MASKED_FROM = 6;
const masked = (number: string): string => (number.length <= MASKED_FROM + 4 ? '' : `${number.slice(0, MASKED_FROM)}********${number.slice(-4)}`);

/** GET registerInfo/{id}: the 2201 that would be sent, identity masked; the server puts the number in. */
export async function registerInfoOf(ctx: CallCtx, dpId: string): Promise<RegisterInfo> {
  const { patient, prescriptions } = await wantedPrescriptions(ctx, [dpId]);
  const [rx] = prescriptions;
  const identity = await ctx.service(patientDirectory).identity(patient.patientId, [patient.orgId as OrgId]);
  const department = departmentOf(patient.patientType);
  return {
    dpId,
    patientId: patient.patientId,
    patientName: patient.patientName,
    data: {
      psn_no: patient.psn_no,
      insutype: patient.reimWay,
      begntime: formatInstant(ctx.clock.now().getTime(), 'yyyy-MM-dd HH:mm:ss'),
      mdtrt_cert_type: '02',
      mdtrt_cert_no: masked(identity?.patientIdcard ?? ''),
      // Given out when the visit is registered: a number that nobody uses would be lost.
      ipt_otp_no: '',
      atddr_no: rx?.workerNo || rx?.workerId || '',
      dr_name: rx?.workerName ?? '',
      dept_code: department.code,
      dept_name: department.name,
      caty: department.code,
    },
    med_type: String(rx?.dpType ?? ''),
    diagnosis: diagnosesOf(prescriptions),
    blockers: settleBlockers(patient, prescriptions).map(({ key, params }) => ({ key, params })),
  };
}

/** GET mdtrtinfo. */
export async function reportOf(ctx: CallCtx, visitId: string) {
  const visit = await seenVisit(ctx, visitId);
  const [shown = visitToWire(visit, ctx)] = await visitsToWire(ctx, [visit]);
  return {
    visit: shown,
    main_cond_dscr: visit.mainCondDscr,
    diagnosis: [...visit.diagnosis],
    reportedAt: visit.reportedAt?.getTime() ?? null,
  };
}

/** Checks of one prescription that are looked through for one visible. */
const MAX_ANALYSES = 100;
const ANALYSIS_COLUMNS = doorColumns(analysisTable, 'analysis');
const analyses = (ctx: CallCtx, orgIds: readonly string[] = ctx.user.orgIds) => ctx.db.selectFrom(analysisTable.as(readerOf(ctx, orgIds), 'analysis'));

export function analysisToWire(row: Omit<AnalysisStored, 'orgId'>): AnalysisRow {
  const { id, visitId, dpIds, patientId, patientName, verdict, operatorName } = row;
  return {
    ...{ id, visitId, dpIds: [...dpIds], patientId, patientName, verdict, operatorName },
    findings: row.findings.map((one) => ({
      jr_id: String(one.jr_id ?? ''),
      rule_id: String(one.rule_id ?? ''),
      rule_name: String(one.rule_name ?? ''),
      vola_cont: String(one.vola_cont ?? ''),
      vola_amt: moneyToWire(moneyFromWire(Number(one.vola_amt) || 0)),
      sev_deg: String(one.sev_deg ?? ''),
      vola_evid: String(one.vola_evid ?? ''),
    })),
    time: row.at.getTime(),
  };
}

/** GET bfranalysis. */
export async function listAnalyses(ctx: CallCtx, asked: VisitsAsked) {
  const { from, before } = spanOf(asked);
  const matching = (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => {
    let query = analyses(ctx, orgIds).where(seen);
    if (from) query = query.where('at', '>=', from);
    if (before) query = query.where('at', '<', before);
    return asked.patientId ? query.where('patientId', '=', asked.patientId) : query;
  };
  const page = await seenPage(ctx, {
    db: ctx.db,
    request: asked,
    sorts: { time: 'at' },
    newest: 'at',
    rowsOf: (orgIds, seen) => matching(orgIds, seen).select(ANALYSIS_COLUMNS),
    keysOf: (orgIds, seen) => matching(orgIds, seen).select(['id', 'patientId', 'at']),
  });
  return { ...page, list: page.list.map((row) => analysisToWire(analysisTable.fromSql(row))) };
}

/** GET bfranalysis/{id}: by its own id, or the newest of a prescription. */
export async function analysisOf(ctx: CallCtx, id: string): Promise<AnalysisRow> {
  const newest = await analyses(ctx)
    .select(ANALYSIS_COLUMNS)
    .where(({ eb, fn, val }) => eb(fn<boolean>('jsonb_exists', ['dpIds', val(id)]), '=', true))
    .orderBy('at', 'desc')
    .limit(MAX_ANALYSES)
    .execute();
  const [row] = await seenAmong(patientRowFilter(ctx), [...(await analyses(ctx).select(ANALYSIS_COLUMNS).where('id', '=', id).execute()), ...newest]);
  if (!row) throw new AppError('insurance.analysis-not-found', { code: EnvelopeCode.NotFound });
  return analysisToWire(analysisTable.fromSql(row));
}

/** A patient that the caller may see. @throws AppError `insurance.patient-not-found` */
export async function seenPatient(ctx: CallCtx, patientId: string): Promise<PatientFile> {
  const file = await ctx.service(patientDirectory).get(patientId, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  if (!file) throw new AppError('insurance.patient-not-found', { code: EnvelopeCode.NotFound });
  return file;
}
