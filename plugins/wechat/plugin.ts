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
  description: text('企业微信扫码登录与员工消息', '企業微信掃碼登入與員工訊息', 'Sign-in by scan and messages to staff with a WeChat work account'),
  // Which member is which account.
  dependsOn: ['permission'],
  pages: [page('weChat.qyhConfig', () => import('./web/config/config.page.tsx')), page('weChat.qyUser', () => import('./web/people/people.page.tsx'))],
  menus,
});
