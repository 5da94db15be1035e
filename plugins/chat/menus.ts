import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { RECORDS_MENU } from './contract/limits.ts';

/** No role is given its code from the start, administrators have it. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: RECORDS_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'chat',
    sortCode: 95,
    title: { zh: '聊天记录查询', zhtw: '聊天紀錄查詢', en: 'Chat records' },
  },
];
