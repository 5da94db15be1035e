import { column, wireForm } from '@nephra/plugin-sdk/server';
import { DOSE_DECIMALS, DOSE_DIGITS, MAX_DAYS, MAX_GROUP } from '../../contract/lines/line-limits.ts';
import { LINE_ORDER } from '../../contract/lines/line-order.ts';

/** Columns of `LINE_ORDER`. */
export const orderColumns = {
  onceUsing: column.decimal(DOSE_DIGITS, DOSE_DECIMALS),
  onceUsingUnit: column.text(LINE_ORDER.onceUsingUnit.maxLength),
  drugUsage: column.text(LINE_ORDER.drugUsage.maxLength),
  drugInterval: column.text(LINE_ORDER.drugInterval.maxLength),
  drugDays: column.int(0, MAX_DAYS),
  drugNum: column.quantity(),
  drugNumUnit: column.text(LINE_ORDER.drugNumUnit.maxLength),
  manualNum: column.flag(),
  isGroup: column.int(0, MAX_GROUP).named('group_no'),
};
export const orderForm = wireForm(orderColumns);
