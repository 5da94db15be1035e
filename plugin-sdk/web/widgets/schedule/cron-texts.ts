import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import type { TextTable } from '../columns/text-table.ts';

/** Words of timetables. They come with the pages that show some, so that no other page waits for them. */
export const CRON_TEXTS = {
  everySecond: text('每秒', '每秒', 'every second'),
  everySeconds: text('每 {{n}} 秒', '每 {{n}} 秒', 'every {{n}} seconds'),
  everyMinute: text('每分钟', '每分鐘', 'every minute'),
  everyMinutes: text('每 {{n}} 分钟', '每 {{n}} 分鐘', 'every {{n}} minutes'),
  everyHour: text('每小时', '每小時', 'every hour'),
  everyHours: text('每 {{n}} 小时', '每 {{n}} 小時', 'every {{n}} hours'),
  everyDay: text('每天一次', '每天一次', 'once a day'),
  everyDays: text('每 {{n}} 天', '每 {{n}} 天', 'every {{n}} days'),
  hourlyAt: text('每小时第 {{m}} 分', '每小時第 {{m}} 分', 'every hour at minute {{m}}'),
  dailyAt: text('每天 {{times}}', '每天 {{times}}', 'every day at {{times}}'),
  weeklyAt: text('每{{days}} {{times}}', '每{{days}} {{times}}', 'on {{days}} at {{times}}'),
  monthlyAt: text('每月 {{days}} 日 {{times}}', '每月 {{days}} 日 {{times}}', 'on day {{days}} of each month at {{times}}'),
  cron: text('按时间表 {{cron}}', '按時間表 {{cron}}', 'by the timetable {{cron}}'),
  label: text('运行时间', '執行時間', 'When it runs'),
  minutes: text('每隔若干分钟', '每隔若干分鐘', 'Every few minutes'),
  hourly: text('每小时', '每小時', 'Every hour'),
  daily: text('每天', '每天', 'Every day'),
  weekly: text('每周', '每週', 'Every week'),
  monthly: text('每月', '每月', 'Every month'),
  own: text('自定义时间表', '自訂時間表', 'A timetable of its own'),
  minute: text('第几分钟', '第幾分鐘', 'Minute'),
  time: text('时刻', '時刻', 'Time of day'),
  weekdays: text('星期', '星期', 'Days of the week'),
  monthDays: text('日期', '日期', 'Days of the month'),
  fields: text('分 时 日 月 周，用空格分开', '分 時 日 月 週，用空格分開', 'minute hour day month weekday, apart by blanks'),
  oneDay: text('{{n}} 日', '{{n}} 日', '{{n}}'),
} as const satisfies TextTable;

export type CronTextKey = keyof typeof CRON_TEXTS;
