import { pick } from '@nephra/plugin-sdk/server';
import { dayOf } from '@nephra/plugin-sdk/contract';
import { type PatientFile, patientDirectory } from '../../../../patient/contract/index.ts';
import { type LedgerPrescription, prescriptionLedger } from '../../../../prescription/contract/index.ts';
import { departmentOf } from '../../../domain/catalogue/department.ts';
import { CHRONIC, filingFor } from '../../../domain/settlement/settle-checks.ts';
import { askFilings, askPerson, readFilings, readPerson, todayOf } from '../../visit/person.query.ts';
import { diagnosesOf, planVisit, registerVisit, reportVisit } from '../../visit/visit-calls.ts';
import { findVisit, fittingVisit, type VisitRecord } from '../../visit/visit.repo.ts';
import { certificateOf, personGroup } from '../ledger/certificate.ts';
import { type SettlementContext, subjectOf } from '../ledger/settlement-context.ts';
import { advance, dpIdsOf, exchangeOf, type SettlementRow } from '../ledger/settlement.repo.ts';
import { halted, halt, type Progress } from '../ledger/progress.ts';

interface Whole {
  readonly file: PatientFile;
  readonly prescriptions: readonly LedgerPrescription[];
}

async function wholeOf({ ctx }: SettlementContext, row: SettlementRow): Promise<Whole> {
  const orgIds = [row.orgId];
  const file = await ctx.service(patientDirectory).get(row.patientId, orgIds);
  if (!file) throw new Error(`settlement ${row.id} has no patient`);
  return { file, prescriptions: await ctx.service(prescriptionLedger).getMany(await dpIdsOf(ctx, row.id), orgIds) };
}

/** Days that the chronic filing has to cover: today, or those of the month's prescriptions. */
function spanOf(desk: SettlementContext, row: SettlementRow, prescriptions: readonly LedgerPrescription[]): { from: string; to: string } {
  const today = todayOf(desk.ctx);
  if (row.month === null) return { from: today, to: today };
  const days = prescriptions.map((one) => dayOf(one.dpDate)).sort();
  return { from: days[0] ?? today, to: days.at(-1) ?? today };
}

/** 1101: the certificate is this patient's, and he is insured as we think. */
async function provePerson(desk: SettlementContext, row: SettlementRow, { file }: Whole): Promise<Progress> {
  const { ctx, client, by } = desk;
  const identity = await ctx.service(patientDirectory).identity(row.patientId, [row.orgId]);
  const outcome = await askPerson(client, subjectOf(desk, row), file, identity?.patientIdcard ?? '', certificateOf(ctx, row));
  if (outcome.kind !== 'success') return await halted(desk, row, 'person', '1101', outcome);
  const person = readPerson(outcome.output);
  const exchange = exchangeOf(outcome, '1101');
  if (person.psn_no !== row.psnNo) return await halt(desk, row, { key: 'problem.other-person', params: { name: person.psn_name } }, exchange);
  const insured = person.insurances.find((one) => one.insutype === row.insutype);
  if (!insured) {
    return await halt(
      desk,
      row,
      { key: 'problem.not-insured-so', params: { insutype: row.insutype, known: person.insurances.map((one) => one.insutype).join('、') } },
      exchange,
    );
  }
  const { connection } = await client.connectionOf(row.orgId);
  const area = insured.insuplc_admdvs || row.insuplcAdmdvs;
  const next = await advance(
    ctx,
    row,
    row.state,
    { insuplcAdmdvs: area, medInsMark: area !== '' && area !== connection.mdtrtareaAdmvs ? '2' : '1' },
    { kind: 'person', params: { insutype: row.insutype }, exchange, byName: by.userName },
  );
  return { row: next, stopped: false };
}

/** 5301: a chronic category needs a filing in force; it also says under which disease the fees go. */
async function proveFiling(desk: SettlementContext, row: SettlementRow, { prescriptions }: Whole): Promise<Progress> {
  const { ctx, client, by } = desk;
  if (row.medType !== CHRONIC) return { row, stopped: false };
  const outcome = await askFilings(desk, subjectOf(desk, row), row.psnNo);
  if (outcome.kind !== 'success') return await halted(desk, row, 'filing', '5301', outcome);
  const { adapter } = await client.connectionOf(row.orgId);
  const span = spanOf(desk, row, prescriptions);
  const filing = filingFor(readFilings(outcome.output), { wanted: row.diseCodg, usual: adapter.rules.dialysisDisease.code, ...span });
  const exchange = exchangeOf(outcome, '5301');
  if (!filing) return await halt(desk, row, { key: 'problem.no-filing', params: { from: span.from, to: span.to } }, exchange);
  const next = await advance(
    ctx,
    row,
    row.state,
    { diseCodg: filing.opsp_dise_code, diseName: filing.opsp_dise_name },
    { kind: 'filing', params: { code: filing.opsp_dise_code, name: filing.opsp_dise_name }, exchange, byName: by.userName },
  );
  return { row: next, stopped: false };
}

