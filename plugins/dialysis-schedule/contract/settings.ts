import { defineSettings, field } from '@nephra/plugin-sdk/record';

/** Settings that administrators change on the page of plugin settings. */
export const settings = defineSettings({
  installation: {
    /** Days from today for which patterns are made into places on the board. */
    horizonDays: field
      .int(7, 180)
      .initial(60)
      .label('排班展开天数', '排班展開天數', 'Days that are planned ahead')
      .help(
        '每晚按透析方案生成今天起这么多天的排班',
        '每晚依透析方案產生今天起這麼多天的排班',
        'Each night the patterns of patients are made into places for so many days',
      ),
    /** Absences within 30 days after which a patient stands first in the list of those who missed. */
    absencesToCall: field
      .int(1, 20)
      .initial(3)
      .label('缺席提醒次数', '缺席提醒次數', 'Absences that call for a call')
      .help('30 天内缺席达到此次数即提醒联系患者', '30 天內缺席達到此次數即提醒聯絡病患', 'Patients who missed so often within 30 days are marked'),
  },
});
