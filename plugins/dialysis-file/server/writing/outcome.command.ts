import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { OutcomeView } from '../../contract/file.schema.ts';
import { dialysisPlanWriter } from '../../../patient/contract/index.ts';
import { lockFile, requirePatient } from '../reading/visible-file.ts';
import type { StoredOutcome } from '../tables/file.table.ts';
import { patternTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { followPlans } from './follow-plan.ts';
import { keepInfection } from './keep-infection.ts';
import { noteChange, raiseVersion, refuseAt, requireActive, requireDay, tellPlanning } from './written.ts';

const ofPatient = (ctx: Ctx, patientId: string) =>
  patternTable.everywhere(ctx, 'patterns of the file that was just locked', 'row').where('row.patientId', '=', patientId);

/** Records how it ended: patterns end on that day, those that were to begin later are cancelled. */
export async function endFile(
  ctx: Ctx,
  patientId: string,
  { version, kind, on, cause, note }: Pick<OutcomeView, 'kind' | 'on' | 'cause' | 'note'> & { readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId, version);
  requireActive(ctx, file);
  requireDay('on', on, ctx.clock.today());
  if (kind !== 'died' && cause !== '') refuseAt('cause', 'cause-alive');
  const closed: StoredOutcome['closed'][number][] = [];
  for (const pattern of await ofPatient(ctx, patientId).where('row.cancelled', '=', false).execute()) {
    if (pattern.toDay !== null && pattern.toDay <= on) continue;
    closed.push({ patternId: pattern.id, to: pattern.toDay, cancelled: false });
    await patternTable.update(ctx, pattern, pattern.fromDay > on ? { cancelled: true } : { toDay: on });
  }
  const { userName: byName } = ctx.user;
  const bed = (await requirePatient(ctx, patientId)).dialysis?.bed ?? '';
  const outcome: StoredOutcome = { kind, on, cause, note: note.trim(), byName, at: ctx.clock.now().getTime(), bed, closed };
  await raiseVersion(ctx, file, { outcome, outcomeOn: on });
  await noteChange(ctx, file, { act: 'ended', params: { kind, on }, reason: note, after: { kind, on, cause } });
  await followPlans(ctx, [patientId], [file.orgId], ctx.user);
  tellPlanning(ctx, file, on);
  return { id: patientId };
}

/** Takes an outcome back; patterns that it ended are as they were. @throws AppError `dialysis-file.not-ended` */
export async function undoEnd(
  ctx: Ctx,
  patientId: string,
  { reason, version }: { readonly reason: string; readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId, version);
  const { outcome } = file;
  if (outcome === null) throw new AppError('dialysis-file.not-ended', { code: EnvelopeCode.Conflict });
  const before = new Map(outcome.closed.map((one) => [one.patternId, one]));
  for (const pattern of await ofPatient(ctx, patientId).execute()) {
    const was = before.get(pattern.id);
    if (was) await patternTable.update(ctx, pattern, { toDay: was.to, cancelled: was.cancelled });
  }
  await raiseVersion(ctx, file, { outcome: null, outcomeOn: null });
  await noteChange(ctx, file, { act: 'end-undone', params: { kind: outcome.kind, on: outcome.on }, reason, before: outcome });
  if (outcome.bed !== '') await ctx.service(dialysisPlanWriter).write({ patientId, orgId: file.orgId, plan: { bed: outcome.bed }, by: ctx.user });
  await followPlans(ctx, [patientId], [file.orgId], ctx.user);
  await keepInfection(ctx, patientId, file.orgId, ctx.user);
  tellPlanning(ctx, file, outcome.on);
  return { id: patientId };
}
