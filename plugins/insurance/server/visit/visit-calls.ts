import { pick } from '@nephra/plugin-sdk/server';
import { DAY_MS, formatInstant, type OrgId, asNode, asNodes, type AnswerNode as Node } from '@nephra/plugin-sdk/contract';
import type { LedgerPrescription } from '../../../prescription/contract/index.ts';
import type { Department } from '../../domain/catalogue/department.ts';
import { text } from '../../domain/settlement/settle-amounts.ts';
import type { ExchangeSubject, Outcome } from '../client/national-client.ts';
import type { PersonGroup } from '../settlement/ledger/certificate.ts';
import type { SettlementContext } from '../settlement/ledger/settlement-context.ts';
import type { VisitDiagnosis } from '../tables/visit.table.ts';
import { leaveToTidy, saidNo, TIDY } from './left-visit.ts';
import { changeVisit, insertVisit, type VisitRecord } from './visit.repo.ts';

const stamp = (instant: number): string => formatInstant(instant, 'yyyy-MM-dd HH:mm:ss');

export interface VisitPlan {
  readonly orgId: OrgId;
  readonly patientId: string;
  readonly patientName: string;
  readonly insutype: string;
  readonly insuplcAdmdvs: string;
  readonly medType: string;
  readonly diseaseCode: string;
  readonly diseaseName: string;
  readonly prescriptions: readonly LedgerPrescription[];
  readonly department: Department;
  readonly begins: Date;
  readonly simulated: boolean;
  readonly settlementId?: string;
}

/** Diagnoses of prescriptions, each once, the first one first. */
export function diagnosesOf(prescriptions: readonly Pick<LedgerPrescription, 'diagnosis'>[]): VisitDiagnosis[] {
  const seen = new Map(prescriptions.flatMap((one) => one.diagnosis).map((one) => [one.code, one]));
  return [...seen.values()].slice(0, 20).map((one, at) => ({ diag_type: '1', diag_srt_no: at + 1, diag_code: one.code, diag_name: one.name, vali_flag: '1' }));
}

/** What goes into the journal with a message about a visit. */
export const visitSubject = ({ by }: SettlementContext, visit: VisitRecord, settlementId?: string): ExchangeSubject => ({
  orgId: visit.orgId,
  operator: { userId: by.userId, userName: by.userName },
  patientId: visit.patientId,
  patientName: visit.patientName,
  visitId: visit.id,
  ...(settlementId === undefined ? {} : { settlementId }),
  ...(visit.insuplcAdmdvs === '' ? {} : { insuplcAdmdvs: visit.insuplcAdmdvs }),
});

/** A visit that the platform does not know yet. */
export async function planVisit({ ctx }: SettlementContext, plan: VisitPlan, psnNo: string): Promise<VisitRecord> {
  const [first] = plan.prescriptions;
  return await insertVisit(ctx, {
    id: ctx.newId(),
    ...pick(plan, 'orgId', 'patientId', 'patientName', 'insutype', 'insuplcAdmdvs', 'medType', 'simulated'),
    psnNo: psnNo,
    diseCodg: plan.diseaseCode,
    diseName: plan.diseaseName,
    iptOtpNo: await ctx.numbers.next(`insurance.visit/${plan.orgId}`, { prefix: 'MZ', date: 'yyyyMMdd', digits: 6 }),
    begntime: plan.begins,
    doctorNo: first?.workerNo || first?.workerId || '',
    doctorName: first?.workerName ?? '',
    departmentCode: plan.department.code,
    departmentName: plan.department.name,
    dpIds: plan.prescriptions.map((one) => one.dpId),
    diagnosis: diagnosesOf(plan.prescriptions),
    createdAt: ctx.clock.now(),
  });
}

