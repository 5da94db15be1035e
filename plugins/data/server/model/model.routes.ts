import { AppError } from '@nephra/plugin-sdk/contract';
import { implement, requireSystemAdministrator, type UploadBody } from '@nephra/plugin-sdk/server';
import { dataModelContract, type TableField } from '../../contract/model/data-model.contract.ts';
import { MAX_TABLES, PREVIEW_MS } from '../../contract/model/model-limits.ts';
import { OWN_SOURCE } from '../../contract/source/source-limits.ts';
import type { ForeignColumn } from '../../domain/sync/map-type.ts';
import type { Ctx, DataDb } from '../tables/tables.ts';
import { columnsOf, hasRows, inSource, tablesIn } from './catalogue.ts';
import { createTable, dropTable, editTable } from './change-table.ts';
import { previewOf } from './preview.ts';
import { siteColumn, tableMissing } from './site-table.ts';
import { exportTable, importTable } from './table-file.command.ts';

const DEFAULT_ROWS = 20;

function fieldOf(column: ForeignColumn, own: boolean): TableField {
  const { name, type, length, nullable, keyPlace, comment } = column;
  const { dataType, dataLength } = own ? siteColumn(column) : { dataType: type, dataLength: length };
  return { field: name, fieldName: comment.slice(0, 200), dataType, dataLength, allowNull: nullable ? 1 : 0, primaryKey: keyPlace > 0 ? 1 : 0 };
}

/** @throws AppError `data.source-read-only` for every source but the own database */
function assertOwn(ctx: Ctx, linkId: string): void {
  requireSystemAdministrator(ctx);
  if (linkId !== OWN_SOURCE) throw new AppError('data.source-read-only');
}

async function fieldsOf(ctx: Ctx, linkId: string, table: string): Promise<TableField[]> {
  const columns = await inSource(ctx, linkId, PREVIEW_MS, (place) => columnsOf(place, table));
  if (columns.length === 0) throw tableMissing(table);
  return columns.map((column) => fieldOf(column, linkId === OWN_SOURCE));
}

export const modelRoutes = implement<DataDb>()(dataModelContract, {
  async tables({ params, query }, ctx) {
    requireSystemAdministrator(ctx);
    const found = await inSource(ctx, params.id, PREVIEW_MS, (place) => tablesIn(place, query.keyword ?? '', MAX_TABLES));
    return {
      list: found.map(({ table, comment, rows }) => ({ id: table, table, tableName: comment === '' ? table : comment, sum: rows, description: comment })),
    };
  },
  async fields({ params }, ctx) {
    requireSystemAdministrator(ctx);
    return { list: await fieldsOf(ctx, params.linkId, params.table) };
  },
  async preview({ params, query }, ctx) {
    requireSystemAdministrator(ctx);
    const { field = '', keyword = '', currentPage = 1, pageSize = DEFAULT_ROWS } = query;
    ctx.audit({ subject: 'foreign-table', subjectId: `${params.linkId}/${params.table}` });
    const page = await previewOf(ctx, params.linkId, { table: params.table, field, keyword, currentPage, pageSize });
    return { ...page, list: page.list.map((row) => ({ ...row })) };
  },
  async one({ params: { linkId, id } }, ctx) {
    requireSystemAdministrator(ctx);
    return await inSource(ctx, linkId, PREVIEW_MS, async (place) => {
      const columns = await columnsOf(place, id);
      if (columns.length === 0) throw tableMissing(id);
      const known = (await tablesIn(place, id, MAX_TABLES)).find(({ table }) => table === id);
      const own = linkId === OWN_SOURCE;
      return {
        tableInfo: { table: id, newTable: id, tableName: known?.comment ?? '' },
        tableFieldList: columns.map((column) => fieldOf(column, own)),
        mayChange: own,
        empty: own && !(await hasRows(place, id)),
      };
    });
  },
  create({ params, body }, ctx) {
    assertOwn(ctx, params.linkId);
    return createTable(ctx, body);
  },
  edit({ params, body }, ctx) {
    assertOwn(ctx, params.linkId);
    return editTable(ctx, body);
  },
  remove({ params, query }, ctx) {
    assertOwn(ctx, params.linkId);
    return dropTable(ctx, params.id, query.confirm ?? '');
  },
  exportFile({ params }, ctx) {
    requireSystemAdministrator(ctx);
    return exportTable(ctx, params.linkId, params.id);
  },
  importFile({ params, body }, ctx) {
    assertOwn(ctx, params.linkId);
    return importTable(ctx, body as unknown as UploadBody);
  },
});
