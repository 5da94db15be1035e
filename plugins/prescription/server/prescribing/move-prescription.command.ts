import { AppError, EnvelopeCode, type EventToken } from '@nephra/plugin-sdk/contract';
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
import { choiceOf } from '../lines/compile-lines.ts';
import { repoOf } from '../prescription-call.ts';
import { prescriptionModel } from '../prescription.model.ts';
import { PrescriptionRepo } from '../prescription.repo.ts';
import { compileFor } from './save-prescription.command.ts';
import type { LineStored } from '../tables/line.table.ts';
import type { PrescriptionStored } from '../tables/prescription.table.ts';
import type { PrescriptionDb } from '../tables.ts';
import { assertMonthOpen, requireWritablePatient } from '../write-guard.ts';

type Ctx = RequestContext<PrescriptionDb>;

export const stateOf = (head: PrescriptionStored): RxState => ({ payStatus: head.payStatus, rxStatus: head.rxStatus });
export const factsOf = (head: PrescriptionStored): RxFacts => ({
  lineCount: head.lineCount,
  hasStockLines: head.hasStockLines,
  rounds: head.rounds,
});

/** What an event says about a prescription after a move. */
export const changedEvent = (head: PrescriptionStored, state: { payStatus: PayStatus; rxStatus: RxStatus }): PrescriptionChanged => ({
  dpId: head.id,
  dpNumber: head.dpNumber,
  orgId: head.orgId,
  patientId: head.patientId,
  payStatus: state.payStatus,
  rxStatus: state.rxStatus,
  totalPrice: head.totalPrice,
  version: head.version + 1,
});

/** Stores a move that the rules allowed. */
export async function storeMove(
  ctx: ServerContext<PrescriptionDb>,
  head: PrescriptionStored,
  state: RxState,
  more: Partial<PrescriptionStored> = {},
): Promise<void> {
  await new PrescriptionRepo(ctx.lateDb).change(head.id, { ...state, ...more }, ctx.clock.now());
}

async function move(
  ctx: Ctx,
  head: PrescriptionStored,
  state: RxState,
  event: EventToken<PrescriptionChanged>,
  more: Partial<PrescriptionStored> = {},
): Promise<void> {
  await storeMove(ctx, head, state, more);
  ctx.audit({ subject: 'prescription', subjectId: head.id, patientId: head.patientId, before: stateOf(head), after: state });
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
async function assertPrices(ctx: Ctx, head: PrescriptionStored, patient: PatientFile, lines: readonly LineStored[]): Promise<void> {
  const now = await compileFor(ctx, patient, { reimWay: head.reimWay, dpDate: head.dpDate.getTime() }, lines.map(choiceOf));
  for (const [index, line] of lines.entries()) {
    const fresh = now.lines[index];
    if (fresh?.price !== line.price || fresh.subTotal !== line.subTotal) refuse('price-changed', { name: line.drugName, line: index + 1 }, index);
  }
}

const monthOf = (head: PrescriptionStored) => ({ orgId: head.orgId, patientId: head.patientId, dpDate: head.dpDate });

/**
 * Signs a prescription: 0→1, and into the charging queue 9→0. What the checks find must be mended or, where a reason is enough, answered
 * by `overrides`.
 */
export async function confirmPrescription(ctx: Ctx, dpId: string, version: number, overrides: readonly OverrideInput[]): Promise<void> {
  const repo = repoOf(ctx);
  const head = await repo.lock(dpId, ctx.user.orgIds, version);
  const state = confirmed(stateOf(head), factsOf(head));
  const patient = await requireWritablePatient(ctx, head.patientId, 'recorded');
  await assertMonthOpen(ctx, monthOf(head));
  if (head.diagnosis.length === 0) refuse('no-diagnosis');
  const findings = await findingsOf(ctx, head, { withStock: true, rights: dataRights(ctx, prescriptionModel.menu) });
  refuseBlocked(findings);
  await assertPrices(ctx, head, patient, await repo.details([dpId]));
  await answerFindings(ctx, head, findings, overrides, { stage: 'confirm', userId: ctx.user.userId, userName: ctx.user.userName });
  await move(ctx, head, state, prescriptionConfirmed, { confirmedAt: ctx.clock.now(), refuseReason: '' });
}

/** Takes a confirmed prescription back while nobody has charged or picked it. */
export async function unconfirmPrescription(ctx: Ctx, dpId: string, version: number): Promise<void> {
  const head = await repoOf(ctx).lock(dpId, ctx.user.orgIds, version);
  await assertMonthOpen(ctx, monthOf(head));
  await move(ctx, head, unconfirmed(stateOf(head), factsOf(head)), prescriptionUnconfirmed, { confirmedAt: null });
}

/** Voids an uncharged prescription; it stays in the data, out of every list. */
export async function removePrescription(ctx: Ctx, dpId: string, version: number | undefined): Promise<void> {
  const head = await repoOf(ctx).lock(dpId, ctx.user.orgIds, version);
  await assertMonthOpen(ctx, monthOf(head));
  await move(ctx, head, voided(stateOf(head), factsOf(head)), prescriptionRemoved);
}
