import { small, type TableSizes } from '@nephra/plugin-sdk/server';

export const tableSizes: TableSizes = {
  user_import: small(1_000),
  user_import_row: small(10_000),
};
