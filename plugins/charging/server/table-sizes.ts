import { growing, small, type TableSizes } from '@nephra/plugin-sdk/server';

export const tableSizes: TableSizes = {
  bill: growing(1_000_000),
  bill_line: growing(2_000_000),
  bill_prescription: growing(1_000_000),
  day_total: growing(300_000),
  day_way: growing(300_000),
  drawer: small(200),
  drawer_bill: small(1_000),
  facility: small(20),
  month_close: small(2_400),
  month_run: small(5_000),
  month_run_item: growing(300_000),
  pay_way: small(20),
  payment: growing(1_000_000),
  receipt_series: small(20),
  shift: growing(75_000),
  shift_bill: growing(1_000_000),
  shift_way: growing(150_000),
};
