import { AppError, EnvelopeCode, quantityFromWire } from '@nephra/plugin-sdk/contract';
import { dataRights, type RequestContext, type RouteInput } from '@nephra/plugin-sdk/server';
import { patientDirectory } from '../../../patient/contract/index.ts';
import { type LedgerPrescription, prescriptionLedger, type RxStatus } from '../../../prescription/contract/index.ts';
import type { dispensingContract, DispensingInfo, UpdateStateBody } from '../../contract/index.ts';
import { assertAction, checkedReason, type DispensingAction, RxStep, targetStatus } from '../../domain/dispensing/dispensing-state.ts';
import { assertReviewed } from '../../domain/dispensing/review-checks.ts';
import { allocationsOf } from '../stock/allocation.repo.ts';
import { ownPickOf } from './second-person.ts';
import { countAct, lockDispensing } from './dispensing.repo.ts';
import { dispensingInfo } from './dispensing-info.query.ts';
import { stepTable } from './step.table.ts';
import { lotQueue } from '../stock/stock.repo.ts';
import {
  dispenseStock,
  goodsFacts,
  type Mover,
  pickStock,
  planDispense,
  planReturnOf,
  returnStock,
  stockLines,
  unpickStock,
} from '../stock/move-stock.command.ts';
import { withoutPaidBack } from './paid-back.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { queueRights } from '../queue-row-filter.ts';
import { assertSafe } from './safety-checks.ts';

type Ctx = RequestContext<PharmacyTables>;

/** Button that each act needs. */
const BUTTON: Readonly<Record<DispensingAction, string>> = {
  review: 'btn_review',
  refuse: 'btn_review',
  pick: 'btn_pick',
  unpick: 'btn_pick',
  dispense: 'btn_dispense',
  return: 'btn_return',
};

/**
 * Whoever took goods from the shelf does not hand them out: controlled drugs unless told otherwise, everything or nothing by the setting.
 * @param out shares that leave now
 * @throws AppError `pharmacy.second-person` naming who picked, the caller himself
 */
async function assertSecondPerson(ctx: Ctx, prescription: LedgerPrescription, out: readonly { readonly allocationId: string }[]): Promise<void> {
  const leaving = new Set(out.map((one) => one.allocationId));
  const own = await ownPickOf(ctx, prescription, (share) => leaving.has(share.allocationId));
  if (own) throw new AppError('pharmacy.second-person', { params: { name: own.pickedByName } });
}

/**
 * Looks at the patient's file once more before drugs are approved, picked or handed out: it may have been merged into another. Putting back
 * and taking back stay possible, so that nothing is stuck.
 * @throws AppError `pharmacy.patient-merged` naming the file that is left, `pharmacy.patient-merged-unnamed` to whom that file is hidden
 */
async function assertPatient(ctx: Ctx, prescription: LedgerPrescription): Promise<void> {
  const directory = ctx.service(patientDirectory);
  const patient = await directory.get(prescription.patientId, ctx.user.orgIds);
  if (!patient?.mergedInto) return;
  const left = await directory.get(patient.mergedInto, ctx.user.orgIds, dataRights(ctx, 'his.patient'));
  const params = { name: patient.patientName, ...(left ? { left: `${left.patientName} ${left.outpatientCode}` } : {}) };
  throw new AppError(left ? 'pharmacy.patient-merged' : 'pharmacy.patient-merged-unnamed', { params });
}

/** An act waits for those on the same prescription, and behind them for those who move stock when it does so itself. */
export const updateStateQueues = (ctx: Ctx, { body }: Pick<RouteInput<typeof dispensingContract.routes.updateState>, 'body'>): string[] => [
  `dispensing ${body.dpId}`,
  ...(body.action === 'review' || body.action === 'refuse' ? [] : lotQueue(ctx)),
];

/**
 * PUT Actions/UpdateState. The pharmacy's own row of the prescription is locked first, then the prescription's, then the lots in the
 * order of their ids: everybody takes locks in this order, and whoever comes second finds the state changed.
 */
