import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { RequestContext } from '@nephra/plugin-sdk/server';
import type { Prescription } from '../../contract/index.ts';
import { presentWhole } from './prescription.present.ts';
import { repoOf } from '../prescription-call.ts';
import { PrescriptionRepo } from '../prescription.repo.ts';
import type { PrescriptionDb } from '../tables.ts';

/**
 * One prescription as the wire carries it.
 * @param written the caller wrote it in this call and reads what became of it, even when its new state is hidden
 * @throws AppError `prescription.not-found`, also for one hidden from the caller
 */
export async function wholePrescription(ctx: RequestContext<PrescriptionDb>, dpId: string, written?: 'written'): Promise<Prescription> {
  const repo = written ? new PrescriptionRepo(ctx.db) : repoOf(ctx);
  const head = await repo.find(dpId, ctx.user.orgIds);
  const found = head && (await presentWhole(ctx, [head], await repo.details([dpId])))[0];
  if (!found) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
  return found;
}
