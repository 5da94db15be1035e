import type { DepartmentRecord, DepartmentRow } from '../../contract/index.ts';
import { withAncestors } from '../../domain/tree.ts';
import { demandOrganize } from '../organize/organize.query.ts';
import { type Ctx, notFound, sees } from '../permission-call.ts';
import { DepartmentRepo, type DepartmentTableRow } from './department.repo.ts';
import { visibleUsers } from '../user/user-scope.ts';

const shown = (row: DepartmentTableRow) => ({
  id: row.id,
  parentId: row.parent_id ?? row.org_id,
  organizeId: row.org_id,
  fullName: row.full_name,
  enCode: row.en_code,
  managerId: row.manager_id ?? '',
  manager: row.manager ?? '',
  enabledMark: row.enabled ? (1 as const) : (0 as const),
  sortCode: row.sort_code,
  description: row.description,
  creatorTime: row.created_at.getTime(),
  version: row.version,
});

/** The department, or "not found" – also when its organisation is out of sight. */
export async function demandDepartment(ctx: Ctx, id: string): Promise<DepartmentTableRow> {
  const row = await new DepartmentRepo(ctx.db).find(id);
  if (!row || !sees(ctx, row.org_id)) throw notFound();
  return row;
}

export async function departmentsOf(ctx: Ctx, orgId: string, keyword: string | undefined): Promise<DepartmentRow[]> {
  await demandOrganize(ctx, orgId);
  const repo = new DepartmentRepo(ctx.db);
  const [rows, matches, people] = await Promise.all([repo.list(orgId), repo.matching(orgId, keyword), repo.people(orgId, visibleUsers(ctx))]);
  const entries = rows.map((row) => ({ ...row, parentId: row.parent_id }));
  const kept = matches ? withAncestors(entries, matches) : entries;
  return kept.map((row) => ({ ...shown(row), userCount: people.get(row.id) ?? 0 }));
}

export async function oneDepartment(ctx: Ctx, id: string): Promise<DepartmentRecord> {
  const row = await demandDepartment(ctx, id);
  return { ...shown(row), lastModifyTime: row.updated_at.getTime() };
}
