import { MenuType } from '@nephra/plugin-sdk/contract';
import { definePlugin, menuType } from '@nephra/plugin-sdk/web';

/** Serves a whole type of menu: every entry of type 8 opens a board, and `moduleId` says which. */
export default definePlugin({
  id: 'sample-plugin',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: 'Sample Plugin', zhtw: 'Sample Plugin', en: 'Sample Plugin' },
  menuTypes: [menuType(MenuType.Portal, () => import('./web/board.page.tsx'))],
  menus: [
    {
      enCode: 'sample_plugin.board',
      type: MenuType.Portal,
      title: { zh: '公告板', zhtw: '公告板', en: 'Board' },
      icon: 'list',
      sortCode: 900,
      propertyJson: { moduleId: 'ward' },
      roleHints: ['doctor', 'nurse'],
      buttons: [{ enCode: 'btn_add', title: { zh: '新建', zhtw: '新增', en: 'Add' }, roleHints: ['doctor'] }],
    },
  ],
});
