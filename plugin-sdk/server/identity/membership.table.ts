import { column } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import { closedDoor } from '../table/row-door.ts';

/** Links are replaced as sets, and who may see one is decided by the people at its ends. */
const link = { rowsStay: true, scope: closedDoor } as const;

/** Where people work besides the organisation of today (`core.user_account`). */
export const userOrgTable = defineTable(
  'core.user_org',
  {
    userId: column.ref('core.user_account'),
    orgId: column.ref('core.org'),
    /** Null directly under the organisation. */
    departmentId: column.ref('core.department').nullable(),
    isMajor: column.flag(),
  },
  // Without a primary key: a column of one is never null.
  { ...link, key: [], unique: { user_org_user_id_org_id_department_id_key: ['userId', 'orgId', 'departmentId'] } },
);

export const userRoleTable = defineTable(
  'core.user_role',
  { userId: column.ref('core.user_account'), roleId: column.ref('core.role') },
  { ...link, key: ['userId', 'roleId'] },
);

export const userPositionTable = defineTable(
  'core.user_position',
  { userId: column.ref('core.user_account'), positionId: column.ref('core.position'), isMajor: column.flag() },
  { ...link, key: ['userId', 'positionId'] },
);

export const userGroupMemberTable = defineTable(
  'core.user_group_member',
  { userId: column.ref('core.user_account'), groupId: column.ref('core.user_group') },
  { ...link, key: ['userId', 'groupId'] },
);

/** Organisations that may use a role; a role without rows here is for all. */
export const roleOrgTable = defineTable(
  'core.role_org',
  { roleId: column.ref('core.role'), orgId: column.ref('core.org') },
  { ...link, key: ['roleId', 'orgId'] },
);
