import type { TextByLanguage } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { menus } from './menus.ts';

const text = (zh: string, zhtw: string, en: string): TextByLanguage => ({ zh, zhtw, en });

/** WeChat: the work account of staff. */
export default definePlugin({
  id: 'wechat',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('微信', '微信', 'WeChat'),
  description: text(
    '企业微信扫码登录、员工消息与组织同步',
    '企業微信掃碼登入、員工訊息與組織同步',
    'Sign-in by scan, messages and sync of staff with a WeChat work account',
  ),
  // Which member is which account.
  dependsOn: ['permission'],
  pages: [
    page('weChat.qyhConfig', () => import('./web/config/config.page.tsx')),
    page('weChat.qyDepartment', () => import('./web/sync/sync.page.tsx')),
    page('weChat.qyUser', () => import('./web/people/people.page.tsx')),
  ],
  menus,
});
