import type { OrgId } from '@nephra/plugin-sdk/contract';
import { addDays, dialysisDirectory, dialysisRound, dialysisTreatments, type HeldTreatment } from '../../../dialysis-file/contract/index.ts';
import { patientDirectory } from '../../../patient/contract/index.ts';
import type { RoundPatient } from '../../contract/round.schema.ts';
import type { Ctx } from '../tables/tables.ts';
import { lastLabsOfPerson } from './labs.query.ts';
import { limitsOf } from './limits.ts';
import { notesOf } from './notes.query.ts';
import { requirePatient } from './visible.ts';
import { waitingItems } from './waiting.query.ts';

/** Treatments that are listed beside the plan, and how far back they are looked for. */
const LAST_TREATMENTS = 10;
const DAYS_BACK = 60;

/** Treatments of a person under all files that were merged into one, in order of days. */
export async function heldOf(ctx: Ctx, ids: readonly string[], orgIds: readonly OrgId[], from: string, to: string): Promise<readonly HeldTreatment[]> {
  const service = ctx.optionalService(dialysisTreatments);
  if (!service) return [];
  const found: HeldTreatment[] = [];
  const seen = new Set<string>();
  for (const id of ids) {
    for (const treatment of await service.held(id, orgIds, from, to)) {
      if (seen.has(treatment.sessionId)) continue;
      seen.add(treatment.sessionId);
      found.push(treatment);
    }
  }
  return ids.length < 2 ? found : found.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
}

/** Somebody on the round. @throws AppError `dialysis-round.not-found` */
export async function roundPatientOf(ctx: Ctx, patientId: string): Promise<RoundPatient> {
  const patient = await requirePatient(ctx, patientId);
  const orgIds = [patient.orgId as OrgId];
  const today = ctx.clock.today();
  const ids = await ctx.service(patientDirectory).idsOfPerson(patientId, ctx.user.orgIds);
  const { accessEventDays } = await limitsOf(ctx, patient.orgId as OrgId);
  const facts = (await ctx.service(dialysisRound).facts([patientId], orgIds, today, accessEventDays)).get(patientId) ?? null;
  const { dryWeightStepPercent } = await ctx.service(dialysisDirectory).someLimits(patient.orgId as OrgId, ['dryWeightStepPercent']);
  const held = await heldOf(ctx, ids, orgIds, addDays(today, -DAYS_BACK), today);
  return {
    ...{ patientId, patientName: patient.patientName, sex: patient.patientSex, age: patient.patientAge, code: patient.outpatientCode },
    ...{ allergies: [...(patient.allergies ?? [])].map(String), today, facts, dryWeightStepPercent },
    treatments: held.slice(-LAST_TREATMENTS).reverse(),
    notes: await notesOf(ctx, ids),
    waiting: await waitingItems(ctx, patientId),
    labs: [...(await lastLabsOfPerson(ctx, patientId, ids, today))],
  };
}
