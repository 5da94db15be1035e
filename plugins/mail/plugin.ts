import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** The own mailbox of each member of staff, by IMAP and SMTP. */
export default definePlugin({
  id: 'mail',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '邮件', zhtw: '郵件', en: 'Mail' },
  description: { zh: '本人邮箱的收信、写信与附件', zhtw: '本人信箱的收信、寫信與附件', en: 'Reading and writing in one’s own mailbox' },
  // Addresses of colleagues are offered: whose they are is the shell's to know.
  privileges: ['identity'],
  pages: [page('extend.email', () => import('./web/mail.page.tsx')), page('emailDetail', () => import('./web/detail.page.tsx'))],
  menus,
  editableSettings: settings,
});
