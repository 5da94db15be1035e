import type { StaffNodeType } from '@nephra/plugin-sdk/contract';

/** Icon classes that older clients draw beside an entry (wire facts 12). */
export const STAFF_ICONS: Readonly<Record<StaffNodeType, string>> = {
  company: 'icon-ym icon-ym-tree-organization3',
  department: 'icon-ym icon-ym-tree-department1',
  position: 'icon-ym icon-ym-tree-position1',
  role: 'icon-ym icon-ym-generator-role',
  group: 'icon-ym icon-ym-generator-group1',
  user: 'icon-ym icon-ym-tree-user2',
};
/** Heading above the roles that every organisation may use. */
export const ALL_ORGANISATIONS_ICON = 'icon-ym icon-ym-global-role';
