import { growing, small, type TableSizes } from '@nephra/plugin-sdk/server';

export const tableSizes: TableSizes = {
  catalogue: small(5_000),
  catalogue_price: small(50_000),
  catalogue_price_withdrawal: small(500),
  check_override: growing(100_000),
  custom_package: small(2_000),
  custom_package_line: small(20_000),
  detail: growing(900_000),
  diagnosis: small(40_000),
  interaction: small(5_000),
  package: small(500),
  package_line: small(5_000),
  prescription: growing(300_000),
  price_proposal: small(5_000),
  price_proposal_line: small(20_000),
  withdrawal: growing(5_000),
};
