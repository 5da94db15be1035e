import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings of the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    messageDays: field
      .int(30, 3_650)
      .initial(730)
      .label('站内消息保留天数', '站內訊息保留天數', 'Days that messages are kept')
      .help('超出后连同已读记录一起删除', '超出後連同已讀紀錄一起刪除', 'They go with the marks of their readers'),
    noticeDays: field
      .int(30, 3_650)
      .initial(1_095)
      .label('公告保留天数', '公告保留天數', 'Days that notices are kept')
      .help(
        '从发布或撤回算起，草稿一直保留；已处理的意见反馈同样保留这么久',
        '從發布或撤回算起，草稿一直保留；已處理的意見回饋同樣保留這麼久',
        'From their release or withdrawal; drafts stay. Settled feedback is kept as long',
      ),
    outboxDays: field
      .int(7, 730)
      .initial(90)
      .label('站外发送记录保留天数', '站外傳送紀錄保留天數', 'Days that the outbox is kept')
      .help('从发出或放弃算起', '從發出或放棄算起', 'From when it was sent or given up'),
  },
});
