import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** WeChat: the work account of staff, and the public account that patients follow. */
export default definePlugin({
  id: 'wechat',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('微信', '微信', 'WeChat'),
  description: text(
    '企业微信扫码登录、员工消息与组织同步；公众号菜单、用户、消息与素材',
    '企業微信掃碼登入、員工訊息與組織同步；公眾號選單、使用者、訊息與素材',
    'Work account: sign-in by scan, messages and sync of staff. Public account: menu, followers, messages, materials',
  ),
  // Which member is which account; which follower is which patient.
  dependsOn: ['permission', 'patient'],
  pages: [
    page('weChat.mpConfig', () => import('./web/public/config/mp-config.page.tsx')),
    page('weChat.mpMenu', () => import('./web/public/menu/mp-menu.page.tsx')),
    page('weChat.mpUser', () => import('./web/public/users/mp-users.page.tsx')),
    page('weChat.mpMessage', () => import('./web/public/messages/mp-messages.page.tsx')),
    page('weChat.mpMaterial', () => import('./web/public/materials/mp-materials.page.tsx')),
    page('weChat.qyhConfig', () => import('./web/config/config.page.tsx')),
    page('weChat.qyDepartment', () => import('./web/sync/sync.page.tsx')),
    page('weChat.dingConfig', () => import('./web/ding/ding-config.page.tsx')),
    page('weChat.qyMessage', () => import('./web/staff-message/staff-messages.page.tsx')),
    page('weChat.qyUser', () => import('./web/people/people.page.tsx')),
  ],
  menus,
  editableSettings: settings,
});
