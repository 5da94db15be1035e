import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    /** Hour (Asia/Shanghai) from which the day before is compared with the platform. */
    reconcileHour: field
      .int(0, 23)
      .initial(1)
      .label('日对账开始时刻（时）', '日對帳開始時刻（時）', 'Hour of daily reconciliation')
      .help(
        '从这一小时起与医保平台核对前一天的结算',
        '從這一小時起與醫保平台核對前一天的結算',
        'From this hour on the day before is compared with the insurer',
      ),
  },
});
