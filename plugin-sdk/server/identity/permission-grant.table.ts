import { RIGHT_KINDS } from '../../contract/index.ts';
import { column } from '../table/column.ts';
import { defineTable } from '../table/define-table.ts';
import { closedDoor } from '../table/row-door.ts';

/** What was granted to whom. Grants go by code, so they outlive a plugin that is off or upgraded. */
export const permissionGrantTable = defineTable(
  'core.permission_grant',
  {
    subjectType: column.choice('role', 'position', 'user', 'group'),
    subjectId: column.id(),
    kind: column.choice(...RIGHT_KINDS),
    menuCode: column.text(200),
    /** Empty for kinds `menu` and `permission`; the id of a data scheme for `resource`. */
    itemCode: column.text(200),
    /** Empty for grants that came with a plugin's hints. */
    grantedBy: column.text(64),
    grantedAt: column.instant(),
  },
  { rowsStay: true, scope: closedDoor, key: ['subjectType', 'subjectId', 'kind', 'menuCode', 'itemCode'] },
);