export async function updateState(ctx: Ctx, body: UpdateStateBody): Promise<DispensingInfo> {
  const { action } = body;
  if (!ctx.can(`his.pharmacy:${BUTTON[action]}`)) throw new AppError('pharmacy.forbidden', { code: EnvelopeCode.Forbidden });
  const ledger = ctx.service(prescriptionLedger);
  const acts = await lockDispensing(ctx.db, body.dpId);
  const found = await ledger.get(body.dpId, ctx.user.orgIds, queueRights(ctx));
  if (!found) throw new AppError('pharmacy.not-found', { code: EnvelopeCode.NotFound });
  const prescription = await withoutPaidBack(ctx, found);
  const { dpNumber } = prescription;
  if (prescription.version + acts !== body.version) throw new AppError('pharmacy.stale', { code: EnvelopeCode.Conflict, params: { dpNumber } });
  assertAction(action, prescription);
  const reason = checkedReason(action, body.reason);
  const checks = action === 'review' ? assertReviewed(body.checks) : [];
  if (action === 'review' || action === 'pick' || action === 'dispense') await assertPatient(ctx, prescription);
  if (action === 'review' || action === 'dispense') await assertSafe(ctx, prescription, body.overrides ?? []);

  const mover: Mover = { userId: ctx.user.userId, userName: ctx.user.userName, at: ctx.clock.now(), today: ctx.clock.today() };
  const { rxStatus, partial } = await carryOut(ctx, prescription, mover, body, reason);
  await stepTable.insertAll(ctx, [
    {
      id: ctx.newId(),
      orgId: prescription.orgId,
      dpId: prescription.dpId,
      rxStatus,
      action,
      reason,
      checks,
      partial,
      operatorId: ctx.user.userId,
      operatorName: ctx.user.userName,
      actedAt: mover.at,
    },
  ]);
  ctx.audit({
    subject: 'pharmacy.prescription',
    subjectId: prescription.dpId,
    patientId: prescription.patientId,
    before: { rxStatus: prescription.rxStatus },
    after: {
      rxStatus,
      action,
      reason,
      partial,
      lines: stockLines(prescription).length,
      ...(checks.length > 0 ? { checks } : {}),
      ...(body.overrides?.length ? { overrides: body.overrides } : {}),
      ...(body.parts ? { parts: body.parts } : {}),
      ...(body.traces ? { traces: body.traces } : {}),
      returns: body.returns ?? [],
    },
  });
  ctx.message(partial && (action === 'dispense' || action === 'pick') ? `${action}-part` : action, { dpNumber, name: prescription.patientName });
  return await dispensingInfo(ctx, prescription.dpId, 'written');
}

/** Moves the prescription's state where the act leads, and then the goods. */
async function carryOut(
  ctx: Ctx,
  prescription: LedgerPrescription,
  mover: Mover,
  body: UpdateStateBody,
  reason: string,
): Promise<{ rxStatus: number; partial: boolean }> {
  const { action } = body;
  const move = async (rest: boolean): Promise<number> => {
    const rxStatus = targetStatus(action, prescription.rxStatus, rest);
    if (rxStatus === prescription.rxStatus) {
      await countAct(ctx.db, prescription.dpId);
      return rxStatus;
    }
    const by = { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds };
    const { dpId, version } = prescription;
    await ctx.service(prescriptionLedger).setRxStatus({ dpId, version, by, to: rxStatus as RxStatus, reason: reason || undefined });
    return rxStatus;
  };
  if (action === 'dispense') {
    const parts = body.parts?.map((part) => ({ detailId: part.detailId, quantity: quantityFromWire(part.quantity) }));
    const plan = await planDispense(ctx, prescription, { parts, traces: body.traces ?? [] });
    await assertSecondPerson(ctx, prescription, plan.out);
    const rxStatus = await move(plan.rest);
    await dispenseStock(ctx, prescription, mover, plan);
    return { rxStatus, partial: plan.rest };
  }
  if (action === 'return') {
    const requests = (body.returns ?? []).map((one) => ({
      allocationId: one.allocationId,
      quantity: quantityFromWire(one.quantity),
      returned: quantityFromWire(one.returned),
      codes: one.codes ?? [],
    }));
    const plan = await planReturnOf(ctx, prescription, requests, mover.today, body.intact === true);
    const rxStatus = await move(plan.somethingStillOut);
    // After a return nothing more is handed out, so what still stands ready goes back to the shelf.
    await unpickStock(ctx, prescription);
    await returnStock(ctx, prescription, mover, plan);
    return { rxStatus, partial: plan.somethingStillOut };
  }
  if (action === 'pick' || action === 'unpick') {
    const facts = goodsFacts(stockLines(prescription), await allocationsOf(ctx, prescription.dpId), mover.today);
    if (action === 'pick' && !facts.missing && prescription.rxStatus !== RxStep.Reviewed) {
      throw new AppError('pharmacy.nothing-to-pick', { code: EnvelopeCode.Conflict });
    }
    const rxStatus = await move(false);
    if (action === 'pick') return { rxStatus, partial: (await pickStock(ctx, prescription, mover, body.partial === true)).rest };
    await unpickStock(ctx, prescription);
    return { rxStatus, partial: false };
  }
  return { rxStatus: await move(false), partial: false };
}
