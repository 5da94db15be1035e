import type { PermissionItem } from '@nephra/plugin-sdk/contract';

/** Sharing saved views of lists with others. */
export const SHARE_VIEWS_RIGHT = 'lists.share';
/** Saying which columns others begin with. */
export const DEFAULT_COLUMNS_RIGHT = 'lists.defaults';

/** Codes of the shell that belong to no menu. Nobody has them until an administrator grants them. */
export const shellPermissions: readonly PermissionItem[] = [
  { enCode: SHARE_VIEWS_RIGHT, title: { zh: '共享列表视图', zhtw: '共用列表檢視', en: 'Share views of lists' } },
  { enCode: DEFAULT_COLUMNS_RIGHT, title: { zh: '设定列表默认列', zhtw: '設定列表預設欄位', en: 'Set default columns of lists' } },
];
