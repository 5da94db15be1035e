import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    /** Days that messages of followers, to them, and written to staff are kept. */
    messageDays: field
      .int(7, 1_095)
      .initial(180)
      .label('微信消息保留天数', '微信訊息保留天數', 'Days that messages over WeChat are kept')
      .help(
        '公众号消息与手写的员工消息；患者写的内容可能含个人信息，到期删除',
        '公眾號訊息與手寫的員工訊息；病患寫的內容可能含個人資料，到期刪除',
        'Of the public account, and those written to staff. What patients write may be personal; it goes after these days',
      ),
  },
});
