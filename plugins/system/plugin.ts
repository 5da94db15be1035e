import type { TextByLanguage } from '@nephra/plugin-sdk/contract';
import { definePlugin, menuType, page } from '@nephra/plugin-sdk/web';
import { menus } from './menus.ts';

const text = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });
/** Menus of this type show the entries of one dictionary (spec 2.2). */
const DICTIONARY_MENU_TYPE = 4;

/** What the whole installation chooses from, kept by its administrators. */
export default definePlugin({
  id: 'system',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('系统数据', '系統資料', 'System data'),
  description: text(
    '数据字典：各模块共用的选项与编码；消息模板',
    '資料字典：各模組共用的選項與代碼；訊息範本',
    'Dictionaries: choices and codes that all parts share; templates of messages',
  ),
  pages: [
    page('systemData.dictionary', () => import('./web/dictionary.page.tsx')),
    page('system.smsTemplate', () => import('./web/template/sms-template.page.tsx')),
    page('system.messageTemplate', () => import('./web/template/message-template.page.tsx')),
  ],
  menuTypes: [menuType(DICTIONARY_MENU_TYPE, () => import('./web/dictionary-menu.page.tsx'))],
  menus,
});
