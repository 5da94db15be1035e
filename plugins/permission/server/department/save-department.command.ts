import { assertVersion, type ContentOf } from '@nephra/plugin-sdk/server';
import type { DepartmentCreate, DepartmentEdit } from '../../contract/index.ts';
import { nameComplaint } from '../../domain/organize-rules.ts';
import { holdOrganisation, type OrgPlace, placeAsked } from '../org-place.ts';
import { assertAdministers, assertUnused, type Ctx, refusedAt, sees } from '../permission-call.ts';
import type { Saved } from '../organize/save-organize.command.ts';
import { userTable } from '../tables/user.table.ts';
import { departmentPathUp, usesOfDepartment } from './department.repo.ts';
import { type DepartmentStored, departmentTable } from '../tables/department.table.ts';

type DepartmentContent = ContentOf<typeof departmentTable>;

const NOWHERE: readonly string[] = ['-1', '0'];

/** @throws AppError when the person is not there, hidden or disabled. */
async function managerAsked(ctx: Ctx, managerId: string | null | undefined, stored: string | null): Promise<string | null> {
  if (managerId === undefined) return stored;
  if (managerId === null || managerId === '') return null;
  if (managerId === stored) return stored;
  const person = await userTable.find(ctx, managerId);
  if (!person || !sees(ctx, person.orgId)) throw refusedAt('managerId', 'no-such-person');
  if (!person.enabled) throw refusedAt('managerId', 'person-disabled', { name: person.realName });
  return managerId;
}

async function contentOf(ctx: Ctx, body: DepartmentCreate, { orgId, departmentId }: OrgPlace, stored?: DepartmentStored): Promise<DepartmentContent> {
  const complaint = nameComplaint(body, stored?.enCode);
  if (complaint) throw refusedAt(complaint.path, complaint.key);
  return {
    orgId,
    parentId: departmentId,
    fullName: body.fullName.trim(),
    enCode: body.enCode.trim(),
    managerId: await managerAsked(ctx, body.managerId, stored?.managerId ?? null),
    enabled: body.enabledMark === undefined ? (stored?.enabled ?? true) : body.enabledMark === 1,
    sortCode: body.sortCode ?? stored?.sortCode ?? 0,
    description: body.description ?? stored?.description ?? '',
  };
}

const askedId = ({ parentId, organizeId }: DepartmentCreate): string => (NOWHERE.includes(parentId) && organizeId !== undefined ? organizeId : parentId);

/** Older clients send back the organisation, too: one that was changed is not passed over. @throws AppError `permission.department-place-differs` */
function assertSamePlace({ organizeId }: DepartmentCreate, place: OrgPlace): void {
  if (organizeId !== undefined && organizeId !== place.orgId) throw refusedAt('organizeId', 'department-place-differs');
}

export async function createDepartment(ctx: Ctx, body: DepartmentCreate): Promise<Saved> {
  const place = await placeAsked(ctx, askedId(body), 'parentId');
  assertSamePlace(body, place);
  await assertAdministers(ctx, 'add', place.orgId);
  const row = await departmentTable.insert(ctx, await contentOf(ctx, body, place));
  ctx.audit({ subject: 'department', subjectId: row.id, before: null, after: departmentTable.facts(row) });
  ctx.message('department.created', { name: row.fullName });
  return { id: row.id, version: row.version };
}

/** The department, its organisation held until the transaction ends: a tree is changed by one at a time. */
async function heldDepartment(ctx: Ctx, act: 'edit' | 'delete', id: string): Promise<DepartmentStored> {
  const { orgId } = await departmentTable.one(ctx, id);
  await assertAdministers(ctx, act, orgId);
  await holdOrganisation(ctx, orgId);
  return await departmentTable.one(ctx, id);
}

export async function editDepartment(ctx: Ctx, id: string, body: DepartmentEdit): Promise<Saved> {
  const row = await heldDepartment(ctx, 'edit', id);
  assertVersion(row.version, body.version, 'permission.stale');
  const asked = askedId(body);
  const stays = asked === (row.parentId ?? row.orgId);
  const place = stays ? { orgId: row.orgId, departmentId: row.parentId } : await placeAsked(ctx, asked, 'parentId');
  if (place.orgId !== row.orgId) throw refusedAt('parentId', 'department-other-organize', { name: row.fullName });
  assertSamePlace(body, place);
  if (!stays && place.departmentId !== null && (await departmentPathUp(ctx, place.departmentId)).includes(id)) {
    throw refusedAt('parentId', 'department-loop', { name: row.fullName });
  }
  const saved = await change(ctx, row, await contentOf(ctx, body, place, row));
  ctx.message('department.saved', { name: body.fullName.trim() });
  return saved;
}

async function change(ctx: Ctx, row: DepartmentStored, content: Partial<DepartmentContent>): Promise<Saved> {
  const after = await departmentTable.update(ctx, row, content);
  ctx.audit({ subject: 'department', subjectId: row.id, before: departmentTable.facts(row), after: departmentTable.facts(after) });
  return { id: after.id, version: after.version };
}

export async function toggleDepartment(ctx: Ctx, id: string): Promise<Saved> {
  const row = await departmentTable.one(ctx, id);
  await assertAdministers(ctx, 'edit', row.orgId);
  const saved = await change(ctx, row, { enabled: !row.enabled });
  ctx.message(row.enabled ? 'department.disabled' : 'department.enabled', { name: row.fullName });
  return saved;
}

export async function removeDepartment(ctx: Ctx, id: string): Promise<null> {
  const row = await heldDepartment(ctx, 'delete', id);
  assertUnused(ctx, row.fullName, await usesOfDepartment(ctx, id));
  await departmentTable.retire(ctx, row);
  ctx.audit({ subject: 'department', subjectId: id, before: departmentTable.facts(row), after: null });
  ctx.message('department.removed', { name: row.fullName });
  return null;
}
