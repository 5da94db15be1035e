import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { growTree, waysTo } from './grow-tree.ts';
import { departmentEntries, departmentsDown, departmentsUp, idsOf, isTop, orgEntries, orgsDown, unitsFound, visibleUnit } from './units.query.ts';
import type { Sight } from './sight.ts';

interface TreeQuestion {
  readonly ids?: string;
  readonly keyword?: string;
  readonly depth?: number;
}

/** Organisations and departments: all, below one of them, or those that a keyword finds with the ways to them. */
export async function unitTree(sight: Sight, id: string, { keyword = '', depth, ids }: TreeQuestion): Promise<StaffTreeNode[]> {
  if (ids !== undefined) {
    const wanted = idsOf(ids);
    return growTree(waysTo([...(await orgEntries(sight)), ...(await departmentsUp(sight, wanted))], (entry) => wanted.includes(entry.id)));
  }
  if (keyword.trim() !== '') {
    const [found, orgs] = await Promise.all([unitsFound(sight, keyword), orgEntries(sight)]);
    const departments = await departmentsUp(sight, found.departments);
    const hits = new Set([...found.orgs, ...found.departments]);
    return growTree(waysTo([...orgs, ...departments], (entry) => hits.has(entry.id)));
  }
  if (isTop(id)) return growTree([...(await orgEntries(sight)), ...(await departmentEntries(sight))], { depth });
  const unit = await visibleUnit(sight, id);
  if (unit.kind === 'department') return growTree(await departmentsDown(sight, id), { depth, below: id });
  const orgs = orgsDown(await orgEntries(sight), id);
  return growTree([...orgs, ...(await departmentEntries(sight, { orgIds: orgs.map((org) => org.id) }))], { depth, below: id });
}
