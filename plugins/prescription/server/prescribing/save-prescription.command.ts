import { AppError, dayOf, EnvelopeCode, type OrgId } from '@nephra/plugin-sdk/contract';
import { type RequestContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { PatientFile } from '../../../patient/contract/index.ts';
import { type CreateBody, type DetailInput, PayStatus, RxStatus, type UpdateBody } from '../../contract/index.ts';
import { shanghaiWeekday } from '../../domain/lines/line.ts';
import { assertPrescribableDay } from '../../domain/prescribable-days.ts';
import { priceDay } from '../../domain/prices/price-of-day.ts';
import { assertEditable } from '../../domain/states.ts';
import { CatalogueRepo } from '../catalogue/catalogue.repo.ts';
import { type CompiledLine, type CompiledLines, compileLines, totalColumns } from '../catalogue/compile-lines.ts';
import { nextNumber } from './prescription-number.ts';
import { repoOf } from '../prescription-call.ts';
import { type HeadRecord, PrescriptionRepo } from '../prescription.repo.ts';
import type { LineStored } from '../tables/line.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { assertMonthOpen, requireWritablePatient } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;

/** A line is written for one of the prescription's own diagnoses. */
function assertDiseases(body: CreateBody | UpdateBody): void {
  const codes = body.diagnosis.map(({ code }) => code);
  const wrong = body.prescriptionDetailList.findIndex(({ diseCodg }) => diseCodg !== undefined && diseCodg !== '' && !codes.includes(diseCodg));
  if (wrong < 0) return;
  throw new AppError('prescription.disease-unknown', {
    code: EnvelopeCode.Invalid,
    params: { line: wrong + 1, code: body.prescriptionDetailList[wrong]?.diseCodg ?? '' },
    fields: [{ path: `prescriptionDetailList.${wrong}.diseCodg`, msg: '' }],
  });
}

/** Computes lines anew from the catalogue of the patient's facility, at the prices of the day of treatment. */
export async function compileFor(
  ctx: Ctx,
  patient: Pick<PatientFile, 'orgId' | 'dialysis'>,
  head: { reimWay: string; dpDate: number },
  inputs: readonly DetailInput[],
): Promise<CompiledLines> {
  const entries = await new CatalogueRepo(ctx).entries(
    patient.orgId,
    inputs.map((line) => line.drugId),
    priceDay(head.dpDate),
  );
  const plan = { startWeekday: shanghaiWeekday(head.dpDate), weekdays: patient.dialysis?.weekdays ?? [] };
  const compiled = compileLines(inputs, entries, { reimWay: head.reimWay, plan });
  if (compiled.faults.length > 0) ctx.log.warn({ faults: compiled.faults }, 'prescription lines without a computable quantity');
  return compiled;
}

const withPlace =
  (ctx: Ctx, orgId: OrgId, dpId: string) =>
  (line: CompiledLine, index: number): LineStored => ({ ...line, id: ctx.newId(), orgId, dpId, sortCode: index + 1 });

const headColumns = (body: CreateBody | UpdateBody, compiled: CompiledLines) => ({
  dp_type: body.dpType,
  dp_date: new Date(body.dpDate),
  reim_way: body.reimWay,
  visit: body.visit,
  diagnosis: body.diagnosis,
  infected: body.infectedHistory,
  note: body.note ?? '',
  ...totalColumns(compiled.totals),
  line_count: compiled.lines.length,
  has_stock_lines: compiled.lines.some((line) => line.stockKept),
});

/** Adds a prescription; creator, worker and price level are those of the person who is signed in (spec 6). @returns its id */
export async function createPrescription(ctx: Ctx, body: CreateBody): Promise<string> {
  const patient = await requireWritablePatient(ctx, body.patientId, 'chosen');
  assertPrescribableDay(body.dpDate, ctx.clock.today());
  await assertMonthOpen(ctx, { orgId: patient.orgId, patientId: patient.patientId, dpDate: new Date(body.dpDate) });
  assertDiseases(body);
  const compiled = await compileFor(ctx, patient, body, body.prescriptionDetailList);
  const id = ctx.newId();
  const dpNumber = await nextNumber(ctx, patient.orgId);
  const now = ctx.clock.now();
  const { user } = ctx;
  await new PrescriptionRepo(ctx.db).insert(
    {
      id,
      org_id: patient.orgId,
      dp_number: dpNumber,
      patient_id: patient.patientId,
      patient_name: patient.patientName,
      patient_sex: patient.patientSex,
      patient_age: patient.patientAge,
      patient_type: patient.patientType,
      outpatient_code: patient.outpatientCode,
      pay_status: PayStatus.New,
      rx_status: RxStatus.New,
      refuse_reason: '',
      price_type: user.priceType,
      sort_code: 0,
      worker_id: user.userId,
      worker_name: user.userName,
      worker_no: user.enCode,
      creator_id: user.userId,
      creator_name: user.userName,
      check_name: '',
      send_name: '',
      bill_id: '',
      nothing_to_hand_out: false,
      rounds: 0,
      withdrawn_price: '0',
      split_from: '',
      version: 1,
      search_grams: searchGrams(patient.patientName, patient.outpatientCode, dpNumber),
      created_at: now,
      updated_at: now,
      confirmed_at: null,
      ...headColumns(body, compiled),
    },
    compiled.lines.map(withPlace(ctx, patient.orgId, id)),
  );
  ctx.audit({ subject: 'prescription', subjectId: id, patientId: patient.patientId, after: { ...body, total: totalColumns(compiled.totals).total_price } });
  return id;
}

/** Replaces an unconfirmed prescription. @throws AppError `prescription.stale` (409) when somebody else was faster. */
export async function updatePrescription(ctx: Ctx, dpId: string, body: UpdateBody): Promise<HeadRecord> {
  const repo = repoOf(ctx);
  const head = await repo.lock(dpId, ctx.user.orgIds, body.version);
  assertEditable({ payStatus: head.pay_status, rxStatus: head.rx_status });
  const patient = await requireWritablePatient(ctx, head.patient_id, 'recorded');
  assertPrescribableDay(body.dpDate, ctx.clock.today(), dayOf(head.dp_date.getTime()));
  for (const dpDate of [head.dp_date, new Date(body.dpDate)]) await assertMonthOpen(ctx, { orgId: head.org_id, patientId: head.patient_id, dpDate });
  assertDiseases(body);
  const compiled = await compileFor(ctx, patient, body, body.prescriptionDetailList);
  const columns = { ...headColumns(body, compiled), worker_id: ctx.user.userId, worker_name: ctx.user.userName, worker_no: ctx.user.enCode };
  await repo.change(dpId, columns, ctx.clock.now(), compiled.lines.map(withPlace(ctx, head.org_id, dpId)));
  ctx.audit({
    subject: 'prescription',
    subjectId: dpId,
    patientId: head.patient_id,
    before: { version: head.version, total: head.total_price, lineCount: head.line_count },
    after: { ...body, total: columns.total_price },
  });
  return head;
}
