import { matchesKeyword, sql } from '@nephra/plugin-sdk/server';
import { type DepartmentStored, departmentTable } from '../tables/department.table.ts';
import { type OrgStored, orgTable } from '../tables/org.table.ts';
import { notFound } from '../permission-call.ts';
import { type StaffEntry, TOP } from './grow-tree.ts';
import type { DirectoryContext } from './directory-context.ts';

/** Entries that a keyword finds at most; who sees more types on. */
export const MAX_FOUND = 200;

/** An organisation or department that the caller may see. */
export interface Unit {
  readonly id: string;
  readonly kind: 'company' | 'department';
  /** Organisation it belongs to; of an organisation its own id. */
  readonly orgId: string;
}

/** Comma text of ids, the first 200 of them. */
export const idsOf = (text: string): string[] => text.split(',').filter(Boolean).slice(0, MAX_FOUND);

/** Ids that mean "from the top". */
export const isTop = (id: string): boolean => id === '0' || id === TOP;

/** @throws AppError `permission.not-found`; a hidden organisation answers like one that does not exist. */
export async function visibleUnit(directory: DirectoryContext, id: string): Promise<Unit> {
  if (await orgTable.find(directory, id)) return { id, kind: 'company', orgId: id };
  const department = await departmentTable.find(directory, id);
  if (!department) throw notFound();
  return { id, kind: 'department', orgId: department.orgId };
}

const entryOf = (row: OrgStored | DepartmentStored, type: 'company' | 'department', parentId: string): StaffEntry => ({
  id: row.id,
  parentId,
  fullName: row.fullName,
  enCode: row.enCode,
  type,
  sortCode: row.sortCode,
  enabled: row.enabled,
});

/** Every visible organisation; the parent of the topmost is not among them. */
export async function orgEntries(directory: DirectoryContext): Promise<StaffEntry[]> {
  const rows = await orgTable.select(directory, 'org').orderBy('org.sortCode').orderBy('org.enCode').execute();
  return rows.map((row) => entryOf(row, 'company', row.parentId ?? TOP));
}

/** Visible departments: of these organisations, directly below one of them, or just these. */
export interface DepartmentFilter {
  readonly orgIds?: readonly string[];
  readonly childrenOf?: Unit;
  readonly ids?: readonly string[];
}

export async function departmentEntries(directory: DirectoryContext, filter: DepartmentFilter = {}): Promise<StaffEntry[]> {
  const { childrenOf, ids } = filter;
  if (ids?.length === 0) return [];
  let query = departmentTable.select(directory, 'd');
  const orgIds = filter.orgIds ?? (childrenOf && [childrenOf.orgId]);
  if (orgIds) query = query.where('d.orgId', 'in', [...orgIds]);
  if (ids) query = query.where('d.id', 'in', ids);
  if (childrenOf) query = childrenOf.kind === 'company' ? query.where('d.parentId', 'is', null) : query.where('d.parentId', '=', childrenOf.id);
  const rows = await query.orderBy('d.sortCode').orderBy('d.enCode').orderBy('d.id').execute();
  return rows.map((row) => entryOf(row, 'department', row.parentId ?? row.orgId));
}

/** These departments and all departments above them. */
export async function departmentsUp(directory: DirectoryContext, ids: readonly string[]): Promise<StaffEntry[]> {
  if (ids.length === 0) return [];
  // rows: departments of the caller’s organisations, for administrators too; their door shows those all
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id, org_id from core.department where id = any(${[...ids]}) and org_id = any(${[...directory.user.orgIds]}) and deleted_at is null
      union
      select upper.id, upper.parent_id, upper.org_id from core.department as upper join above on upper.id = above.parent_id
      where upper.org_id = above.org_id and upper.deleted_at is null
    ) select id from above`.execute(directory.db);
  return departmentEntries(directory, { ids: rows.map((row) => row.id) });
}

/** This department and all below it. */
export async function departmentsDown(directory: DirectoryContext, id: string): Promise<StaffEntry[]> {
  // rows: departments of the caller’s organisations, for administrators too; their door shows those all
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id, org_id from core.department where id = ${id} and org_id = any(${[...directory.user.orgIds]})
      union
      select lower.id, lower.org_id from core.department as lower join below on lower.org_id = below.org_id and lower.parent_id = below.id
      where lower.deleted_at is null
    ) select id from below`.execute(directory.db);
  return departmentEntries(directory, { ids: rows.map((row) => row.id) });
}

/** Visible organisations that are this one or below it. */
export function orgsDown(orgs: readonly StaffEntry[], id: string): StaffEntry[] {
  const inside = new Set([id]);
  // Rows come in any order, so go round until nothing is added; the tree is as deep as an organisation chart.
  for (let grown = -1; grown !== inside.size; ) {
    grown = inside.size;
    for (const org of orgs) if (inside.has(org.parentId)) inside.add(org.id);
  }
  return orgs.filter((org) => inside.has(org.id));
}

/** Ids of organisations and departments that a keyword finds by name, code or pinyin. */
export async function unitsFound(
  directory: DirectoryContext,
  keyword: string,
): Promise<{ readonly orgs: ReadonlySet<string>; readonly departments: readonly string[] }> {
  const named = (alias: string) => matchesKeyword(`${alias}.searchGrams`, keyword) ?? sql<boolean>`true`;
  const [orgs, departments] = await Promise.all([
    orgTable.select(directory, 'org').where(named('org')).execute(),
    departmentTable.select(directory, 'd').where(named('d')).orderBy('d.sortCode').orderBy('d.enCode').orderBy('d.id').limit(MAX_FOUND).execute(),
  ]);
  return { orgs: new Set<string>(orgs.map((row) => row.id)), departments: departments.map((row) => row.id) };
}

/** Names from the top down, joined by "/", of places by id. */
export function pathsOf(entries: readonly StaffEntry[]): (id: string) => string {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return (id) => {
    const names: string[] = [];
    const seen = new Set<string>();
    for (let at = byId.get(id); at !== undefined && !seen.has(at.id); at = byId.get(at.parentId)) {
      seen.add(at.id);
      names.unshift(at.fullName);
    }
    return names.join('/');
  };
}
