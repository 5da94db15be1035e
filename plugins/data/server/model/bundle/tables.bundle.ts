import { AppError, EnvelopeCode, type Static, Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, type BundleRow } from '@nephra/plugin-sdk/server';
import { MAX_COLUMNS, MAX_COMMENT, MAX_TABLES } from '../../../contract/model/model-limits.ts';
import { columnLine, columnOfLine } from '../../../domain/model/column-line.ts';
import { isFlaw, isSiteName, readShape, type SiteTable } from '../../../domain/model/table-shape.ts';
import type { DataDb, ReadCtx } from '../../tables/tables.ts';
import { ownPlace, tablesIn } from '../catalogue.ts';
import { bringTable, flawError } from '../change-table.ts';
import { siteTableOf } from '../site-table.ts';

const bundledTable = Type.Object(
  { tableName: Type.String({ maxLength: MAX_COMMENT }), columns: Type.Array(Type.String(), { minItems: 1, maxItems: MAX_COLUMNS }) },
  { additionalProperties: false },
);
type BundledTable = Static<typeof bundledTable>;

/** Tables of the site with their columns, in the order of their names. @param names left out: all */
export async function siteTablesHere(ctx: Pick<ReadCtx, 'db'>, names?: ReadonlySet<string>): Promise<readonly SiteTable[]> {
  const tables: SiteTable[] = [];
  for (const { table } of await tablesIn(ownPlace(ctx), '', MAX_TABLES)) {
    if (!isSiteName(table) || (names && !names.has(table))) continue;
    const found = await siteTableOf(ctx, table);
    if (found) tables.push(found);
  }
  return tables;
}

const rowOf = ({ table, tableName, columns }: SiteTable): BundleRow => ({
  code: table,
  name: tableName === '' ? table : tableName,
  values: { tableName, columns: columns.map(columnLine) },
});

/** @throws AppError for the first thing that is wrong with what a bundle says of a table */
function shapeOf({ code, values }: BundleRow): SiteTable {
  const { tableName, columns } = values as unknown as BundledTable;
  const said = columns.map((line) => {
    const column = columnOfLine(line);
    if (!column) throw new AppError('data.column-line', { code: EnvelopeCode.Invalid, params: { line } });
    return column;
  });
  const read = readShape(code, tableName, said);
  if (isFlaw(read)) throw flawError(read);
  return read;
}

/** Shapes of the tables of a site. Taken over, a table becomes what the bundle says; what rows that are here would lose by it is a conflict. */
export const tableBundle = bundlePart<DataDb>({
  id: 'tables',
  title: { zh: '现场表结构', zhtw: '現場資料表結構', en: 'Tables of the site' },
  format: 1,
  fields: {
    tableName: { label: { zh: '表说明', zhtw: '資料表說明', en: 'Description' } },
    columns: { label: { zh: '字段', zhtw: '欄位', en: 'Columns' } },
  },
  values: bundledTable,
  rows: async (ctx, codes) => (await siteTablesHere(ctx, codes)).map(rowOf),
  writer: async (ctx) => async (row) => void (await bringTable(ctx, shapeOf(row))),
});
