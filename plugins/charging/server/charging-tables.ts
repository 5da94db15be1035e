import type { SqlRow } from '@nephra/plugin-sdk/server';
import type { billLineTable, billPrescriptionTable, paymentTable } from './tables/bill-parts.table.ts';
import type { billTable } from './tables/bill.table.ts';
import type { dayTotalTable, dayWayTable } from './tables/day.table.ts';
import type { drawerBillTable, drawerTable } from './tables/drawer.table.ts';
import type { facilityTable, receiptSeriesTable } from './tables/facility.table.ts';
import type { monthCloseTable, monthRunItemTable, monthRunTable } from './tables/month.table.ts';
import type { payWayTable } from './tables/pay-way.table.ts';
import type { shiftBillTable, shiftTable, shiftWayTable } from './tables/shift.table.ts';

/** Tables of the schema `charging`, for statements that are written by hand; each is declared in `tables`. */
export interface ChargingTables {
  'charging.facility': SqlRow<typeof facilityTable>;
  'charging.receipt_series': SqlRow<typeof receiptSeriesTable>;
  'charging.pay_way': SqlRow<typeof payWayTable>;
  'charging.bill': SqlRow<typeof billTable>;
  'charging.bill_prescription': SqlRow<typeof billPrescriptionTable>;
  'charging.bill_line': SqlRow<typeof billLineTable>;
  'charging.payment': SqlRow<typeof paymentTable>;
  'charging.drawer': SqlRow<typeof drawerTable>;
  'charging.drawer_bill': SqlRow<typeof drawerBillTable>;
  'charging.shift': SqlRow<typeof shiftTable>;
  'charging.shift_way': SqlRow<typeof shiftWayTable>;
  'charging.shift_bill': SqlRow<typeof shiftBillTable>;
  'charging.day_total': SqlRow<typeof dayTotalTable>;
  'charging.day_way': SqlRow<typeof dayWayTable>;
  'charging.month_close': SqlRow<typeof monthCloseTable>;
  'charging.month_run': SqlRow<typeof monthRunTable>;
  'charging.month_run_item': SqlRow<typeof monthRunItemTable>;
}
