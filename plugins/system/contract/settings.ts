import { defineSettings, field } from '@nephra/plugin-sdk/record';
import { MAX_KEPT_DAYS, MAX_KEPT_LINES } from './log/limits.ts';

/** Settings of the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    requestLogDays: field.int(1, MAX_KEPT_DAYS).initial(14).label('请求日志保留天数', '請求日誌保留天數', 'Days that requests are kept'),
    exceptionLogDays: field.int(1, MAX_KEPT_DAYS).initial(90).label('异常日志保留天数', '異常日誌保留天數', 'Days that exceptions are kept'),
    logLines: field
      .int(1_000, MAX_KEPT_LINES)
      .initial(100_000)
      .label('请求与异常各保留的最多条数', '請求與異常各保留的最多筆數', 'Most lines kept of each of the two')
      .help('超出后先删除最早的；审计日志不受影响', '超出後先刪除最早的；稽核日誌不受影響', 'The oldest go first; the audit log is not touched'),
  },
});
