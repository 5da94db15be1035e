import { defineDataModel, type ReadContext, sql, visibleRows } from '@nephra/plugin-sdk/server';

/** People of the user administration. Somebody may work in several organisations, so queries keep to the caller's by themselves. */
export const userModel = defineDataModel({
  menu: 'permission.user',
  table: 'core.user_account',
  orgColumn: null,
  // rows: where people work, for the condition of their own door
  listed: (orgIds) => sql<boolean>`deleted_at is null and (org_id = any(${orgIds}) or exists (
    select 1 from core.user_org as link where link.user_id = core.user_account.id and link.org_id = any(${orgIds})))`,
  fields: {
    creatorUserId: { column: 'created_by', type: 'User' },
    userId: { column: 'id', type: 'User' },
    managerId: { column: 'manager_id', type: 'User' },
    orgId: { column: 'org_id', type: 'Organize' },
    departmentId: { column: 'department_id', type: 'String' },
    creatorTime: { column: 'created_at', type: 'DateTime' },
  },
});

/** People whom data schemes let the caller see in the administration of users. */
export const userRowFilter = (ctx: Omit<ReadContext, 'db'>, alias: string) => visibleRows(ctx, userModel, { alias });
