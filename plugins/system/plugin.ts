import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { definePlugin, menuType, page } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Menus of this type show the entries of one dictionary (spec 2.2). */
const DICTIONARY_MENU_TYPE = 4;

/** What the whole installation chooses from, kept by its administrators. */
export default definePlugin({
  id: 'system',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('系统数据', '系統資料', 'System data'),
  description: text(
    '字典、行政区划、编号规则、定时任务、消息模板、菜单、语言、日志与监控等全院共用的数据',
    '字典、行政區劃、編號規則、定時任務、訊息範本、選單、語言、日誌與監控等全院共用的資料',
    'What the whole installation shares: dictionaries, areas, number rules, tasks, templates of messages, menus, texts, logs and figures',
  ),
  // The audit log, calls, errors and figures of the server; the page of menus writes the shell's own tables of menus.
  privileges: ['operations', 'identity'],
  editableSettings: settings,
  pages: [
    page('systemData.dictionary', () => import('./web/dictionary.page.tsx')),
    page('system.area', () => import('./web/area/area.page.tsx')),
    page('system.smsTemplate', () => import('./web/template/sms-template.page.tsx')),
    page('system.messageTemplate', () => import('./web/template/message-template.page.tsx')),
    page('system.scheduleTask', () => import('./web/task/task.page.tsx')),
    page('system.billRule', () => import('./web/bill-rule/bill-rule.page.tsx')),
    page('system.log', () => import('./web/log/log.page.tsx')),
    page('system.monitor', () => import('./web/monitor/monitor.page.tsx')),
    page('system.cache', () => import('./web/cache/cache.page.tsx')),
    page('system.bundle', () => import('./web/bundle/bundle.page.tsx')),
    page('system.menu', () => import('./web/menu/menu.page.tsx')),
    page('system.language', () => import('./web/language/language.page.tsx')),
    page('system.sysConfig', () => import('./web/config/config.page.tsx')),
    page('system.icons', () => import('./web/menu/icons.page.tsx')),
  ],
  menuTypes: [menuType(DICTIONARY_MENU_TYPE, () => import('./web/dictionary-menu.page.tsx'))],
  menus,
});
