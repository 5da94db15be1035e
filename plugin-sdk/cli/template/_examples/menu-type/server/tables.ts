import { column, defineTable, kept, type SqlRow } from '@nephra/plugin-sdk/server';

export const noticeTable = defineTable('sample_plugin.notice', {
  id: column.id(),
  orgId: column.org(),
  board: column.text(40),
  text: column.text(200),
  ...kept,
});

export interface SamplePluginDb {
  'sample_plugin.notice': SqlRow<typeof noticeTable>;
}
