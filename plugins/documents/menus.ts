import { inLanguages as text, type MenuContribution, MenuType, type PermissionItem, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { DOCUMENT_MENU } from './contract/limits.ts';

const button = (enCode: string, title: TextByLanguage): PermissionItem => ({ enCode, title });

/** No role is given its codes from the start, administrators have them: who has the page alone reads, fetches and searches. */
export const menus: readonly MenuContribution[] = [
  {
    enCode: DOCUMENT_MENU,
    type: MenuType.Page,
    parent: 'extend',
    icon: 'folder',
    sortCode: 20,
    title: text('知识管理', '知識管理', 'Documents'),
    buttons: [
      button('btn_add', text('上传与新建', '上傳與新增', 'Upload and add')),
      button('btn_edit', text('重命名与移动', '重新命名與移動', 'Rename and move')),
      button('btn_share', text('共享', '共用', 'Share')),
      button('btn_remove', text('删除', '刪除', 'Delete')),
      button('btn_restore', text('还原', '還原', 'Restore')),
      button('btn_destroy', text('彻底删除', '徹底刪除', 'Delete for good')),
    ],
  },
];
