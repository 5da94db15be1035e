import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    /** Days that messages are kept; 0: for ever. */
    keepDays: field
      .int(0, 36_500)
      .initial(0)
      .label('聊天记录保留天数', '聊天紀錄保留天數', 'Days that messages are kept')
      .help('0 为永久保留；更早的消息每晚删除', '0 為永久保留；更早的訊息每晚刪除', '0 keeps them for ever; older messages are removed each night'),
    /** Messages that one person may send within a minute. */
    messagesPerMinute: field
      .int(1, 1_000)
      .initial(60)
      .label('每人每分钟可发消息数', '每人每分鐘可發訊息數', 'Messages a person may send in a minute')
      .help('超过后须稍候再发', '超過後須稍候再發', 'Beyond that one waits a while'),
  },
});
