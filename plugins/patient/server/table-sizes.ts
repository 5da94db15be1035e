import { growing, small, type TableSizes } from '@nephra/plugin-sdk/server';

export const tableSizes: TableSizes = {
  change: growing(400_000),
  merge: growing(5_000),
  patient: growing(120_000),
  shift: small(100),
};
