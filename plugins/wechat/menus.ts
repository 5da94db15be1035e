import { type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { SYNC_MENU } from './contract/sync/sync-limits.ts';
import { WORK_CONFIG_MENU, WORK_PEOPLE_MENU } from './contract/work/work-limits.ts';

const text = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });
const button = (enCode: string, title: TextByLanguage): PermissionItem => ({ enCode, title });

/** No role is given these from the start; what concerns the whole installation asks for a system administrator besides. */
export const menus: readonly MenuContribution[] = [
  {
    ...{ enCode: WORK_CONFIG_MENU, type: MenuType.Page, parent: 'weChat', icon: 'settings', sortCode: 60 },
    title: text('企业号配置', '企業號設定', 'WeCom settings'),
    buttons: [button('btn_edit', text('编辑', '編輯', 'Edit')), button('btn_test', text('测试', '測試', 'Test'))],
  },
  {
    ...{ enCode: SYNC_MENU, type: MenuType.Page, parent: 'weChat', icon: 'organization', sortCode: 70 },
    title: text('企业号组织', '企業號組織', 'WeCom departments'),
    buttons: [button('btn_sync', text('同步', '同步', 'Sync')), button('btn_undo', text('撤销同步', '復原同步', 'Undo'))],
  },
  {
    ...{ enCode: WORK_PEOPLE_MENU, type: MenuType.Page, parent: 'weChat', icon: 'users', sortCode: 80 },
    title: text('企业号用户', '企業號使用者', 'WeCom users'),
    buttons: [
      button('btn_bind', text('绑定与解除', '綁定與解除', 'Bind and unbind')),
      button('btn_match', text('按手机号匹配', '依手機號比對', 'Match by mobile number')),
    ],
  },
];
