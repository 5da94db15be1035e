import { AppError, EnvelopeCode, Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, type BundleRow, MAX_BUNDLE_CODE, quoteName } from '@nephra/plugin-sdk/server';
import { keyColumns, MAX_BUNDLED_ROW_BYTES, MAX_BUNDLED_ROWS, rowCode, tableOfCode } from '../../../domain/model/bundled-row.ts';
import { isSiteName, type SiteColumn, type SiteTable, sqlType } from '../../../domain/model/table-shape.ts';
import { rowFlaw } from '../../../domain/sync/row-flaw.ts';
import { stateOf } from '../../sync/store-rows.ts';
import type { DataDb, ReadCtx } from '../../tables/tables.ts';
import { ownPlace, tableIn, type TextRow } from '../catalogue.ts';
import { assertNoCopy } from '../change-table.ts';
import { siteTableOf, tableMissing } from '../site-table.ts';
import { siteTablesHere } from './tables.bundle.ts';

const values = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]));

/** A value as every site says it, whatever the zone of its session. */
const asText = ({ field, dataType }: SiteColumn): string => {
  const name = quoteName(field);
  return dataType === 'datetime' ? `to_char(t.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${name}` : `t.${name}::text as ${name}`;
};

const codeOf = (table: SiteTable, row: Readonly<Record<string, unknown>>): string =>
  rowCode(
    table.table,
    keyColumns(table).map((field) => String(row[field] ?? '')),
  );

/** Rows of a table in the order of its key, one more than could go along. */
function rowsIn(ctx: Pick<ReadCtx, 'db'>, table: SiteTable): Promise<readonly TextRow[]> {
  const place = ownPlace(ctx);
  const order = keyColumns(table).map((field) => `t.${quoteName(field)}`);
  return place.ask(
    `select ${table.columns.map(asText).join(', ')} from ${tableIn(place, table.table)} as t order by ${order.join(', ')} limit ${MAX_BUNDLED_ROWS + 1}`,
  );
}

/** A table goes along whole, where it has room, or stays and is named: half of a table says nothing. */
async function rowsToCarry(ctx: ReadCtx, codes: ReadonlySet<string> | undefined) {
  const named = codes && new Set([...codes].map(tableOfCode));
  const rows: BundleRow[] = [];
  const left: { readonly name: string; readonly why: 'large' | 'local' }[] = [];
  let bytes = 0;
  for (const table of await siteTablesHere(ctx, named)) {
    const name = table.tableName === '' ? table.table : table.tableName;
    // A table that was made otherwise may have no key: its rows cannot be told apart.
    if (keyColumns(table).length === 0) {
      left.push({ name, why: 'local' });
      continue;
    }
    const found = (await rowsIn(ctx, table)).map((one) => ({ code: codeOf(table, one), name, values: one }));
    const size = Buffer.byteLength(JSON.stringify(found));
    const fits = rows.length + found.length <= MAX_BUNDLED_ROWS && bytes + size <= MAX_BUNDLED_ROW_BYTES;
    if (!codes && (!fits || found.some(({ code }) => code.length > MAX_BUNDLE_CODE))) {
      left.push({ name, why: 'large' });
      continue;
    }
    bytes += size;
    for (const row of found) if (!codes || codes.has(row.code)) rows.push({ ...row, name: row.code });
  }
  return { rows, left };
}

const invalid = (key: string, params: Readonly<Record<string, string>>) => new AppError(`data.${key}`, { code: EnvelopeCode.Invalid, params });

/** Writes a row by its key; columns that a bundle does not name stay as they are. @throws AppError what does not fit, and where */
async function storeRow(ctx: ReadCtx, table: SiteTable, row: Readonly<Record<string, string | null>>): Promise<void> {
  const columns = Object.keys(row).map((field) => {
    const column = table.columns.find((one) => one.field === field);
    if (!column) throw invalid('column-missing', { name: field });
    return column;
  });
  const said = columns.map(({ field }) => row[field] ?? null);
  const flaw = rowFlaw(said, columns);
  if (flaw) throw invalid(`row-${flaw.reason}`, { name: flaw.column });
  const key = keyColumns(table);
  const names = columns.map(({ field }) => quoteName(field));
  const others = columns.filter(({ primaryKey }) => !primaryKey).map(({ field }) => `${quoteName(field)} = excluded.${quoteName(field)}`);
  const place = ownPlace(ctx);
  try {
    await place.ask(
      `insert into ${tableIn(place, table.table)} (${names.join(', ')}) values (${columns.map((column, at) => `$${at + 1}::text::${sqlType(column)}`).join(', ')})
        on conflict (${key.map(quoteName).join(', ')}) do ${others.length === 0 ? 'nothing' : `update set ${others.join(', ')}`}`,
      said,
    );
  } catch (error) {
    // Classes 22 and 23 of SQLSTATE are about the values.
    if (/^2[23]/.test(stateOf(error))) throw invalid('row-value', { name: table.table });
    throw error;
  }
}

/** Rows of the tables of a site, each an entry by its key: those of the bundle are written, others stay. */
export const rowBundle = bundlePart<DataDb>({
  id: 'table-rows',
  title: { zh: '现场表数据', zhtw: '現場資料表資料', en: 'Rows of the site’s tables' },
  format: 1,
  byChoice: true,
  after: ['data.tables'],
  fields: {},
  values,
  rows: rowsToCarry,
  async writer(ctx) {
    const known = new Map<string, SiteTable>();
    return async (row) => {
      const name = tableOfCode(row.code);
      const table = known.get(name) ?? (isSiteName(name) ? await siteTableOf(ctx, name) : undefined);
      if (!table || keyColumns(table).length === 0) throw tableMissing(name);
      if (!known.has(name)) await assertNoCopy(ctx, name);
      known.set(name, table);
      const said = row.values as Readonly<Record<string, string | null>>;
      if (codeOf(table, said) !== row.code) throw new AppError('core.bundle-entry', { code: EnvelopeCode.Invalid, params: { code: row.code } });
      await storeRow(ctx, table, said);
    };
  },
});
