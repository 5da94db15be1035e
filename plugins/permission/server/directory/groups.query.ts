import type { StaffNode } from '@nephra/plugin-sdk/contract';
import { groupTable } from '../tables/group.table.ts';
import { TOP } from './grow-tree.ts';
import { STAFF_ICONS } from './staff-icons.ts';
import type { DirectoryContext } from './directory-context.ts';

/** Groups belong to no organisation; who is in them is not told here. */
export async function groupEntries(directory: DirectoryContext): Promise<StaffNode[]> {
  const rows = await groupTable.select(directory, 'grp').orderBy('grp.sortCode').orderBy('grp.enCode').execute();
  return rows.map((row) => ({
    id: row.id,
    parentId: TOP,
    fullName: row.fullName,
    enCode: row.enCode,
    type: 'group',
    icon: STAFF_ICONS.group,
    hasChildren: false,
    isLeaf: true,
    enabledMark: row.enabled ? 1 : 0,
  }));
}
