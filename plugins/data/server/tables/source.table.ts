import { closedDoor, column, defineTable, fieldColumns, kept, type SqlRow, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { dataSource } from '../../contract/source/data-source.contract.ts';

export const dataSourceTable = defineTable(
  'data.data_source',
  {
    id: column.id(),
    ...fieldColumns(dataSource, 'password'),
    enabled: column.flag(),
    searchGrams: column.grams('fullName', 'host', 'serviceName'),
    ...kept,
  },
  {
    scope: 'installation',
    unique: { data_source_name_idx: ['fullName'] },
    taken: { fullName: ['source-name-taken', 'name'] },
    errorPrefix: 'source',
  },
);

/** Passwords, sealed. Beside the sources, so that neither lists nor audit entries ever hold one. */
export const sourceSecretTable = defineTable(
  'data.source_secret',
  { sourceId: column.ref('data.data_source'), password: column.text(2_000) },
  { rowsStay: true, scope: closedDoor, key: ['sourceId'] },
);

export interface SourceTables {
  'data.data_source': SqlRow<typeof dataSourceTable>;
  'data.source_secret': SqlRow<typeof sourceSecretTable>;
}
export const sourceSizes: TableSizes = { data_source: small(200), source_secret: small(200) };
