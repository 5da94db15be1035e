import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assertVersion } from '@nephra/plugin-sdk/server';
import type { PrescriptionContent } from '../../contract/parts.schema.ts';
import { prescriptionFault } from '../../domain/prescription-check.ts';
import { lockFile } from '../reading/visible-file.ts';
import { type PrescriptionStored, prescriptionTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { followPlans } from './follow-plan.ts';
import { noteChange, raiseVersion, refuseAt, requireActive, tellPlanning, writer } from './written.ts';

const ofPatient = (ctx: Ctx, patientId: string) =>
  prescriptionTable.everywhere(ctx, 'prescriptions of the file that was just locked', 'row').where('row.patientId', '=', patientId);

const standing = (ctx: Ctx, patientId: string, state: PrescriptionStored['state']): Promise<PrescriptionStored | undefined> =>
  ofPatient(ctx, patientId).where('row.state', '=', state).executeTakeFirst();

/** Proposes a prescription; the proposal before it is dropped. @returns its id */
export async function propose(
  ctx: Ctx,
  patientId: string,
  { version, ...content }: PrescriptionContent & { readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId, version);
  requireActive(ctx, file);
  const fault = prescriptionFault(content);
  if (fault) refuseAt(fault.field, fault.key, fault.key === 'rx-range' ? { min: fault.min, max: fault.max, field: ctx.text(`rx.${fault.field}`) } : {});
  const draft = await standing(ctx, patientId, 'draft');
  if (draft) await prescriptionTable.update(ctx, draft, { state: 'dropped', replacedAt: ctx.clock.now() });
  const last = await ofPatient(ctx, patientId).orderBy('row.versionNo', 'desc').executeTakeFirst();
  const versionNo = (last?.versionNo ?? 0) + 1;
  const row = await prescriptionTable.insert(ctx, {
    ...writer(ctx, file),
    ...{ versionNo, state: 'draft', content, signedById: '', signedByName: '', signedAt: null, replacedAt: null },
  });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'proposed', params: { no: versionNo, mode: content.mode }, after: content });
  return { id: row.id };
}

async function requireDraft(ctx: Ctx, patientId: string, id: string): Promise<PrescriptionStored> {
  const draft = await standing(ctx, patientId, 'draft');
  if (draft?.id !== id) throw new AppError('dialysis-file.no-draft', { code: EnvelopeCode.Conflict });
  return draft;
}

/** Signs a proposal, which replaces what was in force. Whoever signs has the right to; the proposal is the one that was read. */
export async function sign(ctx: Ctx, patientId: string, id: string, version: number): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  requireActive(ctx, file);
  const draft = await requireDraft(ctx, patientId, id);
  assertVersion(draft.version, version, 'dialysis-file.stale');
  const now = ctx.clock.now();
  const old = await standing(ctx, patientId, 'signed');
  if (old) await prescriptionTable.update(ctx, old, { state: 'replaced', replacedAt: now });
  await prescriptionTable.update(ctx, draft, { state: 'signed', signedById: ctx.user.userId as string, signedByName: ctx.user.userName, signedAt: now });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'signed', params: { no: draft.versionNo, mode: draft.content.mode }, before: old?.content, after: draft.content });
  await followPlans(ctx, [patientId], [file.orgId], ctx.user);
  tellPlanning(ctx, file, ctx.clock.today());
  ctx.message('signed', { no: draft.versionNo });
  return { id };
}

/** Takes a proposal back; one that is gone already stays gone. */
export async function dropDraft(ctx: Ctx, patientId: string, id: string): Promise<void> {
  const file = await lockFile(ctx, patientId);
  const row = await ofPatient(ctx, patientId).where('row.id', '=', id).executeTakeFirst();
  if (row?.state === 'dropped') return;
  const draft = await requireDraft(ctx, patientId, id);
  await prescriptionTable.update(ctx, draft, { state: 'dropped', replacedAt: ctx.clock.now() });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'dropped', params: { no: draft.versionNo } });
}