/** The message that registered a visit and got no answer, when it may leave once more as it was: not with a voucher's token in it. */
export async function lostRegistration(
  { ctx }: SettlementContext,
  visit: VisitRecord,
  states: readonly ('unknown' | 'sending')[] = ['unknown'],
): Promise<string | undefined> {
  // rows: of a visit that was found for the organisations of whoever works on it
  const row = await ctx.db
    .selectFrom('insurance.exchange')
    .select('id')
    .where('visit_id', '=', visit.id)
    .where('infno', '=', '2201')
    .where('state', 'in', [...states])
    .where('sealed_envelope', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** 5201: the number of a visit whose registration got no answer; empty when the platform does not list it. */
export async function askForVisit(desk: SettlementContext, visit: VisitRecord, settlementId?: string): Promise<{ asked: Outcome; number: string }> {
  const asked = await desk.client.call(
    '5201',
    {
      data: {
        psn_no: visit.psnNo,
        begntime: stamp(visit.begntime.getTime() - DAY_MS),
        endtime: stamp(visit.begntime.getTime() + DAY_MS),
        med_type: visit.medType,
        mdtrt_id: '',
      },
    },
    visitSubject(desk, visit, settlementId),
  );
  const found = asked.kind === 'success' ? asNodes(asked.output.mdtrtinfo).find((row) => text(row.ipt_otp_no) === visit.iptOtpNo) : undefined;
  return { asked, number: text(found?.mdtrt_id) };
}

/** The number in an answer to 2201. */
export function registeredNumber(output: Node): string {
  const data = asNode(output.data);
  // Some platforms wrap it once more.
  return text(data.mdtrt_id) || text(asNode(data.data).mdtrt_id);
}

/**
 * 2201. A visit whose answer was lost is looked for (5201); platforms that list it only once it was reported get the same message again, which
 * has the same answer.
 */
export async function registerVisit(
  desk: SettlementContext,
  visit: VisitRecord,
  person: PersonGroup,
  settlementId?: string,
): Promise<{ visit: VisitRecord; outcome: Outcome }> {
  const { ctx, client } = desk;
  const subject = visitSubject(desk, visit, settlementId);
  let again: string | undefined;
  if (visit.state === 'doubtful') {
    const { asked, number } = await askForVisit(desk, visit, settlementId);
    if (asked.kind === 'unknown') return { visit, outcome: asked };
    if (number !== '') return { visit: await changeVisit(ctx, visit, { state: 'open', mdtrtId: number }), outcome: asked };
    again = await lostRegistration(desk, visit);
  }
  const outcome = await client.call(
    '2201',
    {
      data: {
        ...person,
        insutype: visit.insutype,
        begntime: stamp(visit.begntime.getTime()),
        ipt_otp_no: visit.iptOtpNo,
        atddr_no: visit.doctorNo,
        dr_name: visit.doctorName,
        dept_code: visit.departmentCode,
        dept_name: visit.departmentName,
        caty: visit.departmentCode.slice(0, 10),
      },
    },
    subject,
    again === undefined ? {} : { again },
  );
  if (outcome.kind === 'success') {
    const mdtrtId = registeredNumber(outcome.output);
    if (mdtrtId === '') {
      return { visit: await changeVisit(ctx, visit, { state: 'doubtful' }), outcome: { ...outcome, kind: 'unknown', reason: 'mdtrt_id' } };
    }
    return { visit: await changeVisit(ctx, visit, { state: 'open', mdtrtId }), outcome };
  }
  return { visit: await changeVisit(ctx, visit, outcome.kind === 'unknown' ? { state: 'doubtful' } : { state: 'registering' }), outcome };
}

/** 2203, or its regional form: category, disease and diagnoses. Sending it again replaces what was said. */
export async function reportVisit(
  desk: SettlementContext,
  visit: VisitRecord,
  report: { diagnosis: readonly VisitDiagnosis[]; condition: string },
  settlementId?: string,
): Promise<{ visit: VisitRecord; outcome: Outcome }> {
  const { ctx, client } = desk;
  const { transactions, extras } = (await client.connectionOf(visit.orgId)).adapter.rules;
  const begins = stamp(visit.begntime.getTime());
  const outcome = await client.call(
    transactions.visit,
    {
      mdtrtinfo: {
        mdtrt_id: visit.mdtrtId,
        psn_no: visit.psnNo,
        med_type: visit.medType,
        begntime: begins,
        main_cond_dscr: report.condition,
        dise_codg: visit.diseCodg,
        dise_name: visit.diseName,
        birctrl_type: '',
        birctrl_matn_date: '',
        ...extras?.visit,
      },
      diseinfo: report.diagnosis.map((one) => ({
        ...one,
        diag_dept: visit.departmentName,
        dise_dor_no: visit.doctorNo,
        dise_dor_name: visit.doctorName,
        diag_time: begins,
      })),
    },
    visitSubject(desk, visit, settlementId),
  );
  if (outcome.kind !== 'success') return { visit, outcome };
  return {
    visit: await changeVisit(ctx, visit, {
      reportedAt: ctx.clock.now(),
      mainCondDscr: report.condition,
      diagnosis: report.diagnosis,
    }),
    outcome,
  };
}

/** 2205: takes back what is not settled; batch `0000` means all of it. */
export const revokeFees = (desk: SettlementContext, visit: VisitRecord, batch: string, settlementId?: string): Promise<Outcome> =>
  desk.client.call('2205', { data: { mdtrt_id: visit.mdtrtId, chrg_bchno: batch, psn_no: visit.psnNo } }, visitSubject(desk, visit, settlementId));

/** 2202. Without an answer the resolver repeats it. */
export async function cancelVisit(
  desk: SettlementContext,
  visit: VisitRecord,
  reason: string,
  settlementId?: string,
): Promise<{ visit: VisitRecord; outcome: Outcome }> {
  const { ctx } = desk;
  const outcome = await desk.client.call(
    '2202',
    { data: { psn_no: visit.psnNo, mdtrt_id: visit.mdtrtId, ipt_otp_no: visit.iptOtpNo } },
    visitSubject(desk, visit, settlementId),
  );
  if (outcome.kind === 'success') {
    return { visit: await changeVisit(ctx, visit, { ...TIDY, state: 'cancelled', cancelTime: ctx.clock.now(), cancelReason: reason }), outcome };
  }
  if (saidNo(outcome)) return { visit, outcome };
  const exchange = outcome.kind === 'unknown' ? { exchangeId: outcome.exchangeId } : {};
  return { visit: await leaveToTidy(desk, visit, { step: '2202', ...exchange, cancel: true, reason }), outcome };
}
