import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { matchesKeyword } from '@nephra/plugin-sdk/server';
import { departmentTable } from '../tables/department.table.ts';
import { positionTable } from '../tables/position.table.ts';
import { growTree, type StaffEntry, TOP, waysTo } from './grow-tree.ts';
import { departmentEntries, departmentsUp, idsOf, isTop, MAX_FOUND, orgEntries, visibleUnit } from './units.query.ts';
import type { DirectoryContext } from './directory-context.ts';

interface PositionFilter {
  readonly keyword?: string;
  readonly ids?: readonly string[];
  readonly orgIds?: readonly string[];
  readonly most?: number;
}

async function positionEntries(
  directory: DirectoryContext,
  { keyword, ids, orgIds, most }: PositionFilter = {},
): Promise<(StaffEntry & { departmentId: string | null; orgId: string })[]> {
  if (orgIds?.length === 0 || ids?.length === 0) return [];
  let query = positionTable.select(directory, 'p').orderBy('p.sortCode').orderBy('p.enCode').orderBy('p.id');
  if (orgIds) query = query.where('p.orgId', 'in', orgIds);
  if (ids) query = query.where('p.id', 'in', ids);
  const found = matchesKeyword('p.searchGrams', keyword);
  if (found) query = query.where(found);
  if (most !== undefined) query = query.limit(most);
  const rows = await query.execute();
  return rows.map(({ id, orgId, departmentId, fullName, enCode, sortCode, enabled }) => ({
    id,
    parentId: departmentId ?? orgId,
    departmentId,
    orgId,
    fullName,
    enCode,
    type: 'position',
    sortCode,
    enabled,
  }));
}

/** Positions with the departments and organisations that lead to them. */
export async function positionTree(
  directory: DirectoryContext,
  question: { keyword?: string; parentId?: string; depth?: number; ids?: string },
): Promise<StaffTreeNode[]> {
  const ids = question.ids === undefined ? undefined : idsOf(question.ids);
  const keyword = ids ? '' : (question.keyword?.trim() ?? '');
  const whole = keyword === '' && ids === undefined;
  const below = whole && question.parentId && !isTop(question.parentId) ? await visibleUnit(directory, question.parentId) : undefined;
  const [orgs, positions] = await Promise.all([
    orgEntries(directory),
    whole ? positionEntries(directory) : ids ? positionEntries(directory, { ids }) : positionEntries(directory, { keyword, most: MAX_FOUND }),
  ]);
  const departments = await departmentsUp(directory, [...new Set(positions.flatMap(({ departmentId }) => departmentId ?? []))]);
  const places = new Set(departments.map((department) => department.id));
  // A position whose department is gone hangs directly on its organisation.
  const placed = positions.map((position) => ({ ...position, parentId: places.has(position.parentId) ? position.parentId : position.orgId }));
  const ways = waysTo([...orgs, ...departments, ...placed], (entry) => entry.type === 'position');
  return growTree(ways, { depth: whole ? question.depth : undefined, below: below?.id });
}

/** Positions of some organisations or departments, grouped by these; hidden ids count as missing. */
export async function positionsOf(directory: DirectoryContext, ids: readonly string[]): Promise<StaffTreeNode[]> {
  const [orgs, departments] = await Promise.all([orgEntries(directory), departmentEntries(directory, { ids })]);
  const wanted = [...orgs.filter((org) => ids.includes(org.id)), ...departments].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  if (wanted.length === 0) return [];
  const homes = await departmentTable
    .select(directory, 'd')
    .where('d.id', 'in', departments.length > 0 ? departments.map(({ id }) => id) : [''])
    .execute();
  const orgIds = [...new Set([...wanted.filter(({ type }) => type === 'company').map(({ id }) => id), ...homes.map((row) => row.orgId)])];
  const positions = await positionEntries(directory, { orgIds });
  // The same position may stand below its organisation and below its department.
  return wanted.flatMap((place) => {
    const own = positions.filter((position) => (place.type === 'company' ? position.orgId : position.departmentId) === place.id);
    return growTree([{ ...place, parentId: TOP }, ...own.map((position) => ({ ...position, parentId: place.id }))]);
  });
}
