import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { USAGE_MENU } from './contract/usage-menu.ts';

export const menus: readonly MenuContribution[] = [
  {
    enCode: USAGE_MENU,
    type: MenuType.Page,
    parent: 'system',
    icon: 'chart-bar',
    sortCode: 25,
    title: { zh: 'AI 助手用量', zhtw: 'AI 助理用量', en: 'Assistant usage' },
    roleHints: ['orgadmin'],
  },
];
