import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    /** Days that messages of followers and to them are kept. */
    messageDays: field
      .int(7, 1_095)
      .initial(180)
      .label('公众号消息保留天数', '公眾號訊息保留天數', 'Days that messages of the public account are kept')
      .help(
        '患者写给公众号的内容可能含个人信息，到期删除',
        '病患寫給公眾號的內容可能含個人資料，到期刪除',
        'What patients write may be personal; it goes after these days',
      ),
  },
});
