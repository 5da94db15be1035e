import { closedDoor, column, defineTable, small, type SqlRow, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_SYNC_KEY, SYNC_SOURCES } from '../../contract/sync/sync-limits.ts';

/** Which department over there is the counterpart of one here, by a sync from here. Those that came from there say it by their code. */
export const departmentLinkTable = defineTable(
  'wechat.department_link',
  { service: column.choice(...SYNC_SOURCES), departmentId: column.text(64), foreignId: column.text(MAX_SYNC_KEY) },
  { rowsStay: true, scope: closedDoor, key: ['service', 'departmentId'], unique: { department_link_foreign_idx: ['service', 'foreignId'] } },
);

export interface LinkTables {
  'wechat.department_link': SqlRow<typeof departmentLinkTable>;
}
export const linkSizes: TableSizes = { department_link: small(2_000) };
