import { AppError, EnvelopeCode, type EventToken, moneyFromText } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext, type ServerContext } from '@nephra/plugin-sdk/server';
import type { PatientFile } from '../../../patient/contract/index.ts';
import {
  type OverrideInput,
  type PayStatus,
  type PrescriptionChanged,
  prescriptionConfirmed,
  prescriptionRemoved,
  prescriptionUnconfirmed,
  type RxStatus,
} from '../../contract/index.ts';
import { confirmed, type RxFacts, type RxState, unconfirmed, voided } from '../../domain/states.ts';
import { answerFindings, refuseBlocked } from '../checks/assert-clear.ts';
import { findingsOf } from '../checks/checks.service.ts';
import { choiceOf } from '../catalogue/compile-lines.ts';
import { repoOf } from '../prescription-call.ts';
import { prescriptionModel } from '../prescription.model.ts';
import { type HeadRecord, PrescriptionRepo } from '../prescription.repo.ts';
import { compileFor } from './save-prescription.command.ts';
import type { LineStored } from '../tables/line.table.ts';
import type { PrescriptionDb, PrescriptionTable } from '../tables.ts';
import { assertMonthOpen, requireWritablePatient } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;

export const stateOf = (head: HeadRecord): RxState => ({ payStatus: head.pay_status, rxStatus: head.rx_status });
export const factsOf = (head: HeadRecord): RxFacts => ({
  lineCount: head.line_count,
  hasStockLines: head.has_stock_lines,
  rounds: head.rounds,
});

/** What an event says about a prescription after a move. */
export const changedEvent = (head: HeadRecord, state: { payStatus: PayStatus; rxStatus: RxStatus }): PrescriptionChanged => ({
  dpId: head.id,
  dpNumber: head.dp_number,
  orgId: head.org_id,
  patientId: head.patient_id,
  payStatus: state.payStatus,
  rxStatus: state.rxStatus,
  totalPrice: moneyFromText(head.total_price),
  version: head.version + 1,
});

/** Stores a move that the rules allowed. */
export async function storeMove(ctx: ServerContext<PrescriptionDb>, head: HeadRecord, state: RxState, more: Partial<PrescriptionTable> = {}): Promise<void> {
  await new PrescriptionRepo(ctx.lateDb).change(head.id, { pay_status: state.payStatus, rx_status: state.rxStatus, ...more }, ctx.clock.now());
}

async function move(ctx: Ctx, head: HeadRecord, state: RxState, event: EventToken<PrescriptionChanged>, more: Partial<PrescriptionTable> = {}): Promise<void> {
  await storeMove(ctx, head, state, more);
  ctx.audit({ subject: 'prescription', subjectId: head.id, patientId: head.patient_id, before: stateOf(head), after: state });
  ctx.publish(event, changedEvent(head, state));
}

const refuse = (key: string, params: Record<string, string | number> = {}, index?: number): never => {
  throw new AppError(`prescription.${key}`, {
    code: EnvelopeCode.Refused,
    params,
    fields: index === undefined ? [] : [{ path: `prescriptionDetailList.${index}`, msg: '' }],
  });
};

/** What is signed is sold at the price that was shown. */
async function assertPrices(ctx: Ctx, head: HeadRecord, patient: PatientFile, lines: readonly LineStored[]): Promise<void> {
  const now = await compileFor(ctx, patient, { reimWay: head.reim_way, dpDate: head.dp_date.getTime() }, lines.map(choiceOf));
  for (const [index, line] of lines.entries()) {
    const fresh = now.lines[index];
    if (fresh?.price !== line.price || fresh.subTotal !== line.subTotal) refuse('price-changed', { name: line.drugName, line: index + 1 }, index);
  }
}

const monthOf = (head: HeadRecord) => ({ orgId: head.org_id, patientId: head.patient_id, dpDate: head.dp_date });

/**
 * Signs a prescription: 0→1, and into the charging queue 9→0. What the checks find must be mended or, where a reason is enough, answered
 * by `overrides`.
 */
export async function confirmPrescription(ctx: Ctx, dpId: string, version: number, overrides: readonly OverrideInput[]): Promise<void> {
  const repo = repoOf(ctx);
  const head = await repo.lock(dpId, ctx.user.orgIds, version);
  const state = confirmed(stateOf(head), factsOf(head));
  const patient = await requireWritablePatient(ctx, head.patient_id, 'recorded');
  await assertMonthOpen(ctx, monthOf(head));
  if (head.diagnosis.length === 0) refuse('no-diagnosis');
  const findings = await findingsOf(ctx, head, { withStock: true, rights: dataRights(ctx, prescriptionModel.menu) });
  refuseBlocked(findings);
  await assertPrices(ctx, head, patient, await repo.details([dpId]));
  await answerFindings(ctx, head, findings, overrides, { stage: 'confirm', userId: ctx.user.userId, userName: ctx.user.userName });
  await move(ctx, head, state, prescriptionConfirmed, { confirmed_at: ctx.clock.now(), refuse_reason: '' });
}

/** Takes a confirmed prescription back while nobody has charged or picked it. */
export async function unconfirmPrescription(ctx: Ctx, dpId: string, version: number): Promise<void> {
  const head = await repoOf(ctx).lock(dpId, ctx.user.orgIds, version);
  await assertMonthOpen(ctx, monthOf(head));
  await move(ctx, head, unconfirmed(stateOf(head), factsOf(head)), prescriptionUnconfirmed, { confirmed_at: null });
}

/** Voids an uncharged prescription; it stays in the data, out of every list. */
export async function removePrescription(ctx: Ctx, dpId: string, version: number | undefined): Promise<void> {
  const head = await repoOf(ctx).lock(dpId, ctx.user.orgIds, version);
  await assertMonthOpen(ctx, monthOf(head));
  await move(ctx, head, voided(stateOf(head), factsOf(head)), prescriptionRemoved);
}
