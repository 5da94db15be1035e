import { assertChanged, assertVersion } from '@nephra/plugin-sdk/server';
import type { DepartmentCreate, DepartmentEdit } from '../../contract/index.ts';
import { nameComplaint } from '../../domain/organize-rules.ts';
import { holdOrganisation, type OrgPlace, placeAsked } from '../org-place.ts';
import { assertAdministers, assertUnused, type Ctx, refusedAt, sees } from '../permission-call.ts';
import type { Saved } from '../organize/save-organize.command.ts';
import { visibleUsers } from '../user/user-scope.ts';
import { demandDepartment } from './department.query.ts';
import { type DepartmentContent, DepartmentRepo, type DepartmentTableRow } from './department.repo.ts';

const NOWHERE: readonly string[] = ['-1', '0'];

/** @throws AppError when the person is not there, out of sight or disabled. */
async function managerAsked(ctx: Ctx, managerId: string | null | undefined, stored: string | null): Promise<string | null> {
  if (managerId === undefined) return stored;
  if (managerId === null || managerId === '') return null;
  if (managerId === stored) return stored;
  const person = await ctx.db
    .selectFrom('core.user_account as person')
    .select(['person.org_id', 'person.real_name', 'person.enabled'])
    .where('person.id', '=', managerId)
    .where(visibleUsers(ctx))
    .executeTakeFirst();
  if (!person || !sees(ctx, person.org_id)) throw refusedAt('managerId', 'no-such-person');
  if (!person.enabled) throw refusedAt('managerId', 'person-disabled', { name: person.real_name });
  return managerId;
}

async function contentOf(ctx: Ctx, body: DepartmentCreate, { orgId, departmentId }: OrgPlace, stored?: DepartmentTableRow): Promise<DepartmentContent> {
  const complaint = nameComplaint(body, stored?.en_code);
  if (complaint) throw refusedAt(complaint.path, complaint.key);
  return {
    org_id: orgId,
    parent_id: departmentId,
    full_name: body.fullName.trim(),
    en_code: body.enCode.trim(),
    manager_id: await managerAsked(ctx, body.managerId, stored?.manager_id ?? null),
    enabled: body.enabledMark === undefined ? (stored?.enabled ?? true) : body.enabledMark === 1,
    sort_code: body.sortCode ?? stored?.sort_code ?? 0,
    description: body.description ?? stored?.description ?? '',
  };
}

async function assertFree(repo: DepartmentRepo, content: DepartmentContent, id: string): Promise<void> {
  if (await repo.codeTaken(content.org_id, content.en_code, id)) throw refusedAt('enCode', 'code-taken', { code: content.en_code });
  if (await repo.nameTaken(content.org_id, content.parent_id, content.full_name, id)) throw refusedAt('fullName', 'name-taken', { name: content.full_name });
}

const askedId = ({ parentId, organizeId }: DepartmentCreate): string => (NOWHERE.includes(parentId) && organizeId !== undefined ? organizeId : parentId);

/** Older clients send back the organisation, too: one that was changed is not passed over. @throws AppError `permission.department-place-differs` */
function assertSamePlace({ organizeId }: DepartmentCreate, place: OrgPlace): void {
  if (organizeId !== undefined && organizeId !== place.orgId) throw refusedAt('organizeId', 'department-place-differs');
}

export async function createDepartment(ctx: Ctx, body: DepartmentCreate): Promise<Saved> {
  const repo = new DepartmentRepo(ctx.db);
  const place = await placeAsked(ctx, askedId(body), 'parentId');
  assertSamePlace(body, place);
  await assertAdministers(ctx, 'add', place.orgId);
  const content = await contentOf(ctx, body, place);
  const id = ctx.newId();
  await assertFree(repo, content, id);
  await repo.insert(id, content, ctx.clock.now());
  ctx.audit({ subject: 'department', subjectId: id, before: null, after: content });
  ctx.message('department.created', { name: content.full_name });
  return { id, version: 1 };
}

export async function editDepartment(ctx: Ctx, id: string, body: DepartmentEdit): Promise<Saved> {
  const repo = new DepartmentRepo(ctx.db);
  const seen = await demandDepartment(ctx, id);
  await assertAdministers(ctx, 'edit', seen.org_id);
  await holdOrganisation(ctx, seen.org_id);
  const row = await demandDepartment(ctx, id);
  assertVersion(row.version, body.version, 'permission.stale');
  const asked = askedId(body);
  const stays = asked === (row.parent_id ?? row.org_id);
  const place = stays ? { orgId: row.org_id, departmentId: row.parent_id } : await placeAsked(ctx, asked, 'parentId');
  if (place.orgId !== row.org_id) throw refusedAt('parentId', 'department-other-organize', { name: row.full_name });
  assertSamePlace(body, place);
  if (!stays && place.departmentId !== null && (await repo.pathUp(place.departmentId)).includes(id)) {
    throw refusedAt('parentId', 'department-loop', { name: row.full_name });
  }
  const content = await contentOf(ctx, body, place, row);
  await assertFree(repo, content, id);
  await write(ctx, repo, row, content);
  ctx.message('department.saved', { name: content.full_name });
  return { id, version: row.version + 1 };
}

async function write(ctx: Ctx, repo: DepartmentRepo, row: DepartmentTableRow, content: DepartmentContent): Promise<void> {
  assertChanged(await repo.update(row.id, content, row.version, ctx.clock.now()), 'permission.stale');
  ctx.audit({ subject: 'department', subjectId: row.id, before: storedContent(row), after: content });
}

const storedContent = ({ id: _id, manager: _manager, created_at, updated_at, version, ...content }: DepartmentTableRow): DepartmentContent => content;

export async function turnDepartment(ctx: Ctx, id: string): Promise<Saved> {
  const row = await demandDepartment(ctx, id);
  await assertAdministers(ctx, 'edit', row.org_id);
  await write(ctx, new DepartmentRepo(ctx.db), row, { ...storedContent(row), enabled: !row.enabled });
  ctx.message(row.enabled ? 'department.disabled' : 'department.enabled', { name: row.full_name });
  return { id, version: row.version + 1 };
}

export async function removeDepartment(ctx: Ctx, id: string): Promise<null> {
  const repo = new DepartmentRepo(ctx.db);
  const seen = await demandDepartment(ctx, id);
  await assertAdministers(ctx, 'delete', seen.org_id);
  await holdOrganisation(ctx, seen.org_id);
  const row = await demandDepartment(ctx, id);
  assertUnused(ctx, row.full_name, await repo.uses(id));
  await repo.remove(id, ctx.clock.now());
  ctx.audit({ subject: 'department', subjectId: id, before: storedContent(row), after: null });
  ctx.message('department.removed', { name: row.full_name });
  return null;
}
