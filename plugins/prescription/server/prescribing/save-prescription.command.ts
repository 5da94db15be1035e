import { AppError, dayOf, EnvelopeCode, moneyToText, type OrgId, weekdayAt } from '@nephra/plugin-sdk/contract';
import { type RequestContext, searchGrams } from '@nephra/plugin-sdk/server';
import type { PatientFile, PatientRow } from '../../../patient/contract/index.ts';
import { type CreateBody, type DetailInput, PayStatus, RxStatus, type UpdateBody } from '../../contract/index.ts';
import type { CatalogueFacts } from '../../../catalogue/contract/index.ts';
import { assertPrescribableDay } from '../../domain/prescribable-days.ts';
import { priceDay } from '../../domain/price-day.ts';
import { assertEditable } from '../../domain/states.ts';
import { entriesBy } from '../lines/entries.ts';
import { type CompiledLine, type CompiledLines, compileLines, totalColumns } from '../lines/compile-lines.ts';
import { assertOfferedLines } from '../lines/offered-lines.ts';
import { goodsOutOf, withGoodsOut } from '../lines/goods-out.ts';
import { nextPrescriptionNumber } from './prescription-number.ts';
import { repoOf } from '../prescription-call.ts';
import { PrescriptionRepo } from '../prescription.repo.ts';
import type { LineStored } from '../tables/line.table.ts';
import { type PrescriptionStored, UNTOUCHED } from '../tables/prescription.table.ts';
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
): Promise<CompiledLines & { readonly entries: ReadonlyMap<string, CatalogueFacts> }> {
  const entries = await entriesBy(
    ctx,
    patient.orgId,
    inputs.map((line) => line.drugId),
    priceDay(head.dpDate),
  );
  const plan = { startWeekday: weekdayAt(head.dpDate), weekdays: patient.dialysis?.weekdays ?? [] };
  const compiled = compileLines(inputs, entries, { reimWay: head.reimWay, plan });
  if (compiled.faults.length > 0) ctx.log.warn({ faults: compiled.faults }, 'prescription lines without a computable quantity');
  return { ...compiled, entries };
}

const withPlace =
  (ctx: Ctx, orgId: OrgId, dpId: string) =>
  (line: CompiledLine, index: number): LineStored => ({ ...line, id: ctx.newId(), orgId, dpId, sortCode: index + 1 });

/** The patient as he is while it is written. */
export const patientColumns = ({ orgId, patientId, patientName, patientSex, patientAge, patientType, outpatientCode }: PatientFile | PatientRow) => ({
  orgId,
  patientId,
  patientName,
  patientSex,
  patientAge,
  patientType,
  outpatientCode,
});

const headColumns = (body: CreateBody | UpdateBody, compiled: CompiledLines) => ({
  dpType: body.dpType,
  dpDate: new Date(body.dpDate),
  reimWay: body.reimWay,
  visit: body.visit,
  diagnosis: body.diagnosis,
  infectedHistory: body.infectedHistory,
  note: body.note ?? '',
  ...totalColumns(compiled.totals),
  lineCount: compiled.lines.length,
  hasStockLines: compiled.lines.some((line) => line.stockKept),
});

/** Adds a prescription; creator, worker and price level are those of the person who is signed in (spec 6). @returns its id */
export async function createPrescription(ctx: Ctx, body: CreateBody): Promise<string> {
  const patient = await requireWritablePatient(ctx, body.patientId, 'chosen');
  assertPrescribableDay(body.dpDate, ctx.clock.today());
  await assertMonthOpen(ctx, { orgId: patient.orgId, patientId: patient.patientId, dpDate: new Date(body.dpDate) });
  assertDiseases(body);
  const compiled = await compileFor(ctx, patient, body, body.prescriptionDetailList);
  await assertOfferedLines(ctx, compiled.lines, compiled.entries);
  const id = ctx.newId();
  const dpNumber = await nextPrescriptionNumber(ctx, patient.orgId);
  const now = ctx.clock.now();
  const { user } = ctx;
  const head = {
    ...UNTOUCHED,
    ...patientColumns(patient),
    ...headColumns(body, compiled),
    id,
    dpNumber,
    payStatus: PayStatus.New,
    rxStatus: RxStatus.New,
    priceType: user.priceType,
    workerId: user.userId,
    workerName: user.userName,
    workerNo: user.enCode,
    creatorUserId: user.userId,
    creatorUserName: user.userName,
    searchGrams: searchGrams(patient.patientName, patient.outpatientCode, dpNumber),
    createdAt: now,
    updatedAt: now,
    confirmedAt: null,
  };
  await new PrescriptionRepo(ctx.db).insert([head], compiled.lines.map(withPlace(ctx, patient.orgId, id)));
  ctx.audit({ subject: 'prescription', subjectId: id, patientId: patient.patientId, after: { ...body, total: moneyToText(compiled.totals.total) } });
  return id;
}

/** Replaces an unconfirmed prescription. @throws AppError `prescription.stale` (409) when somebody else was faster. */
export async function updatePrescription(ctx: Ctx, dpId: string, body: UpdateBody): Promise<PrescriptionStored> {
  const repo = repoOf(ctx);
  const head = await repo.lock(dpId, ctx.user.orgIds, body.version);
  assertEditable({ payStatus: head.payStatus, rxStatus: head.rxStatus });
  const patient = await requireWritablePatient(ctx, head.patientId, 'recorded');
  assertPrescribableDay(body.dpDate, ctx.clock.today(), dayOf(head.dpDate.getTime()));
  for (const dpDate of [head.dpDate, new Date(body.dpDate)]) await assertMonthOpen(ctx, { orgId: head.orgId, patientId: head.patientId, dpDate });
  assertDiseases(body);
  const asked = await compileFor(ctx, patient, body, body.prescriptionDetailList);
  await assertOfferedLines(ctx, asked.lines, asked.entries, await repo.details([dpId]));
  const compiled = { ...asked, lines: withGoodsOut(asked.lines, await goodsOutOf(ctx, dpId)) };
  const columns = { ...headColumns(body, compiled), workerId: ctx.user.userId, workerName: ctx.user.userName, workerNo: ctx.user.enCode };
  await repo.change(dpId, columns, ctx.clock.now(), compiled.lines.map(withPlace(ctx, head.orgId, dpId)));
  ctx.audit({
    subject: 'prescription',
    subjectId: dpId,
    patientId: head.patientId,
    before: { version: head.version, total: moneyToText(head.totalPrice), lineCount: head.lineCount },
    after: { ...body, total: moneyToText(columns.totalPrice) },
  });
  return head;
}
