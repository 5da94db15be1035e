import { small, type TableSizes } from '@nephra/plugin-sdk/server';

export const tableSizes: TableSizes = {
  diagnosis: small(40_000),
  entry: small(5_000),
  interaction: small(5_000),
  package: small(500),
  package_line: small(5_000),
  price: small(50_000),
  price_proposal: small(5_000),
  price_proposal_line: small(20_000),
  price_withdrawal: small(500),
};
