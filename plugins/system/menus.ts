import { inLanguages as text, type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { recordMenu } from '@nephra/plugin-sdk/record';
import { AREA_MENU } from './contract/area/limits.ts';
import { billRule } from './contract/bill-rule/bill-rule.contract.ts';
import { task } from './contract/task/task.contract.ts';
import { BUNDLE_PAGE } from './contract/bundle/bundle-limits.ts';
import { CACHE_MENU, DICTIONARY_MENU, MONITOR_MENU } from './contract/limits.ts';
import { CONFIG_PAGE } from './contract/config/config-limits.ts';
import { LOG_MENU } from './contract/log/limits.ts';
import { messageTemplate } from './contract/template/message-template.contract.ts';
import { smsTemplate } from './contract/template/sms-template.contract.ts';
import { TEMPLATE_DIRECTORY } from './contract/template/template-limits.ts';
import { LANGUAGE_PAGE } from './contract/language/language-limits.ts';
import { MENU_PAGE } from './contract/menu/menu-limits.ts';

const button = (enCode: string, title: TextByLanguage): PermissionItem => ({ enCode, title });

/** Dictionaries and areas are of the whole installation, so no role is given their buttons from the start: administrators have them. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: DICTIONARY_MENU,
    type: MenuType.Page,
    parent: 'systemData',
    icon: 'dictionary',
    sortCode: 60,
    title: text('数据字典', '資料字典', 'Dictionaries'),
    buttons: [
      button('btn_type', text('维护字典', '維護字典', 'Keep dictionaries')),
      button('btn_add', text('新建', '新增', 'Add')),
      button('btn_edit', text('编辑', '編輯', 'Edit')),
      button('btn_remove', text('删除', '刪除', 'Delete')),
      button('btn_state', text('启用与停用', '啟用與停用', 'Enable and disable')),
      button('btn_upload', text('导入', '匯入', 'Import')),
      button('btn_download', text('导出', '匯出', 'Export')),
    ],
  },
  { enCode: TEMPLATE_DIRECTORY, type: MenuType.Directory, parent: 'system', icon: 'template', sortCode: 9, title: text('系统模板', '系統範本', 'Templates') },
  recordMenu(messageTemplate, { parent: TEMPLATE_DIRECTORY, icon: 'mail', sortCode: 10, title: text('消息模板', '訊息範本', 'Message templates') }),
  recordMenu(smsTemplate, { parent: TEMPLATE_DIRECTORY, icon: 'phone', sortCode: 20, title: text('短信模板', '簡訊範本', 'SMS templates') }),
  {
    enCode: AREA_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'map',
    sortCode: 8,
    title: text('行政区划', '行政區劃', 'Areas'),
    buttons: [
      button('btn_add', text('新建', '新增', 'Add')),
      button('btn_edit', text('编辑', '編輯', 'Edit')),
      button('btn_remove', text('删除', '刪除', 'Delete')),
      button('btn_state', text('启用与停用', '啟用與停用', 'Enable and disable')),
    ],
  },
  recordMenu(billRule, { parent: 'system', icon: 'number-rule', sortCode: 9, title: text('单据规则', '單據規則', 'Bill number rules') }),
  recordMenu(task, { parent: 'system', icon: 'calendar', sortCode: 12, title: text('定时任务', '定時任務', 'Timed tasks') }),
  {
    enCode: LOG_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'log',
    sortCode: 16,
    title: text('系统日志', '系統日誌', 'Logs'),
    buttons: [button('btn_download', text('导出', '匯出', 'Export')), button('btn_remove', text('删除与清空', '刪除與清空', 'Delete and clear'))],
  },
  {
    enCode: MONITOR_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'monitor',
    sortCode: 17,
    title: text('系统监控', '系統監控', 'Monitor'),
  },
  {
    enCode: CACHE_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'cache',
    sortCode: 18,
    title: text('系统缓存', '系統快取', 'Cache'),
    buttons: [button('btn_remove', text('清除', '清除', 'Clear'))],
  },
  {
    enCode: BUNDLE_PAGE,
    type: MenuType.Page,
    parent: 'system',
    icon: 'package',
    sortCode: 19,
    title: text('迁移包', '遷移包', 'Site bundles'),
  },
  {
    enCode: MENU_PAGE,
    type: MenuType.Page,
    parent: 'system',
    icon: 'form',
    sortCode: 5,
    title: text('系统菜单', '系統選單', 'Menus'),
    buttons: [
      button('btn_add', text('新建', '新增', 'Add')),
      button('btn_edit', text('编辑', '編輯', 'Edit')),
      button('btn_remove', text('删除', '刪除', 'Delete')),
      button('btn_state', text('启用与停用', '啟用與停用', 'Enable and disable')),
      button('btn_upload', text('导入', '匯入', 'Import')),
      button('btn_download', text('导出', '匯出', 'Export')),
    ],
  },
  {
    enCode: CONFIG_PAGE,
    type: MenuType.Page,
    parent: 'system',
    icon: 'settings',
    sortCode: 4,
    title: text('系统配置', '系統設定', 'System configuration'),
    buttons: [
      button('btn_edit', text('修改配置', '修改設定', 'Change')),
      button('btn_test', text('发送测试邮件', '傳送測試郵件', 'Send test mail')),
      button('btn_admin', text('指定系统管理员', '指定系統管理員', 'Name administrators')),
    ],
  },
  {
    enCode: 'system.icons',
    type: MenuType.Page,
    parent: 'system',
    icon: 'icons',
    sortCode: 6,
    title: text('系统图标', '系統圖示', 'Icons'),
  },
  {
    enCode: LANGUAGE_PAGE,
    type: MenuType.Page,
    parent: 'system',
    icon: 'language',
    sortCode: 7,
    title: text('多语言管理', '多語言管理', 'Languages'),
    buttons: [
      button('btn_edit', text('修改文字', '修改文字', 'Word texts')),
      button('btn_upload', text('导入', '匯入', 'Import')),
      button('btn_download', text('导出', '匯出', 'Export')),
    ],
  },
];
