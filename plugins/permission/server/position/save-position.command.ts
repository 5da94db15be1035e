import { assertChanged, assertVersion } from '@nephra/plugin-sdk/server';
import type { PositionCreate, PositionEdit } from '../../contract/index.ts';
import { nameComplaint } from '../../domain/organize-rules.ts';
import { assertMayGive, hasItself } from '../authority/giver.ts';
import { holdOrganisation, type OrgPlace, placeAsked } from '../org-place.ts';
import type { Saved } from '../organize/save-organize.command.ts';
import { assertAdministers, assertUnused, type Ctx, refusedAt } from '../permission-call.ts';
import { demandPosition } from './position.query.ts';
import { type PositionContent, PositionRepo, type PositionTableRow } from './position.repo.ts';

function contentOf(body: PositionCreate, place: OrgPlace, stored?: PositionTableRow): PositionContent {
  const complaint = nameComplaint(body, stored?.en_code);
  if (complaint) throw refusedAt(complaint.path, complaint.key);
  return {
    org_id: place.orgId,
    department_id: place.departmentId,
    full_name: body.fullName.trim(),
    en_code: body.enCode.trim(),
    type: body.type ?? stored?.type ?? '',
    enabled: body.enabledMark === undefined ? (stored?.enabled ?? true) : body.enabledMark === 1,
    sort_code: body.sortCode ?? stored?.sort_code ?? 0,
    description: body.description ?? stored?.description ?? '',
  };
}

async function assertFree(repo: PositionRepo, content: PositionContent, id: string): Promise<void> {
  if (await repo.codeTaken(content.org_id, content.en_code, id)) throw refusedAt('enCode', 'code-taken', { code: content.en_code });
  if (await repo.nameTaken(content, id)) throw refusedAt('fullName', 'name-taken', { name: content.full_name });
}

const storedContent = ({ id: _id, created_at, updated_at, version, ...content }: PositionTableRow): PositionContent => content;

async function write(ctx: Ctx, repo: PositionRepo, row: PositionTableRow, content: PositionContent): Promise<Saved> {
  assertChanged(await repo.update(row.id, content, row.version, ctx.clock.now()), 'permission.stale');
  ctx.audit({ subject: 'position', subjectId: row.id, before: storedContent(row), after: content });
  return { id: row.id, version: row.version + 1 };
}

export async function createPosition(ctx: Ctx, body: PositionCreate): Promise<Saved> {
  const repo = new PositionRepo(ctx.db);
  const place = await placeAsked(ctx, body.organizeId, 'organizeId');
  await assertAdministers(ctx, 'add', place.orgId);
  const content = contentOf(body, place);
  const id = ctx.newId();
  await assertFree(repo, content, id);
  await repo.insert(id, content, ctx.clock.now());
  ctx.audit({ subject: 'position', subjectId: id, before: null, after: content });
  ctx.message('position.created', { name: content.full_name });
  return { id, version: 1 };
}

/** @throws AppError as `assertMayGive` */
const assertMayWake = async (ctx: Ctx, id: string, orgId: string): Promise<void> =>
  assertMayGive(ctx, 'position', [id], { isGiver: await hasItself(ctx, 'position', id), orgIds: [orgId] });

/** Changes a position. Into another organisation it moves only while nobody holds it: people would keep it where they do not work. */
export async function editPosition(ctx: Ctx, id: string, body: PositionEdit): Promise<Saved> {
  const repo = new PositionRepo(ctx.db);
  const seen = await demandPosition(ctx, id);
  await assertAdministers(ctx, 'edit', seen.org_id);
  // One at a time decides whether a name is free.
  await holdOrganisation(ctx, seen.org_id);
  const row = await demandPosition(ctx, id);
  assertVersion(row.version, body.version, 'permission.stale');
  const stays = body.organizeId === (row.department_id ?? row.org_id);
  const place = stays ? { orgId: row.org_id, departmentId: row.department_id } : await placeAsked(ctx, body.organizeId, 'organizeId');
  if (place.orgId !== row.org_id) {
    await assertAdministers(ctx, 'add', place.orgId);
    assertUnused(ctx, row.full_name, { person: (await repo.people([id])).get(id) ?? 0 });
  }
  const content = contentOf(body, place, row);
  await assertFree(repo, content, id);
  if (content.enabled && !row.enabled) await assertMayWake(ctx, id, content.org_id);
  const saved = await write(ctx, repo, row, content);
  ctx.message('position.saved', { name: content.full_name });
  return saved;
}

/** Out of use or back into it; back only by somebody who holds all that it grants. */
export async function turnPosition(ctx: Ctx, id: string): Promise<Saved> {
  const row = await demandPosition(ctx, id);
  await assertAdministers(ctx, 'edit', row.org_id);
  if (!row.enabled) await assertMayWake(ctx, id, row.org_id);
  const saved = await write(ctx, new PositionRepo(ctx.db), row, { ...storedContent(row), enabled: !row.enabled });
  ctx.message(row.enabled ? 'position.disabled' : 'position.enabled', { name: row.full_name });
  return saved;
}

export async function removePosition(ctx: Ctx, id: string): Promise<null> {
  const repo = new PositionRepo(ctx.db);
  const row = await demandPosition(ctx, id);
  await assertAdministers(ctx, 'delete', row.org_id);
  assertUnused(ctx, row.full_name, { person: (await repo.people([id])).get(id) ?? 0 });
  await repo.remove(id, ctx.clock.now());
  ctx.audit({ subject: 'position', subjectId: id, before: storedContent(row), after: null });
  ctx.message('position.removed', { name: row.full_name });
  return null;
}
