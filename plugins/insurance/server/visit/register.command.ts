import { AppError, EnvelopeCode, formatInstant, moneyToWire, type OrgId, quantityToWire, unitPriceToWire, asNodes } from '@nephra/plugin-sdk/contract';
import { type PatientFile, patientDirectory } from '../../../patient/contract/index.ts';
import type { LedgerPrescription } from '../../../prescription/contract/index.ts';
import type { AnalysisRow, RegisterBody, VisitRow } from '../../contract/index.ts';
import { departmentOf } from '../../domain/catalogue/department.ts';
import { CHRONIC, filingFor, settleBlockers } from '../../domain/settlement/settle-checks.ts';
import type { Outcome } from '../client/national-client.ts';
import { wantedPrescriptions } from '../settlement/ledger/wanted-prescriptions.ts';
import { shownCertificate } from '../settlement/ledger/certificate.ts';
import { type CallCtx, type ClientOf, deskOf } from '../settlement/ledger/settlement-context.ts';
import { analysisTable, type VisitDiagnosis } from '../tables/visit.table.ts';
import { wholeCharacters } from '../tables/whole-characters.ts';
import { answered, askFilings, askPerson, readFilings, readPerson, todayOf } from './person.query.ts';
import { analysisOf, seenVisit, visitToWire } from './visit.query.ts';
import { leaveToTidy, saidNo } from './left-visit.ts';
import { cancelVisit, planVisit, registerVisit, reportVisit, revokeFees } from './visit-calls.ts';
import { fittingVisit, visitInUse } from './visit.repo.ts';

/** The outcome of an act; what is not a success is told in the platform's own words. */
function demanded(outcome: Outcome): void {
  answered(outcome);
}

/** POST outpatientregister: 1101, 5301 for chronic diseases, 2201. An open visit of today that fits is answered as it is. */
export async function register(ctx: CallCtx, body: RegisterBody, clientOf: ClientOf): Promise<VisitRow> {
  const desk = deskOf(ctx, clientOf);
  const { patient, prescriptions } = await wantedPrescriptions(ctx, [...new Set(body.dpIds)]);
  const [blocker] = settleBlockers(patient, prescriptions);
  if (blocker) throw new AppError(`insurance.${blocker.key}`, { params: blocker.params });
  const orgId = patient.orgId as OrgId;
  const certificate = await shownCertificate(ctx, { patientId: patient.patientId, orgId }, body.certificate);
  const identity = await ctx.service(patientDirectory).identity(patient.patientId, [orgId]);
  const subject = { orgId, operator: { userId: desk.by.userId, userName: desk.by.userName }, patientId: patient.patientId, patientName: patient.patientName };
  const person = readPerson(answered(await askPerson(desk.client, subject, patient, identity?.patientIdcard ?? '', certificate)));
  if (person.psn_no !== patient.psn_no) throw new AppError('insurance.other-person', { params: { name: person.psn_name } });
  const insutype = body.insutype || patient.reimWay;
  const insured = person.insurances.find((one) => one.insutype === insutype);
  if (!insured) throw new AppError('insurance.not-insured-so', { params: { insutype, known: person.insurances.map((one) => one.insutype).join('、') } });
  const medType = body.med_type || String(prescriptions[0]?.dpType ?? '');
  const { adapter, simulated } = await desk.client.connectionOf(orgId);
  const about = { ...subject, insuplcAdmdvs: insured.insuplc_admdvs || patient.insuplc_admdvs };
  let disease = { code: body.dise_codg ?? '', name: body.dise_name ?? '' };
  if (medType === CHRONIC) {
    const today = todayOf(ctx);
    const filing = filingFor(readFilings(answered(await askFilings(desk, about, person.psn_no))), {
      wanted: disease.code,
      usual: adapter.rules.dialysisDisease.code,
      from: today,
      to: today,
    });
    if (!filing) throw new AppError('insurance.no-filing', { params: { day: today } });
    disease = { code: filing.opsp_dise_code, name: filing.opsp_dise_name };
  }
  const known = await fittingVisit(ctx, {
    orgId,
    patientIds: [patient.patientId],
    medType,
    diseaseCode: disease.code,
    insutype,
    since: new Date(`${todayOf(ctx)}T00:00:00+08:00`),
  });
  if (known) return visitToWire(known, ctx);
  const planned = await planVisit(
    desk,
    {
      orgId,
      patientId: patient.patientId,
      patientName: patient.patientName,
      insutype,
      insuplcAdmdvs: about.insuplcAdmdvs,
      medType,
      diseaseCode: disease.code,
      diseaseName: disease.name,
      prescriptions,
      department: departmentOf(patient.patientType),
      begins: ctx.clock.now(),
      simulated,
    },
    person.psn_no,
  );
  const { visit, outcome } = await registerVisit(desk, planned, {
    psn_no: person.psn_no,
    mdtrt_cert_type: certificate.mdtrt_cert_type,
    mdtrt_cert_no: certificate.mdtrt_cert_no,
    card_sn: certificate.card_sn ?? '',
    psn_cert_type: patient.psn_cert_type,
    certno: identity?.patientIdcard ?? '',
    psn_type: insured.psn_type,
    psn_name: patient.patientName,
  });
  // Whoever registers again does so under a new number: what may have come of this one is taken back.
  if (outcome.kind === 'unknown') await leaveToTidy(desk, visit, { step: '2201', cancel: true, reason: 'registration-lost' });
  demanded(outcome);
  ctx.audit({ subject: 'insurance.visit', subjectId: visit.id, patientId: visit.patientId, after: { number: visit.iptOtpNo, mdtrtId: visit.mdtrtId } });
  return visitToWire(visit, ctx);
}

