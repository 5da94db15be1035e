import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';
import { MAX_VIEW_NAME } from '../../../../plugin-sdk/contract/list-view/list-view-limits.ts';
import type { ViewContent } from '../../../contract/index.ts';
import type { ColumnSetting } from '../installation.table.ts';

/** Who may read or change a row is decided by the list that it belongs to, and by whom it is meant for. */
const byAudience = { rowsStay: true, scope: closedDoor } as const;

/** Columns of a list as others find them until they arrange their own. */
export const columnDefaultTable = defineTable(
  'core.column_default',
  {
    id: column.id(),
    moduleId: column.text(100),
    /** Null: in all organisations. */
    orgId: column.ref('core.org').nullable(),
    /** Null: for everybody. */
    roleId: column.ref('core.role').nullable(),
    fields: column.json<ColumnSetting[]>(),
    updatedBy: column.ref('core.user_account'),
    updatedAt: column.instant(),
  },
  { ...byAudience, unique: { column_default_place_idx: ['moduleId', 'orgId', 'roleId'] } },
);

/** Saved ways to look at a list. */
export const listViewTable = defineTable(
  'core.list_view',
  {
    id: column.id(),
    userId: column.ref('core.user_account'),
    moduleId: column.text(100),
    name: column.text(MAX_VIEW_NAME),
    content: column.json<ViewContent>(),
    /** Among those of its owner. */
    sortCode: column.int(0, 2_147_483_647),
    updatedAt: column.instant(),
  },
  { ...byAudience, unique: { list_view_name_idx: ['userId', 'moduleId', 'name'] } },
);

/** Who else may use a view. */
export const listViewShareTable = defineTable(
  'core.list_view_share',
  { viewId: column.ref('core.list_view'), orgId: column.ref('core.org').nullable(), roleId: column.ref('core.role').nullable() },
  // Without a primary key: a column of one is never null.
  { ...byAudience, key: [], unique: { list_view_share_idx: ['viewId', 'orgId', 'roleId'] } },
);

/** The view that somebody's list opens with. */
export const listViewChoiceTable = defineTable(
  'core.list_view_choice',
  { userId: column.ref('core.user_account'), moduleId: column.text(100), viewId: column.ref('core.list_view') },
  { ...byAudience, key: ['userId', 'moduleId'] },
);
