import { column, defineTable, type ReadContext, sql } from '@nephra/plugin-sdk/server';

/** Whoever uploaded a workbook is the one who reads it. */
const ofUploader = ({ user }: Pick<ReadContext, 'user'>, alias: string) => sql<boolean>`${sql.ref(`${alias}.created_by`)} = ${user.userId}`;

/** Workbooks that somebody uploaded to import users from; forgotten after a day, as are the rows below. */
export const userImportTable = defineTable(
  'permission.user_import',
  { fileId: column.id(), createdBy: column.id(), createdAt: column.instant() },
  { rowsStay: true, key: ['fileId'], scope: ofUploader },
);

/** Rows of workbooks that became users. */
export const userImportRowTable = defineTable(
  'permission.user_import_row',
  { createdBy: column.id(), rowKey: column.text(200), userId: column.id(), createdAt: column.instant() },
  { rowsStay: true, key: ['createdBy', 'rowKey'], scope: ofUploader },
);
