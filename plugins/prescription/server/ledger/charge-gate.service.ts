import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { ChargeGate } from '../../contract/ledger/charge-gate.service.ts';
import { awaitsReview } from '../../domain/charge-gate.ts';
import type { PrescriptionDb } from '../tables.ts';

/** What stands between a prescription and the desk (`prescription.charge-gate@1`). */
export function chargeGateOf(ctx: Pick<ServerContext<PrescriptionDb>, 'settings'>): ChargeGate {
  const reviewFirst = (): boolean => ctx.settings.reviewBeforeCharge === true;
  return { reviewFirst, barOf: (head) => (reviewFirst() && awaitsReview(head) ? 'not-reviewed' : '') };
}
