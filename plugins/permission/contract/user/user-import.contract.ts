import { defineContract, fileLink, get, pageQuery, post, type Static, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { IMPORT_ROWS_PER_CALL, importRow, previewRow } from './user-import.schema.ts';
import { userFilter } from './user.contract.ts';

const fileName = Type.String({ minLength: 1, maxLength: 120 });
const upload = 'perm:permission.user:btn_upload';

/**
 * Users from and to workbooks (spec 7.11, wire facts 13). Imported users have no password: slow hashes of ten thousand would hold everybody up, and a default one
 * would be known to all. Somebody resets it, one by one or for many at once; it must be changed at the first sign-in.
 */
export const userImportContract = defineContract('permission-user-import', {
  template: get('/api/permission/Users/TemplateDownload', {
    summary: 'Empty workbook to fill in, with lists to choose from and an explanation',
    need: upload,
    audit: 'none',
    raw: true,
    link: true,
    reply: fileLink,
    spec: ['7.11-15'],
  }),
  upload: post('/api/permission/Users/Uploader', {
    summary: 'Take a filled-in workbook; nothing is imported yet',
    need: upload,
    audit: 'write',
    retry: 'never',
    retryReason: 'each call stores a file',
    encoding: 'multipart',
    body: uploadBody,
    reply: Type.Object({ name: Type.String(), url: Type.String() }),
  }),
  preview: get('/api/permission/Users/ImportPreview', {
    summary: 'Rows of the workbook with everything that is wrong with them',
    need: upload,
    audit: 'read',
    query: Type.Object({ fileName }),
    reply: Type.Object({ dataRow: Type.Array(previewRow) }),
    spec: ['7.11-15'],
  }),
  importData: post('/api/permission/Users/ImportData', {
    summary: 'Add the users of these rows; wrong ones are answered, a row that was added before with the same key counts as added',
    need: upload,
    audit: 'security',
    retry: 'idempotent-key',
    body: Type.Object({ list: Type.Array(importRow, { maxItems: IMPORT_ROWS_PER_CALL }) }),
    reply: Type.Object({
      /** Rows whose users are there now. */
      snum: Type.Integer(),
      fnum: Type.Integer(),
      /** 0 all were added, 1 some were not. */
      resultType: Type.Union([Type.Literal(0), Type.Literal(1)]),
      failResult: Type.Array(previewRow),
    }),
    spec: ['7.11-15'],
  }),
  exportErrors: post('/api/permission/Users/ExportExceptionData', {
    summary: 'Workbook of the rows that could not be added, with a column of reasons: those given, or those of an uploaded file',
    need: upload,
    audit: 'export',
    retry: 'natural',
    raw: true,
    link: true,
    body: Type.Object({ list: Type.Optional(Type.Array(importRow, { maxItems: IMPORT_ROWS_PER_CALL })), fileName: Type.Optional(fileName) }),
    reply: fileLink,
    spec: ['7.11-15'],
  }),
  exportExcel: get('/api/permission/Users/ExportExcel', {
    summary: 'The list as a workbook: this page of it (dataType 0) or all of it (1), with the columns of selectKey',
    need: 'perm:permission.user:btn_download',
    audit: 'export',
    raw: true,
    link: true,
    query: Type.Object({
      ...pageQuery,
      ...userFilter,
      dataType: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal('')])),
      /** Names of columns, joined by commas; none = those of the list. */
      selectKey: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    reply: fileLink,
    spec: ['7.11-15'],
  }),
});

export type ImportRow = Static<typeof importRow>;
export type PreviewRow = Static<typeof previewRow>;
