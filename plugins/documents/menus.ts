import { type MenuContribution, MenuType } from '@nephra/plugin-sdk/contract';
import { DOCUMENT_MENU } from './contract/limits.ts';

/** No role is given its code from the start, administrators have it. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: DOCUMENT_MENU,
    type: MenuType.Page,
    parent: 'extend',
    icon: 'folder',
    sortCode: 20,
    title: { zh: '知识管理', zhtw: '知識管理', en: 'Documents' },
  },
];
