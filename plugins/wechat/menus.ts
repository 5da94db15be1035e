import { inLanguages as text, type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { DING_CONFIG_MENU } from './contract/ding/ding-limits.ts';
import { PUBLIC_CONFIG_MENU, PUBLIC_MATERIAL_MENU, PUBLIC_MENU_MENU, PUBLIC_MESSAGE_MENU, PUBLIC_USER_MENU } from './contract/public/public-limits.ts';
import { SYNC_MENU } from './contract/sync/sync-limits.ts';
import { WORK_CONFIG_MENU, WORK_MESSAGE_MENU, WORK_PEOPLE_MENU } from './contract/work/work-limits.ts';

const button = (enCode: string, title: TextByLanguage): PermissionItem => ({ enCode, title });

/** No role is given these from the start; what concerns the whole installation asks for a system administrator besides. */
export const menus: readonly MenuContribution[] = [
  {
    ...{ enCode: PUBLIC_CONFIG_MENU, type: MenuType.Page, parent: 'weChat', icon: 'settings', sortCode: 10 },
    title: text('公众号配置', '公眾號設定', 'Official account settings'),
    buttons: [button('btn_edit', text('编辑', '編輯', 'Edit')), button('btn_test', text('测试', '測試', 'Test'))],
  },
  {
    ...{ enCode: PUBLIC_MENU_MENU, type: MenuType.Page, parent: 'weChat', icon: 'list', sortCode: 20 },
    title: text('公众号菜单', '公眾號選單', 'Official account menu'),
    buttons: [button('btn_edit', text('编辑', '編輯', 'Edit')), button('btn_publish', text('发布与撤销', '發布與復原', 'Publish and undo'))],
  },
  {
    ...{ enCode: PUBLIC_USER_MENU, type: MenuType.Page, parent: 'weChat', icon: 'users', sortCode: 30 },
    title: text('公众号用户', '公眾號使用者', 'Official account users'),
    buttons: [
      button('btn_sync', text('同步', '同步', 'Sync')),
      button('btn_tag', text('标签', '標籤', 'Tags')),
      button('btn_bind', text('绑定与解除', '綁定與解除', 'Bind and unbind')),
      button('btn_remind', text('发送提醒', '傳送提醒', 'Send a reminder')),
    ],
  },
  {
    ...{ enCode: PUBLIC_MESSAGE_MENU, type: MenuType.Page, parent: 'weChat', icon: 'message', sortCode: 40 },
    title: text('公众号消息', '公眾號訊息', 'Official account messages'),
    buttons: [button('btn_send', text('回复', '回覆', 'Reply')), button('btn_answer', text('自动回复', '自動回覆', 'Automatic answers'))],
  },
  {
    ...{ enCode: PUBLIC_MATERIAL_MENU, type: MenuType.Page, parent: 'weChat', icon: 'page', sortCode: 50 },
    title: text('公众号素材', '公眾號素材', 'Official account materials'),
    buttons: [
      button('btn_add', text('上传', '上傳', 'Upload')),
      button('btn_remove', text('删除', '刪除', 'Delete')),
      button('btn_article', text('图文', '圖文', 'Articles')),
    ],
  },
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
  {
    ...{ enCode: WORK_MESSAGE_MENU, type: MenuType.Page, parent: 'weChat', icon: 'message', sortCode: 85 },
    title: text('企业号消息', '企業號訊息', 'WeCom messages'),
    buttons: [button('btn_send', text('写消息', '寫訊息', 'Write a message'))],
  },
  {
    ...{ enCode: DING_CONFIG_MENU, type: MenuType.Page, parent: 'weChat', icon: 'settings', sortCode: 90 },
    title: text('钉钉配置', '釘釘設定', 'DingTalk settings'),
    buttons: [button('btn_edit', text('编辑', '編輯', 'Edit')), button('btn_test', text('测试', '測試', 'Test'))],
  },
];
