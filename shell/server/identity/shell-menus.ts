import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';

const directory = (enCode: string, icon: MenuContribution['icon'], sortCode: number, zh: string, zhtw: string, en: string): MenuContribution => ({
  enCode,
  type: MenuType.Directory,
  icon,
  sortCode,
  title: { zh, zhtw, en },
});

/** Directories that plugins may put their menus into, and the shell's own pages. A directory without entries is not shown. */
export const shellMenus: readonly MenuContribution[] = [
  directory('his', 'dialysis', 10, '医院业务', '醫院業務', 'Hospital'),
  directory('workFlow', 'workflow', 20, '工作流程', '工作流程', 'Workflow'),
  directory('onlineDev', 'tools', 30, '在线开发', '線上開發', 'Online development'),
  directory('generator', 'code', 40, '代码生成', '程式碼產生', 'Code generator'),
  directory('permission', 'permission', 50, '组织权限', '組織權限', 'Organisation and rights'),
  directory('systemData', 'database', 60, '系统数据', '系統資料', 'System data'),
  directory('weChat', 'wechat', 70, '微信配置', '微信設定', 'WeChat'),
  directory('extend', 'star', 80, '扩展应用', '擴充應用', 'Extensions'),
  directory('system', 'settings', 90, '系统管理', '系統管理', 'System'),
  {
    enCode: 'system.plugins',
    type: MenuType.Page,
    parent: 'system',
    icon: 'plugin',
    sortCode: 10,
    urlAddress: 'system/plugins',
    title: { zh: '插件管理', zhtw: '外掛管理', en: 'Plugins' },
    buttons: [{ enCode: 'btn_state', title: { zh: '启用与停用', zhtw: '啟用與停用', en: 'Enable and disable' } }],
  },
  {
    enCode: 'system.task',
    type: MenuType.Page,
    parent: 'system',
    icon: 'calendar',
    sortCode: 12,
    urlAddress: 'system/task',
    title: { zh: '任务调度', zhtw: '工作排程', en: 'Scheduled tasks' },
    buttons: [
      { enCode: 'btn_run', title: { zh: '立即运行', zhtw: '立即執行', en: 'Run now' } },
      { enCode: 'btn_cancel', title: { zh: '取消运行', zhtw: '取消執行', en: 'Cancel a run' } },
    ],
  },
  {
    enCode: 'system.audit',
    type: MenuType.Page,
    parent: 'system',
    icon: 'log',
    sortCode: 15,
    urlAddress: 'system/audit',
    title: { zh: '审计日志', zhtw: '稽核日誌', en: 'Audit log' },
    buttons: [
      { enCode: 'btn_verify', title: { zh: '校验完整性', zhtw: '驗證完整性', en: 'Verify the chain' } },
      { enCode: 'btn_download', title: { zh: '导出', zhtw: '匯出', en: 'Export' } },
    ],
  },
  {
    enCode: 'system.outbox',
    type: MenuType.Page,
    parent: 'system',
    icon: 'message',
    sortCode: 20,
    urlAddress: 'system/outbox',
    title: { zh: '短信发件箱', zhtw: '簡訊寄件匣', en: 'Text message outbox' },
  },
  {
    enCode: 'system.openapi',
    type: MenuType.Page,
    parent: 'system',
    icon: 'api',
    sortCode: 30,
    urlAddress: 'system/openapi',
    title: { zh: '接口文档', zhtw: '介面文件', en: 'API reference' },
    roleHints: ['developer'],
  },
];
