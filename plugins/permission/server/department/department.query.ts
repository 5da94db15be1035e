import { matchesKeyword, sql } from '@nephra/plugin-sdk/server';
import type { DepartmentRecord, DepartmentRow } from '../../contract/index.ts';
import { withAncestors } from '../../domain/tree.ts';
import { orgTable } from '../tables/org.table.ts';
import { type Ctx, notFound } from '../permission-call.ts';
import { visibleUsers } from '../access/user-scope.ts';
import { peopleByDepartment } from './department.repo.ts';
import { type DepartmentStored, departmentTable } from '../tables/department.table.ts';

/** With `name/account` of who leads it; null where nobody does, or somebody who was deleted. */
// rows: who leads a department that came through its door
const departments = (ctx: Ctx) =>
  departmentTable.select(ctx, 'd').select(
    sql<string | null>`(select leader.real_name || '/' || leader.account from core.user_account as leader
      where leader.id = "d"."managerId" and leader.deleted_at is null)`.as('manager'),
  );

function shown({ manager, ...row }: DepartmentStored & { readonly manager: string | null }) {
  const { orgId, parentId, managerId, enabled, createdAt, updatedAt: _, ...department } = departmentTable.wire(row);
  return {
    ...department,
    parentId: parentId ?? orgId,
    organizeId: orgId,
    managerId: manager === null ? '' : (managerId ?? ''),
    manager: manager ?? '',
    enabledMark: enabled,
    creatorTime: createdAt,
  };
}

/** Ids that match a keyword; undefined when it asks nothing. */
async function matching(ctx: Ctx, orgId: string, keyword: string | undefined): Promise<Set<string> | undefined> {
  const found = matchesKeyword('d.searchGrams', keyword);
  if (!found) return undefined;
  const rows = await departmentTable.select(ctx, 'd').clearSelect().select('d.id').where('d.orgId', '=', orgId).where(found).execute();
  return new Set(rows.map((row) => row.id));
}

export async function departmentsOf(ctx: Ctx, orgId: string, keyword: string | undefined): Promise<DepartmentRow[]> {
  await orgTable.one(ctx, orgId);
  const inOrder = departments(ctx).where('d.orgId', '=', orgId).orderBy('d.sortCode').orderBy('d.createdAt').orderBy('d.id');
  const [rows, matches, people] = await Promise.all([inOrder.execute(), matching(ctx, orgId, keyword), peopleByDepartment(ctx, orgId, visibleUsers(ctx))]);
  const listed = matches ? withAncestors(rows, matches) : rows;
  return listed.map((row) => ({ ...shown(row), userCount: people.get(row.id) ?? 0 }));
}

export async function oneDepartment(ctx: Ctx, id: string): Promise<DepartmentRecord> {
  const row = await departments(ctx).where('d.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return { ...shown(row), lastModifyTime: row.updatedAt.getTime() };
}
