/** Semi tier `date`: calendars and clocks. */
export { default as DatePicker } from '@douyinfe/semi-ui/lib/es/datePicker';
export { default as TimePicker } from '@douyinfe/semi-ui/lib/es/timePicker';
