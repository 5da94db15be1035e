import { type RequestContext, visibleRows } from '@nephra/plugin-sdk/server';
import { prescriptionModel } from './prescription.model.ts';
import { PrescriptionRepo } from './prescription.repo.ts';
import type { PrescriptionDb } from './tables.ts';

/** Prescriptions that the caller may see; all others do not exist for it. */
export const repoOf = (ctx: RequestContext<PrescriptionDb>): PrescriptionRepo =>
  new PrescriptionRepo(ctx.db, (alias) => visibleRows(ctx, prescriptionModel, { alias }));
