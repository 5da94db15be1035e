import type { StaffTreeNode } from '@nephra/plugin-sdk/contract';
import type { Ctx } from '../permission-call.ts';
import { growTree, waysTo } from './grow-tree.ts';
import { departmentEntries, departmentsDown, departmentsUp, idsOf, isTop, orgEntries, orgsDown, unitsFound, visibleUnit } from './units.query.ts';

interface TreeQuestion {
  readonly ids?: string;
  readonly keyword?: string;
  readonly depth?: number;
}

/** Organisations and departments: all, below one of them, or those that a keyword finds with the ways to them. */
export async function unitTree(ctx: Ctx, id: string, { keyword = '', depth, ids }: TreeQuestion): Promise<StaffTreeNode[]> {
  if (ids !== undefined) {
    const wanted = idsOf(ids);
    return growTree(waysTo([...(await orgEntries(ctx)), ...(await departmentsUp(ctx, wanted))], (entry) => wanted.includes(entry.id)));
  }
  if (keyword.trim() !== '') {
    const [found, orgs] = await Promise.all([unitsFound(ctx, keyword), orgEntries(ctx)]);
    const departments = await departmentsUp(ctx, found.departments);
    const hits = new Set([...found.orgs, ...found.departments]);
    return growTree(waysTo([...orgs, ...departments], (entry) => hits.has(entry.id)));
  }
  if (isTop(id)) return growTree([...(await orgEntries(ctx)), ...(await departmentEntries(ctx))], { depth });
  const unit = await visibleUnit(ctx, id);
  if (unit.kind === 'department') return growTree(await departmentsDown(ctx, id), { depth, below: id });
  const orgs = orgsDown(await orgEntries(ctx), id);
  return growTree([...orgs, ...(await departmentEntries(ctx, { orgIds: orgs.map((org) => org.id) }))], { depth, below: id });
}
