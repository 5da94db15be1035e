import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dialysisPlanWriter } from '../../../patient/contract/index.ts';
import type { FileBody } from '../../contract/file.schema.ts';
import { lockFile, requirePatient } from '../reading/visible-file.ts';
import { type FileStored, fileTable } from '../tables/file.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { followPlans } from './follow-plan.ts';
import { noteChange, refuseAt, requireDay, tellPlanning } from './written.ts';

function contentOf(ctx: Ctx, body: FileBody) {
  const today = ctx.clock.today();
  requireDay('firstDialysisOn', body.firstDialysisOn, today);
  requireDay('firstHereOn', body.firstHereOn, today);
  if (body.firstDialysisOn !== null && body.firstHereOn !== null && body.firstHereOn < body.firstDialysisOn) refuseAt('firstHereOn', 'here-before-first');
  const { firstDialysisOn, firstHereOn, cause, residualUrine, comorbidities, bloodGroup, heightCm, nurseId, doctorId, transient } = body;
  return {
    ...{ firstDialysisOn, firstHereOn, cause, residualUrine, comorbidities, bloodGroup, heightCm, nurseId, doctorId, transient },
    causeNote: body.causeNote.trim(),
    dialyserAllergies: [...new Set(body.dialyserAllergies.map((one) => one.trim()).filter((one) => one !== ''))],
    note: body.note.trim(),
  };
}

/** Opens the dialysis file of a patient. @throws AppError `dialysis-file.not-dialysis`, `dialysis-file.exists`, `dialysis-file.merged` */
export async function openFile(ctx: Ctx, { patientId, ...body }: FileBody & { readonly patientId: string }): Promise<{ id: string }> {
  const patient = await requirePatient(ctx, patientId);
  if (patient.mergedInto !== null) throw new AppError('dialysis-file.merged', { code: EnvelopeCode.Conflict, params: { name: patient.patientName } });
  if (patient.patientType !== 'dialysis')
    throw new AppError('dialysis-file.not-dialysis', { code: EnvelopeCode.Conflict, params: { name: patient.patientName } });
  const content = contentOf(ctx, body);
  // Whoever opens the file of a patient, or changes his plan, waits for the other.
  await ctx.service(dialysisPlanWriter).lock(patientId, [patient.orgId as Ctx['user']['orgId']]);
  if (await fileTable.find(ctx, patientId)) throw new AppError('dialysis-file.exists', { code: EnvelopeCode.Conflict, params: { name: patient.patientName } });
  const orgId = patient.orgId as Ctx['user']['orgId'];
  await fileTable.insert(ctx, {
    ...{ id: patientId, orgId, ...content, zoneOverride: null, zoneReason: '', zoneByName: '', zoneAt: null, outcome: null, outcomeOn: null, changes: 0 },
  });
  await noteChange(ctx, { id: patientId, orgId }, { act: 'opened', after: content });
  tellPlanning(ctx, { id: patientId, orgId }, ctx.clock.today());
  ctx.message('opened', { name: patient.patientName });
  return { id: patientId };
}

/** Changes what a file says of the patient. */
export async function editFile(ctx: Ctx, patientId: string, { version, ...body }: FileBody & { readonly version: number }): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId, version);
  const before: FileStored = file;
  const after = await fileTable.update(ctx, file, contentOf(ctx, body));
  if (after.version === before.version) return { id: patientId };
  await noteChange(ctx, file, { act: 'edited', before: fileTable.facts(before), after: fileTable.facts(after) });
  await followPlans(ctx, [patientId], [file.orgId], ctx.user);
  if (before.transient !== after.transient || before.firstHereOn !== after.firstHereOn) tellPlanning(ctx, file, ctx.clock.today());
  return { id: patientId };
}
