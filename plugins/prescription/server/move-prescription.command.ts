import { AppError, EnvelopeCode, type EventToken, moneyFromText } from '@nephra/plugin-sdk/contract';
import type { RequestContext, ServerContext } from '@nephra/plugin-sdk/server';
import {
  type PayStatus,
  type PrescriptionChanged,
  prescriptionConfirmed,
  prescriptionRemoved,
  prescriptionUnconfirmed,
  type RxStatus,
} from '../contract/index.ts';
import { allergyHits } from '../domain/safety.ts';
import { confirmed, type RxFacts, type RxState, unconfirmed, voided } from '../domain/states.ts';
import { CatalogueRepo } from './catalogue.repo.ts';
import { choiceOf } from './compile-lines.ts';
import { type HeadRecord, PrescriptionRepo } from './prescription.repo.ts';
import { compileFor, demandPatient } from './save-prescription.command.ts';
import type { DetailTable, PrescriptionDb, PrescriptionTable } from './tables.ts';

type Ctx = RequestContext<PrescriptionDb>;

export const stateOf = (head: HeadRecord): RxState => ({ payStatus: head.pay_status, rxStatus: head.rx_status });
export const factsOf = (head: HeadRecord): RxFacts => ({ lineCount: head.line_count, hasStockLines: head.has_stock_lines });

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
  await new PrescriptionRepo(ctx.db).change(head.id, { pay_status: state.payStatus, rx_status: state.rxStatus, ...more }, ctx.clock.now());
}

async function move(ctx: Ctx, head: HeadRecord, state: RxState, event: EventToken<PrescriptionChanged>, more: Partial<PrescriptionTable> = {}): Promise<void> {
  await storeMove(ctx, head, state, more);
  ctx.audit({ subject: 'prescription', subjectId: head.id, patientId: head.patient_id, before: stateOf(head), after: state });
  ctx.publish(event, changedEvent(head, state));
}

const refuse = (key: string, params: Record<string, string | number>, index?: number): never => {
  throw new AppError(`prescription.${key}`, {
    code: EnvelopeCode.Refused,
    params,
    fields: index === undefined ? [] : [{ path: `prescriptionDetailList.${index}`, msg: '' }],
  });
};

/** What is signed must be sold at the price that was shown, computable and safe for this patient. */
async function assertReady(ctx: Ctx, head: HeadRecord, lines: readonly DetailTable[]): Promise<void> {
  if (head.diagnosis.length === 0) refuse('no-diagnosis', {});
  const patient = await demandPatient(ctx, head.patient_id);
  const hit = allergyHits(
    lines.map((line) => ({ kind: line.kind, drugId: line.drug_id, drugName: line.drug_name })),
    patient.allergies,
  )[0];
  if (hit) refuse('allergy', { name: hit.drugName, allergy: hit.allergy, line: hit.index + 1 }, hit.index);

  const entries = await new CatalogueRepo(ctx).entries(
    head.org_id,
    lines.map((line) => line.drug_id),
  );
  const now = await compileFor(ctx, patient, { reimWay: head.reim_way, dpDate: head.dp_date.getTime() }, lines.map(choiceOf));
  for (const [index, line] of lines.entries()) {
    const params = { name: line.drug_name, line: index + 1 };
    if (!entries.get(line.drug_id)?.enabled) refuse('item-disabled', params, index);
    const fault = now.faults.find((entry) => entry.index === index);
    if (fault) refuse(`quantity-${fault.fault}`, params, index);
    if (Number(line.drug_num) === 0) refuse('quantity-zero', params, index);
    const fresh = now.lines[index];
    if (fresh?.price !== line.price || fresh.sub_total !== line.sub_total) refuse('price-changed', params, index);
  }
}

/** Signs a prescription: 0→1, and into the charging queue 9→0. */
export async function confirmPrescription(ctx: Ctx, dpId: string, version: number): Promise<void> {
  const repo = new PrescriptionRepo(ctx.db);
  const head = await repo.lock(dpId, ctx.user.orgIds, version);
  const state = confirmed(stateOf(head), factsOf(head));
  await assertReady(ctx, head, await repo.details([dpId]));
  await move(ctx, head, state, prescriptionConfirmed, { confirmed_at: ctx.clock.now(), refuse_reason: '' });
}

/** Takes a confirmed prescription back while nobody has charged or picked it. */
export async function unconfirmPrescription(ctx: Ctx, dpId: string, version: number): Promise<void> {
  const head = await new PrescriptionRepo(ctx.db).lock(dpId, ctx.user.orgIds, version);
  await move(ctx, head, unconfirmed(stateOf(head), factsOf(head)), prescriptionUnconfirmed, { confirmed_at: null });
}

/** Voids an uncharged prescription; it stays in the data, out of every list. */
export async function removePrescription(ctx: Ctx, dpId: string, version: number | undefined): Promise<void> {
  const head = await new PrescriptionRepo(ctx.db).lock(dpId, ctx.user.orgIds, version);
  await move(ctx, head, voided(stateOf(head), factsOf(head)), prescriptionRemoved);
}
