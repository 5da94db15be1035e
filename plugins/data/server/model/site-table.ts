import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ForeignColumn } from '../../domain/sync/map-type.ts';
import type { SiteColumn, SiteTable, SiteType } from '../../domain/model/table-shape.ts';
import type { ReadCtx } from '../tables/tables.ts';
import { columnsOf, ownPlace, tablesIn } from './catalogue.ts';

/** What the database calls the types of a site's tables. */
const TYPES: Readonly<Record<string, SiteType>> = {
  varchar: 'varchar',
  int4: 'int',
  int8: 'bigint',
  timestamptz: 'datetime',
  numeric: 'decimal',
  text: 'text',
};

export function siteColumn({ name, type, length, nullable, keyPlace, comment }: ForeignColumn): SiteColumn {
  const dataType = TYPES[type] ?? 'text';
  return { field: name, fieldName: comment, dataType, dataLength: length, allowNull: nullable, primaryKey: keyPlace > 0 };
}

/** A table of the site as it stands; undefined: there is none of this name. */
export async function siteTableOf(ctx: Pick<ReadCtx, 'db'>, table: string): Promise<SiteTable | undefined> {
  const place = ownPlace(ctx);
  const columns = await columnsOf(place, table);
  if (columns.length === 0) return undefined;
  const known = (await tablesIn(place, table, 1_000)).find((one) => one.table === table);
  return { table, tableName: known?.comment ?? '', columns: columns.map(siteColumn) };
}

export const tableMissing = (table: string) => new AppError('data.table-missing', { code: EnvelopeCode.NotFound, params: { name: table } });
