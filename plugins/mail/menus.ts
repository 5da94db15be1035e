import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { MAIL_MENU } from './contract/limits.ts';

export const menus: readonly MenuContribution[] = [
  {
    enCode: MAIL_MENU,
    type: MenuType.Page,
    parent: 'extend',
    icon: 'message',
    sortCode: 20,
    title: { zh: '邮件收发', zhtw: '郵件收發', en: 'Mail' },
    // A mailbox of one's own: everybody who works here.
    roleHints: ['doctor', 'nurse', 'headnurse', 'pharmacist', 'reviewer', 'cashier', 'clerk', 'engineer', 'quality', 'lab', 'developer', 'orgadmin'],
  },
];
