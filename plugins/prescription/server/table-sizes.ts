import { growing, small, type TableSizes } from '@nephra/plugin-sdk/server';

export const tableSizes: TableSizes = {
  check_override: growing(100_000),
  custom_package: small(2_000),
  custom_package_line: small(20_000),
  detail: growing(900_000),
  prescription: growing(300_000),
  proposal: growing(300_000),
  withdrawal: growing(5_000),
};
