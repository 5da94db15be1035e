import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  organisation: {
    /** Minutes for which a call is shown large; afterwards the patient stays marked in the list. */
    callMinutes: field
      .int(1, 30)
      .initial(3)
      .label('呼叫醒目显示（分钟）', '呼叫醒目顯示（分鐘）', 'Minutes for which a call is shown large')
      .help('之后患者仍在候诊列表中标为已呼叫', '之後病患仍在候診清單中標為已呼叫', 'Afterwards the patient stays marked as called in the list'),
    /** Seconds until the next page of a list that does not fit. */
    pageSeconds: field
      .int(5, 120)
      .initial(12)
      .label('翻页间隔（秒）', '翻頁間隔（秒）', 'Seconds between pages')
      .help('一屏放不下时自动翻页', '一屏放不下時自動翻頁', 'A list that does not fit turns its pages'),
  },
});
