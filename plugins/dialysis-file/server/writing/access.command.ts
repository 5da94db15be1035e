import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { assertVersion } from '@nephra/plugin-sdk/server';
import type { AccessBody, AccessEventKind } from '../../contract/parts.schema.ts';
import { movesFrom, tidyAccess } from '../../domain/access-life.ts';
import { lockFile, partNotFound } from '../reading/visible-file.ts';
import type { FileStored } from '../tables/file.table.ts';
import { type AccessStored, accessEventTable, accessTable } from '../tables/part.tables.ts';
import type { Ctx } from '../tables/tables.ts';
import { followPlans } from './follow-plan.ts';
import { noteChange, raiseVersion, refuseAt, requireDay, writer } from './written.ts';

const ml = (value: number | null): string | null => value?.toFixed(1) ?? null;

function contentOf(ctx: Ctx, body: AccessBody) {
  const today = ctx.clock.today();
  requireDay('madeOn', body.madeOn, today);
  requireDay('firstUsedOn', body.firstUsedOn, today);
  if (body.madeOn !== null && body.firstUsedOn !== null && body.firstUsedOn < body.madeOn) refuseAt('firstUsedOn', 'used-before-made');
  const { kind, side, madeOn, firstUsedOn, needleGauge, punctureMethod, lockArterial, lockVenous } = tidyAccess(body);
  return {
    ...{ kind, side, madeOn, firstUsedOn, needleGauge, punctureMethod, lockArterial: ml(lockArterial), lockVenous: ml(lockVenous) },
    ...{ site: body.site.trim(), hospital: body.hospital.trim(), surgeon: body.surgeon.trim(), note: body.note.trim() },
  };
}

async function requireAccess(ctx: Ctx, file: FileStored, id: string): Promise<AccessStored> {
  const row = await accessTable.find(ctx, id);
  if (row?.patientId !== file.id) throw partNotFound();
  return row;
}

const changed = async (ctx: Ctx, file: FileStored): Promise<void> => {
  await raiseVersion(ctx, file);
  await followPlans(ctx, [file.id], [file.orgId], ctx.user);
};

export async function addAccess(
  ctx: Ctx,
  patientId: string,
  { state, ...body }: AccessBody & { readonly state: 'ripening' | 'in-use' },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const row = await accessTable.insert(ctx, { ...writer(ctx, file), ...contentOf(ctx, body), state, endOn: null, endReason: '' });
  await noteChange(ctx, file, { act: 'access', params: { kind: body.kind, side: body.side, site: body.site }, after: accessTable.facts(row) });
  await changed(ctx, file);
  return { id: row.id };
}

export async function editAccess(
  ctx: Ctx,
  patientId: string,
  id: string,
  { version, ...body }: AccessBody & { readonly version: number },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const row = await requireAccess(ctx, file, id);
  assertVersion(row.version, version, 'dialysis-file.stale');
  const after = await accessTable.update(ctx, row, contentOf(ctx, body));
  if (after.version === row.version) return { id };
  await noteChange(ctx, file, { act: 'access-edited', params: { kind: after.kind }, before: accessTable.facts(row), after: accessTable.facts(after) });
  await changed(ctx, file);
  return { id };
}

interface Move {
  readonly to: 'in-use' | 'failed' | 'removed';
  readonly on: string;
  readonly reason: string;
  readonly version: number;
}

/** @throws AppError `dialysis-file.access-state` where its life does not go that way, `dialysis-file.reason` where an end says none */
export async function moveAccess(ctx: Ctx, patientId: string, id: string, { to, on, reason, version }: Move): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const row = await requireAccess(ctx, file, id);
  assertVersion(row.version, version, 'dialysis-file.stale');
  requireDay('on', on, ctx.clock.today());
  if (!movesFrom(row.state).includes(to)) throw new AppError('dialysis-file.access-state', { code: EnvelopeCode.Conflict });
  if (to !== 'in-use' && reason.trim() === '') refuseAt('reason', 'reason');
  if (row.madeOn !== null && on < row.madeOn) refuseAt('on', 'used-before-made');
  const patch = to === 'in-use' ? { firstUsedOn: row.firstUsedOn ?? on, endOn: null, endReason: '' } : { endOn: on, endReason: reason.trim() };
  await accessTable.update(ctx, row, { state: to, ...patch });
  await noteChange(ctx, file, { act: `access-${to}`, params: { kind: row.kind, on }, reason, before: { state: row.state }, after: { state: to } });
  await changed(ctx, file);
  return { id };
}

export async function addEvent(
  ctx: Ctx,
  patientId: string,
  accessId: string,
  { kind, on, note }: { readonly kind: AccessEventKind; readonly on: string; readonly note: string },
): Promise<{ id: string }> {
  const file = await lockFile(ctx, patientId);
  const access = await requireAccess(ctx, file, accessId);
  requireDay('on', on, ctx.clock.today());
  const row = await accessEventTable.insert(ctx, { ...writer(ctx, file), accessId, kind, onDay: on, note: note.trim() });
  await raiseVersion(ctx, file);
  await noteChange(ctx, file, { act: 'access-event', params: { kind: access.kind, event: kind, on }, reason: note, after: { kind, on } });
  return { id: row.id };
}
