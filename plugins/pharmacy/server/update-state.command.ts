import { AppError, EnvelopeCode, quantityFromWire } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import { type LedgerPrescription, prescriptionLedger, type RxStatus } from '../../prescription/contract/index.ts';
import type { DispensingInfo, UpdateStateBody } from '../contract/index.ts';
import { assertAction, checkedReason, type DispensingAction, targetStatus } from '../domain/dispensing-state.ts';
import { insertSteps, type NewStep, stepsOf } from './allocation.repo.ts';
import { dispensingInfo } from './dispensing-info.query.ts';
import { dispenseStock, type Mover, pickStock, planReturnOf, returnStock, stockLines, unpickStock } from './move-stock.command.ts';
import type { PharmacyTables } from './pharmacy-tables.ts';

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

/** With the setting on, whoever picked may not hand out. @throws AppError `pharmacy.second-person`. */
async function assertSecondPerson(ctx: Ctx, prescription: LedgerPrescription): Promise<void> {
  if (ctx.settings.secondPersonDispenses !== true) return;
  const picked = (await stepsOf(ctx.db, prescription.dpId, ctx.user.orgIds)).filter((step) => step.action === 'pick').at(-1);
  if (picked?.operatorId === ctx.user.userId) throw new AppError('pharmacy.second-person');
}

/**
 * PUT Actions/UpdateState. The prescription's row is moved (and thereby locked) first, then the lots in the order of their ids:
 * everybody takes locks in this order, and whoever comes second finds the state changed.
 */
export async function updateState(ctx: Ctx, body: UpdateStateBody): Promise<DispensingInfo> {
  const { action } = body;
  if (!ctx.can(`his.pharmacy:${BUTTON[action]}`)) throw new AppError('pharmacy.forbidden', { code: EnvelopeCode.Forbidden });
  const ledger = ctx.service(prescriptionLedger);
  const prescription = await ledger.get(body.dpId, ctx.user.orgIds);
  if (!prescription) throw new AppError('pharmacy.not-found', { code: EnvelopeCode.NotFound });
  const { dpNumber } = prescription;
  if (prescription.version !== body.version) throw new AppError('pharmacy.stale', { code: EnvelopeCode.Conflict, params: { dpNumber } });
  assertAction(action, prescription);
  const reason = checkedReason(action, body.reason);
  if (action === 'dispense') await assertSecondPerson(ctx, prescription);

  const mover: Mover = {
    userId: ctx.user.userId,
    userName: ctx.user.userName,
    at: ctx.clock.now(),
    today: ctx.clock.today(),
  };
  const requests = (body.returns ?? []).map((one) => ({
    allocationId: one.allocationId,
    quantity: quantityFromWire(one.quantity),
    returned: quantityFromWire(one.returned),
  }));
  const plan = action === 'return' ? await planReturnOf(ctx, prescription, requests) : { returns: [], somethingStillOut: false };

  const rxStatus = targetStatus(action, plan.somethingStillOut);
  // A second part of a return leaves the state where it is; there is no move from 6 to 6.
  if (rxStatus !== prescription.rxStatus) {
    const by = { userId: ctx.user.userId, userName: ctx.user.userName, orgIds: ctx.user.orgIds };
    await ledger.setRxStatus({ dpId: prescription.dpId, version: prescription.version, by, to: rxStatus as RxStatus, reason: reason || undefined });
  }
  if (action === 'pick') await pickStock(ctx, prescription, mover);
  if (action === 'unpick') await unpickStock(ctx, prescription);
  if (action === 'dispense') await dispenseStock(ctx, prescription, mover);
  if (action === 'return') await returnStock(ctx, prescription, mover, plan.returns);
  const step: NewStep = {
    id: ctx.newId(),
    orgId: prescription.orgId,
    dpId: prescription.dpId,
    rxStatus,
    action,
    reason,
    operatorId: ctx.user.userId,
    operatorName: ctx.user.userName,
    at: mover.at,
  };
  await insertSteps(ctx.db, [step]);
  ctx.audit({
    subject: 'pharmacy.prescription',
    subjectId: prescription.dpId,
    patientId: prescription.patientId,
    before: { rxStatus: prescription.rxStatus },
    after: { rxStatus, action, reason, lines: stockLines(prescription).length, returns: body.returns ?? [] },
  });
  ctx.message(action, { dpNumber, name: prescription.patientName });
  return await dispensingInfo(ctx, prescription.dpId);
}
