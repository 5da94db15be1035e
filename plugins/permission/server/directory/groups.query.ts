import type { StaffNode } from '@nephra/plugin-sdk/contract';
import { TOP } from './grow-tree.ts';
import { STAFF_ICONS } from './staff-icons.ts';
import type { Sight } from './sight.ts';

/** Groups belong to no organisation; who is in them is not told here. */
export async function groupEntries(sight: Sight): Promise<StaffNode[]> {
  const rows = await sight.db
    .selectFrom('core.user_group')
    .select(['id', 'en_code', 'full_name', 'enabled'])
    .where('deleted_at', 'is', null)
    .orderBy('sort_code')
    .orderBy('en_code')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    parentId: TOP,
    fullName: row.full_name,
    enCode: row.en_code,
    type: 'group',
    icon: STAFF_ICONS.group,
    hasChildren: false,
    isLeaf: true,
    enabledMark: row.enabled ? 1 : 0,
  }));
}
