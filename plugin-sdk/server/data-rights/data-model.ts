import type { RawBuilder, SqlBool } from 'kysely';
import type { DataFieldType } from '../../contract/index.ts';

export interface DataColumn {
  /** Column of the table; null when these rows do not have the field: no comparison with it is ever true. */
  readonly column: string | null;
  readonly type: DataFieldType;
  /** For DateTime: the column is a `date`, so only whole days are compared. Default: `timestamptz`. */
  readonly stored?: 'day';
}

/** Rows that data schemes of a menu may narrow, and the column behind each field that `dataFields` of the menu declares. */
export interface DataModel<Codes extends string = string> {
  /** enCode of the menu. */
  readonly menu: string;
  /** Table with its schema. */
  readonly table: string;
  /** Column that the caller's organisations are looked for in; null when queries keep to them by other means than one column. */
  readonly orgColumn: string | null;
  readonly fields: Readonly<Record<Codes, DataColumn>>;
  /** Rows that the menu's list shows unless asked otherwise; for counting only. */
  readonly listed?: RawBuilder<SqlBool> | ((orgIds: readonly string[]) => RawBuilder<SqlBool>);
}

/** Declares a model. List it in `dataModels` of the server plugin, so that the effect of schemes can be counted. */
export const defineDataModel = <const Codes extends string>(model: DataModel<Codes>): DataModel<Codes> => model;
