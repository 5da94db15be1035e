import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { Prescription } from '../contract/index.ts';
import { presentWhole } from './prescription.present.ts';
import { PrescriptionRepo } from './prescription.repo.ts';
import type { PrescriptionDb } from './tables.ts';

/** One prescription as the wire carries it. @throws AppError `prescription.not-found`, also for another facility's. */
export async function wholePrescription(ctx: RequestContext<PrescriptionDb>, dpId: string): Promise<Prescription> {
  const repo = new PrescriptionRepo(ctx.db);
  const head = await repo.find(dpId, ctx.user.orgIds);
  const found = head && (await presentWhole(ctx, [head], await repo.details([dpId])))[0];
  if (!found) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  return found;
}