/** POST mdtrtinfo. */
export async function report(
  ctx: CallCtx,
  body: { visitId: string; main_cond_dscr?: string; diagnosis: VisitDiagnosis[] },
  clientOf: ClientOf,
): Promise<VisitRow> {
  const visit = await seenVisit(ctx, body.visitId);
  if (visit.state !== 'open') throw new AppError('insurance.visit-not-open', { code: EnvelopeCode.Conflict });
  const { visit: reported, outcome } = await reportVisit(deskOf(ctx, clientOf), visit, { diagnosis: body.diagnosis, condition: body.main_cond_dscr ?? '' });
  demanded(outcome);
  ctx.audit({ subject: 'insurance.visit', subjectId: visit.id, patientId: visit.patientId, after: { diagnosis: body.diagnosis } });
  return visitToWire(reported, ctx);
}

/**
 * POST cancel and cancelregister: 2202, with 2205 for all that is not settled before it where fees may lie on the visit.
 * @throws AppError `insurance.visit-in-use` while a settlement stands on it
 */
export async function endVisit(ctx: CallCtx, body: { visitId: string; reason: string }, clientOf: ClientOf, takeFeesBack: boolean): Promise<VisitRow> {
  const desk = deskOf(ctx, clientOf);
  const visit = await seenVisit(ctx, body.visitId);
  if (visit.state === 'cancelled') return visitToWire(visit, ctx);
  if (visit.mdtrtId === '') throw new AppError('insurance.visit-not-open', { code: EnvelopeCode.Conflict });
  if (await visitInUse(ctx, visit.id)) throw new AppError('insurance.visit-in-use', { code: EnvelopeCode.Conflict });
  if (takeFeesBack) {
    const revoked = await revokeFees(desk, visit, '0000');
    // A refusal says that there is nothing to take back; 2202 then tells whether that is so.
    if (revoked.kind !== 'success' && !saidNo(revoked)) {
      await leaveToTidy(desk, visit, {
        step: '2205',
        ...(revoked.kind === 'unknown' ? { exchangeId: revoked.exchangeId } : {}),
        cancel: true,
        reason: body.reason.trim(),
      });
      demanded(revoked);
    }
  }
  const { visit: ended, outcome } = await cancelVisit(desk, visit, body.reason.trim());
  demanded(outcome);
  ctx.audit({ subject: 'insurance.visit', subjectId: visit.id, patientId: visit.patientId, after: { state: ended.state, reason: body.reason } });
  return visitToWire(ended, ctx);
}