/** Begins of visits that may still take the fees of a settlement at the desk: those of the day. */
const DAY_BEGINS = 'T00:00:00+08:00';

async function visitFor(desk: SettlementContext, row: SettlementRow, { file, prescriptions }: Whole): Promise<{ visit: VisitRecord; own: boolean }> {
  const { ctx } = desk;
  const orgId = row.orgId;
  const known = row.visitId === null ? undefined : await findVisit(ctx, row.visitId, [orgId]);
  if (known && known.state !== 'cancelled' && known.state !== 'settled') return { visit: known, own: row.ownVisit };
  const fitting =
    row.month !== null
      ? undefined
      : await fittingVisit(ctx, {
          orgId,
          patientIds: [row.patientId],
          medType: row.medType,
          diseaseCode: row.diseCodg,
          insutype: row.insutype,
          since: new Date(`${todayOf(ctx)}${DAY_BEGINS}`),
        });
  if (fitting) return { visit: fitting, own: false };
  const earliest = Math.min(...prescriptions.map((one) => one.dpDate));
  const plan = {
    orgId,
    ...pick(row, 'patientId', 'patientName', 'insutype', 'insuplcAdmdvs', 'medType', 'simulated'),
    diseaseCode: row.diseCodg,
    diseaseName: row.diseName,
    prescriptions,
    department: departmentOf(file.patientType),
    begins: row.month === null ? ctx.clock.now() : new Date(earliest),
    settlementId: row.id,
  };
  return { visit: await planVisit(desk, plan, row.psnNo), own: true };
}

/** prepared → registered: 1101, 5301, then the visit (2201, unless an open one fits) and its report (2203). */
export async function registerStep(desk: SettlementContext, begun: SettlementRow): Promise<Progress> {
  const { ctx, by } = desk;
  const whole = await wholeOf(desk, begun);
  let step = await provePerson(desk, begun, whole);
  if (!step.stopped) step = await proveFiling(desk, step.row, whole);
  if (step.stopped) return step;
  const chosen = await visitFor(desk, step.row, whole);
  let { visit } = chosen;
  let row = step.row;
  if (row.visitId !== visit.id) {
    row = await advance(
      ctx,
      row,
      row.state,
      { visitId: visit.id, ownVisit: chosen.own },
      {
        kind: chosen.own ? 'visit-planned' : 'visit-reused',
        params: { number: visit.iptOtpNo, mdtrtId: visit.mdtrtId },
        byName: by.userName,
      },
    );
  }
  if (visit.state !== 'open') {
    const wasLost = visit.state === 'doubtful';
    const { visit: known, outcome } = await registerVisit(desk, visit, await personGroup(desk, row), row.id);
    visit = known;
    // Neither found nor to be repeated: the next try registers under a new number. An empty visit at the platform costs nobody anything.
    const anew = wasLost && outcome.kind === 'refused' ? { visitId: null, ownVisit: false } : {};
    if (visit.state !== 'open') return await halted(desk, row, 'visit', '2201', outcome, anew);
    row = await advance(
      ctx,
      row,
      row.state,
      {},
      { kind: 'visit-registered', params: { mdtrtId: visit.mdtrtId }, exchange: exchangeOf(outcome, '2201'), byName: by.userName },
    );
  }
  const reported = await reportVisit(
    desk,
    visit,
    { diagnosis: visit.diagnosis.length > 0 ? visit.diagnosis : diagnosesOf(whole.prescriptions), condition: visit.mainCondDscr },
    row.id,
  );
  if (reported.outcome.kind !== 'success') return await halted(desk, row, 'report', '2203', reported.outcome);
  row = await advance(ctx, row, 'registered', {}, { kind: 'visit-reported', exchange: exchangeOf(reported.outcome, '2203'), byName: by.userName });
  return { row, stopped: false };
}
