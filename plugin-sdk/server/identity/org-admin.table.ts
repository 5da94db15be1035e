import { column } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import { closedDoor } from '../table/row-door.ts';

/** Who may change an organisation (`this…`) and what hangs on it (`sub…`) without being an administrator. */
export const orgAdminTable = defineTable(
  'core.org_admin',
  {
    orgId: column.ref('core.org'),
    userId: column.ref('core.user_account'),
    thisAdd: column.flag(),
    thisEdit: column.flag(),
    thisDelete: column.flag(),
    subAdd: column.flag(),
    subEdit: column.flag(),
    subDelete: column.flag(),
    description: column.text(500),
  },
  { rowsStay: true, scope: closedDoor, key: ['orgId', 'userId'] },
);

/** Roles that may be given within a delegation of `core.org_admin`. */
export const orgAdminRoleTable = defineTable(
  'core.org_admin_role',
  { orgId: column.id(), userId: column.id(), roleId: column.ref('core.role') },
  { rowsStay: true, scope: closedDoor, key: ['orgId', 'userId', 'roleId'] },
);
