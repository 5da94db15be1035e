import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Messages and notices inside the product. */
export default definePlugin({
  id: 'message',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('消息与公告', '訊息與公告', 'Messages and notices'),
  description: text('站内消息、公告与消息中心', '站內訊息、公告與訊息中心', 'Messages in the product, notices and the message centre'),
  // Whom a notice reaches is decided by organisations, roles and groups, which are the shell's tables.
  privileges: ['identity'],
  editableSettings: settings,
  pages: [
    page('messageRecord', () => import('./web/centre/message-centre.page.tsx')),
    page('system.notice', () => import('./web/notice/notice.page.tsx'), { list: '/api/message/Notice' }),
    page('system.messageOutbox', () => import('./web/send/outbox.page.tsx')),
    page('system.feedback', () => import('./web/feedback/feedback.page.tsx')),
    page('workFlowDetail', () => import('./web/flow/flow-detail.page.tsx')),
  ],
  slots: [
    slot('shell/message-badge@1', 'unread', () => import('./web/badge/message-badge.slot.tsx')),
    slot('shell/feedback@1', 'feedback', () => import('./web/feedback/feedback.slot.tsx')),
    slot('shell/profile@1', 'delivery', () => import('./web/send/delivery.slot.tsx')),
    slot('shell/message-drawer@1', 'messages', () => import('./web/drawer/message-drawer.slot.tsx')),
  ],
  menus,
});
