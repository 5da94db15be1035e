import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import { branchIds } from '../../domain/tree.ts';
import { growTree, type StaffEntry, waysTo } from './grow-tree.ts';
import { departmentEntries, departmentsDown, departmentsUp, idsOf, isTop, orgEntries, orgsDown, unitsFound, visibleUnit } from './units.query.ts';
import type { DirectoryContext } from './directory-context.ts';

interface TreeQuestion {
  readonly ids?: string;
  readonly keyword?: string;
  /** Only what is below this one. */
  readonly parentId?: string;
  readonly depth?: number;
}

/**
 * Organisations and departments: all, below one of them, or those that a keyword finds with the ways to them.
 * @param except 0 = none; else this one and everything below it is left out
 */
export async function unitTree(directory: DirectoryContext, except: string, question: TreeQuestion): Promise<StaffTreeNode[]> {
  const { keyword = '', depth, ids, parentId = '' } = question;
  if (!isTop(except)) await visibleUnit(directory, except);
  const without = (entries: readonly StaffEntry[]): readonly StaffEntry[] => {
    if (isTop(except)) return entries;
    const branch = branchIds(entries, except);
    return entries.filter((entry) => !branch.has(entry.id));
  };
  if (ids !== undefined) {
    const wanted = idsOf(ids);
    return growTree(waysTo(without([...(await orgEntries(directory)), ...(await departmentsUp(directory, wanted))]), (entry) => wanted.includes(entry.id)));
  }
  if (keyword.trim() !== '') {
    const [found, orgs] = await Promise.all([unitsFound(directory, keyword), orgEntries(directory)]);
    const departments = await departmentsUp(directory, found.departments);
    const hits = new Set([...found.orgs, ...found.departments]);
    return growTree(waysTo(without([...orgs, ...departments]), (entry) => hits.has(entry.id)));
  }
  if (parentId === '' || isTop(parentId)) return growTree(without([...(await orgEntries(directory)), ...(await departmentEntries(directory))]), { depth });
  const unit = await visibleUnit(directory, parentId);
  if (unit.kind === 'department') return growTree(without(await departmentsDown(directory, parentId)), { depth, below: parentId });
  const orgs = orgsDown(await orgEntries(directory), parentId);
  const departments = await departmentEntries(directory, { orgIds: orgs.map((org) => org.id) });
  return growTree(without([...orgs, ...departments]), { depth, below: parentId });
}
