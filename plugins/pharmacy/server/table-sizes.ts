import { growing, small, type TableSizes } from '@nephra/plugin-sdk/server';

export const tableSizes: TableSizes = {
  allocation: growing(900_000),
  dispensing: growing(300_000),
  dispensing_step: growing(600_000),
  goods_receipt: growing(50_000),
  goods_receipt_line: growing(200_000),
  item: small(20_000),
  lot: growing(60_000),
  movement: growing(1_000_000),
  opened_pack: growing(500_000),
  pack_share: growing(2_000_000),
  stock_count: growing(5_000),
  stock_count_line: growing(100_000),
  trace_code: growing(500_000),
  used_goods: growing(8_000_000),
  used_lot: growing(9_000_000),
};
