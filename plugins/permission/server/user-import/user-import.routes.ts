import { implement, type UploadBody } from '@nephra/plugin-sdk/server';
import { userImportContract } from '../../contract/index.ts';
import type { PermissionDb } from '../permission-call.ts';
import { errorWorkbook } from './error-workbook.ts';
import { exportUsers } from './export-users.query.ts';
import { keepWorkbook, previewFile } from './import-file.ts';
import { importUsers } from './import-users.command.ts';
import { importTemplate } from './template.ts';

export const userImportRoutes = implement<PermissionDb>()(userImportContract, {
  template: (_input, ctx) => importTemplate(ctx),
  upload: ({ body }, ctx) => keepWorkbook(ctx, body as unknown as UploadBody), // multipart bodies arrive as uploads
  preview: ({ query }, ctx) => previewFile(ctx, query.fileName),
  importData: ({ body }, ctx) => importUsers(ctx, body.list),
  exportErrors: ({ body }, ctx) => errorWorkbook(ctx, body),
  exportExcel: ({ query }, ctx) => exportUsers(ctx, query),
});
