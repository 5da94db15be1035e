import { assertVersion, type ContentOf } from '@nephra/plugin-sdk/server';
import type { PositionCreate, PositionEdit } from '../../contract/index.ts';
import { nameComplaint } from '../../domain/organize-rules.ts';
import { assertMayGive, hasItself } from '../authority/giver.ts';
import { type OrgPlace, placeAsked } from '../org-place.ts';
import type { Saved } from '../organize/save-organize.command.ts';
import { assertAdministers, type Ctx, refusedAt } from '../permission-call.ts';
import { assertNobodyHolds } from './holders.query.ts';
import { type PositionStored, positionTable } from './position.table.ts';

function contentOf(body: PositionCreate, { orgId, departmentId }: OrgPlace, stored?: PositionStored): ContentOf<typeof positionTable> {
  const complaint = nameComplaint(body, stored?.enCode);
  if (complaint) throw refusedAt(complaint.path, complaint.key);
  return {
    orgId,
    departmentId,
    fullName: body.fullName.trim(),
    enCode: body.enCode.trim(),
    type: body.type ?? stored?.type ?? '',
    enabled: body.enabledMark === undefined ? (stored?.enabled ?? true) : body.enabledMark === 1,
    sortCode: body.sortCode ?? stored?.sortCode ?? 0,
    description: body.description ?? stored?.description ?? '',
  };
}

async function change(ctx: Ctx, row: PositionStored, content: Partial<ContentOf<typeof positionTable>>): Promise<Saved> {
  const after = await positionTable.update(ctx, row, content);
  ctx.audit({ subject: 'position', subjectId: row.id, before: positionTable.facts(row), after: positionTable.facts(after) });
  return { id: after.id, version: after.version };
}

export async function createPosition(ctx: Ctx, body: PositionCreate): Promise<Saved> {
  const place = await placeAsked(ctx, body.organizeId, 'organizeId');
  await assertAdministers(ctx, 'add', place.orgId);
  const row = await positionTable.insert(ctx, contentOf(body, place));
  ctx.audit({ subject: 'position', subjectId: row.id, before: null, after: positionTable.facts(row) });
  ctx.message('position.created', { name: row.fullName });
  return { id: row.id, version: row.version };
}

/** @throws AppError as `assertMayGive` */
const assertMayWake = async (ctx: Ctx, id: string, orgId: string): Promise<void> =>
  assertMayGive(ctx, 'position', [id], { isGiver: await hasItself(ctx, 'position', id), orgIds: [orgId] });

/** Changes a position. Into another organisation it moves only while nobody holds it: people would keep it where they do not work. */
export async function editPosition(ctx: Ctx, id: string, body: PositionEdit): Promise<Saved> {
  const row = await positionTable.lock(ctx, id);
  await assertAdministers(ctx, 'edit', row.orgId);
  assertVersion(row.version, body.version, 'permission.stale');
  const stays = body.organizeId === (row.departmentId ?? row.orgId);
  const place = stays ? row : await placeAsked(ctx, body.organizeId, 'organizeId');
  if (place.orgId !== row.orgId) {
    await assertAdministers(ctx, 'add', place.orgId);
    await assertNobodyHolds(ctx, row);
  }
  const content = contentOf(body, place, row);
  if (content.enabled && !row.enabled) await assertMayWake(ctx, id, content.orgId);
  const saved = await change(ctx, row, content);
  ctx.message('position.saved', { name: content.fullName });
  return saved;
}

/** Out of use or back into it; back only by somebody who holds all that it grants. */
export async function turnPosition(ctx: Ctx, id: string): Promise<Saved> {
  const row = await positionTable.one(ctx, id);
  await assertAdministers(ctx, 'edit', row.orgId);
  if (!row.enabled) await assertMayWake(ctx, id, row.orgId);
  const saved = await change(ctx, row, { enabled: !row.enabled });
  ctx.message(row.enabled ? 'position.disabled' : 'position.enabled', { name: row.fullName });
  return saved;
}

export async function removePosition(ctx: Ctx, id: string): Promise<null> {
  const row = await positionTable.lock(ctx, id);
  await assertAdministers(ctx, 'delete', row.orgId);
  await assertNobodyHolds(ctx, row);
  await positionTable.retire(ctx, row);
  ctx.audit({ subject: 'position', subjectId: id, before: positionTable.facts(row), after: null });
  ctx.message('position.removed', { name: row.fullName });
  return null;
}
