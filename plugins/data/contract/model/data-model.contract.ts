import { defineContract, del, fileLink, get, pageOf, pageQuery, post, put, type Static, Type, uploadBody } from '@nephra/plugin-sdk/contract';
import { MAX_COLUMNS, MAX_COMMENT, MAX_FOREIGN_NAME, MAX_LENGTH_TEXT, MAX_SITE_NAME, MODEL_MENU } from './model-limits.ts';

const need = `perm:${MODEL_MENU}` as const;
const by = (button: string) => `${need}:${button}` as const;
const spec = ['2.5-06'];
const linkId = Type.String({ minLength: 1, maxLength: 64 });
const foreignName = Type.String({ minLength: 1, maxLength: MAX_FOREIGN_NAME });
const mark = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const tableRow = Type.Object({
  id: Type.String(),
  /** Its name in the database. */
  table: Type.String(),
  /** What it is called in words; its name where nobody said. */
  tableName: Type.String(),
  /** Rows as the database estimates them; -1 where it does not know. */
  sum: Type.Integer(),
  description: Type.String(),
});
export type TableRow = Static<typeof tableRow>;

export const tableField = Type.Object({
  /** Its name in the database. */
  field: Type.String({ minLength: 1, maxLength: MAX_FOREIGN_NAME }),
  fieldName: Type.String({ maxLength: MAX_COMMENT }),
  /** `varchar int datetime decimal bigint text`; of a foreign table also what else there is, as the server calls it. */
  dataType: Type.String({ minLength: 1, maxLength: 80 }),
  /** Characters of varchar, digits of decimal (`18,2`); empty for others. */
  dataLength: Type.String({ maxLength: MAX_LENGTH_TEXT }),
  allowNull: mark,
  primaryKey: mark,
});
export type TableField = Static<typeof tableField>;

const tableBody = Type.Object({
  tableInfo: Type.Object({
    table: Type.String({ maxLength: MAX_SITE_NAME }),
    /** Name from now on; empty or left out: as it is. */
    newTable: Type.Optional(Type.String({ maxLength: MAX_SITE_NAME })),
    tableName: Type.String({ maxLength: MAX_COMMENT }),
  }),
  tableFieldList: Type.Array(
    Type.Object({
      ...tableField.properties,
      dataLength: Type.Optional(Type.Union([Type.String({ maxLength: MAX_LENGTH_TEXT }), Type.Integer()])),
      fieldName: Type.Optional(Type.String({ maxLength: MAX_COMMENT })),
      allowNull: Type.Optional(mark),
      primaryKey: Type.Optional(mark),
    }),
    { minItems: 1, maxItems: MAX_COLUMNS },
  ),
});
export type TableBody = Static<typeof tableBody>;
const tableDetail = Type.Object({
  tableInfo: Type.Object({ table: Type.String(), newTable: Type.String(), tableName: Type.String() }),
  tableFieldList: Type.Array(tableField),
  /** False: tables of this source are read and nothing else. */
  mayChange: Type.Boolean(),
  /** False: a table that has rows keeps its columns and their types, and may get further ones and wider ones. */
  empty: Type.Boolean(),
});
const done = Type.Object({ table: Type.String() });

/** Tables of a source. Those of the own database are the tables of the site: its schema `site` and nothing else. */
export const dataModelContract = defineContract('data-model', {
  tables: get('/api/system/DataModel/{id}/Tables', {
    summary: 'Tables of a source, with their size as the database estimates it; at most 5,000',
    need: { anyOf: [need, 'perm:systemData.dataSync'] },
    audit: 'read',
    params: Type.Object({ id: linkId }),
    query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: Type.Object({ list: Type.Array(tableRow) }),
    spec,
  }),
  fields: get('/api/system/DataModel/{linkId}/Tables/{table}/Fields', {
    summary: 'Columns of a table',
    need: { anyOf: [need, 'perm:systemData.dataSync'] },
    audit: 'read',
    params: Type.Object({ linkId, table: foreignName }),
    query: Type.Object({ type: Type.Optional(Type.String({ maxLength: 10 })) }),
    reply: Type.Object({ list: Type.Array(tableField) }),
    spec,
  }),
  preview: get('/api/system/DataModel/{linkId}/Table/{table}/Preview', {
    summary: 'The first rows of a table, at most 1,000 over all pages; values are cut after 200 characters',
    need: by('btn_preview'),
    audit: 'read',
    params: Type.Object({ linkId, table: foreignName }),
    query: Type.Object({
      ...pageQuery,
      field: Type.Optional(Type.String({ maxLength: MAX_FOREIGN_NAME })),
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    reply: pageOf(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))),
    spec,
  }),
  one: get('/api/system/DataModel/{linkId}/Table/{id}', {
    summary: 'One table with its columns, as the editor wants it',
    need,
    audit: 'read',
    params: Type.Object({ linkId, id: foreignName }),
    reply: tableDetail,
    spec,
  }),
  create: post('/api/system/DataModel/{linkId}/Table', {
    summary: 'Make a table of the site; the source is `0`',
    need: by('btn_add'),
    audit: 'security',
    retry: 'idempotent-key',
    params: Type.Object({ linkId }),
    body: tableBody,
    reply: done,
    spec,
  }),
  edit: put('/api/system/DataModel/{linkId}/Table', {
    summary: 'Change a table of the site. One that has rows keeps its columns, takes wider ones and further ones that may be empty',
    need: by('btn_edit'),
    audit: 'security',
    retry: 'idempotent-key',
    params: Type.Object({ linkId }),
    body: tableBody,
    reply: done,
    spec,
  }),
  remove: del('/api/system/DataModel/{linkId}/Table/{id}', {
    summary: 'Drop a table of the site; one that has rows only where its name is said again',
    need: by('btn_remove'),
    audit: 'security',
    retry: 'natural',
    params: Type.Object({ linkId, id: foreignName }),
    query: Type.Object({ confirm: Type.Optional(Type.String({ maxLength: MAX_SITE_NAME })) }),
    reply: done,
    spec,
  }),
  exportFile: get('/api/system/DataModel/{linkId}/Table/{id}/Action/Export', {
    summary: 'The shape of a table as a JSON file, without rows; of a foreign one that of the table of the site which takes its rows',
    need: by('btn_download'),
    audit: 'export',
    raw: true,
    link: true,
    params: Type.Object({ linkId, id: foreignName }),
    reply: fileLink,
    spec,
  }),
  importFile: post('/api/system/DataModel/{linkId}/Action/Import', {
    summary: 'A table of the site from such a file: one of that name is changed as far as its rows allow, otherwise it is made; the source is `0`',
    need: by('btn_upload'),
    audit: 'security',
    retry: 'natural',
    transaction: 'own',
    encoding: 'multipart',
    params: Type.Object({ linkId }),
    body: uploadBody,
    reply: Type.Object({ table: Type.String(), change: Type.Union([Type.Literal('created'), Type.Literal('saved'), Type.Literal('unchanged')]) }),
    spec,
  }),
});
