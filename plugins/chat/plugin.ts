import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Staff write to each other: conversations of two, groups of people, pictures and recordings, links to records (spec 2.4-11…15). */
export default definePlugin({
  id: 'chat',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('内部聊天', '內部聊天', 'Chat'),
  description: text(
    '员工之间的会话、群聊、图片语音与业务链接',
    '員工之間的對話、群聊、圖片語音與業務連結',
    'Conversations and groups of staff, pictures, recordings, links to records',
  ),
  // Who there is to write to.
  dependsOn: ['permission'],
  pages: [page('chat.records', () => import('./web/records/chat-records.page.tsx'))],
  menus,
  slots: [
    slot('shell/chat-badge@1', 'badge', () => import('./web/badge/chat-badge.tsx')),
    slot('shell/chat-drawer@1', 'drawer', () => import('./web/drawer/chat.drawer.tsx')),
  ],
  editableSettings: settings,
  permissions: [{ enCode: 'chat.searchAll', title: text('查询全部聊天记录', '查詢全部聊天紀錄', 'Search what others wrote') }],
});