const AT_REGISTRATION = '1';

function encounter(patient: PatientFile, prescriptions: readonly LedgerPrescription[], mdtrtId: string): Record<string, unknown> {
  const department = departmentOf(patient.patientType);
  const [first] = prescriptions;
  return {
    mdtrt_id: mdtrtId,
    medins_id: '',
    medins_name: '',
    med_type: String(first?.dpType ?? ''),
    adm_date: formatInstant(first?.dpDate ?? 0, 'yyyy-MM-dd HH:mm:ss'),
    adm_dept_codg: department.code,
    adm_dept_name: department.name,
    fsi_diagnose_dtos: prescriptions
      .flatMap((rx) => rx.diagnosis)
      .map((one, at) => ({
        dise_id: String(at + 1),
        inout_dise_type: '1',
        maindise_flag: at === 0 ? '1' : '0',
        dias_srt_no: String(at + 1),
        dise_codg: one.code,
        dise_name: one.name,
        dise_date: formatInstant(first?.dpDate ?? 0, 'yyyy-MM-dd HH:mm:ss'),
      })),
    fsi_order_dtos: prescriptions.flatMap((rx) =>
      rx.lines.map((line) => ({
        rx_id: line.detailId,
        rxno: rx.dpNumber,
        long_drord_flag: '0',
        hilist_code: line.medicalInsCode,
        hilist_name: line.drugName,
        medins_list_codg: line.drugId,
        medins_list_name: line.drugName,
        cnt: quantityToWire(line.quantity),
        pric: unitPriceToWire(line.price),
        sumamt: moneyToWire(line.subTotal),
        drord_bgn_time: formatInstant(rx.dpDate, 'yyyy-MM-dd HH:mm:ss'),
        drord_dr_codg: rx.workerNo || rx.workerId,
        drord_dr_name: rx.workerName,
      })),
    ),
  };
}

/** POST bfranalysis (3101). What came out is kept, also that nothing came. */
export async function analyse(ctx: CallCtx, dpIds: readonly string[], clientOf: ClientOf): Promise<AnalysisRow> {
  const desk = deskOf(ctx, clientOf);
  const { patient, prescriptions } = await wantedPrescriptions(ctx, [...new Set(dpIds)]);
  const orgId = patient.orgId as OrgId;
  const visit = await fittingVisit(ctx, { orgId, patientIds: [patient.patientId], medType: String(prescriptions[0]?.dpType ?? '') });
  const outcome = await desk.client.call(
    '3101',
    {
      data: {
        syscode: 'HIS',
        task_id: ctx.newId(),
        trig_scen: AT_REGISTRATION,
        patient_dtos: [
          {
            patn_id: patient.patientId,
            patn_name: patient.patientName,
            gend: String(patient.patientSex),
            brdy: patient.birthday ?? '',
            poolarea: patient.insuplc_admdvs,
            curr_mdtrt_id: visit?.mdtrtId ?? '',
            fsi_encounter_dtos: [encounter(patient, prescriptions, visit?.mdtrtId ?? '')],
          },
        ],
      },
    },
    {
      orgId,
      operator: { userId: desk.by.userId, userName: desk.by.userName },
      patientId: patient.patientId,
      patientName: patient.patientName,
      insuplcAdmdvs: patient.insuplc_admdvs,
      ...(visit ? { visitId: visit.id } : {}),
    },
  );
  const findings = outcome.kind === 'success' ? asNodes(outcome.output.result) : [];
  const id = ctx.newId();
  await ctx.db
    .insertInto('insurance.analysis')
    .values(
      analysisTable.toSql(
        wholeCharacters({
          id,
          orgId: orgId,
          visitId: visit?.id ?? null,
          dpIds: prescriptions.map((one) => one.dpId),
          patientId: patient.patientId,
          patientName: patient.patientName,
          verdict: outcome.kind !== 'success' ? 'failed' : findings.length === 0 ? 'clean' : 'findings',
          findings: findings,
          at: ctx.clock.now(),
          operatorName: desk.by.userName,
        }),
      ),
    )
    .execute();
  return await analysisOf(ctx, id);
}
