import { column, wireForm } from '@nephra/plugin-sdk/server';
import { LINE_WRITTEN, type LineTextField } from '../../contract/line-content.ts';
import { DOSE_DECIMALS, DOSE_DIGITS, MAX_DAYS, MAX_GROUP } from '../../../catalogue/contract/index.ts';
import { MAX_DP_TYPE } from '../../contract/head-limits.ts';

const text = (name: LineTextField) => column.text(LINE_WRITTEN[name].maxLength);

/** Columns of `LINE_ORDER`. */
const orderColumns = {
  onceUsing: column.decimal(DOSE_DIGITS, DOSE_DECIMALS),
  onceUsingUnit: text('onceUsingUnit'),
  drugUsage: text('drugUsage'),
  drugInterval: text('drugInterval'),
  drugDays: column.int(0, MAX_DAYS),
  drugNum: column.quantity(),
  drugNumUnit: text('drugNumUnit'),
  manualNum: column.flag(),
  isGroup: column.int(0, MAX_GROUP).named('group_no'),
};

/** Columns of `LINE_CONTENT`, in `prescription.detail` and `prescription.custom_package_line`. */
export const contentColumns = {
  ...orderColumns,
  remark: text('remark'),
};

/** Columns of `LINE_WRITTEN`, in `prescription.detail`. */
export const writtenColumns = {
  ...contentColumns,
  approvalMark: column.int(0, 1),
  packageId: text('packageId'),
  diseCodg: text('diseCodg').named('dise_code'),
  medType: column.int(0, MAX_DP_TYPE),
};

export const contentForm = wireForm(contentColumns);
export const writtenForm = wireForm(writtenColumns);
