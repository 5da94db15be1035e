import { MenuType } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';

/**
 * What this plugin brings, as data. The builder writes manifest.json from it, so nothing is declared twice; pages are loaded
 * when somebody opens them.
 */
export default definePlugin({
  id: 'sample-plugin',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: 'Sample Plugin', zhtw: 'Sample Plugin', en: 'Sample Plugin' },
  pages: [page('sample_plugin.entries', () => import('./web/entries/entries.page.tsx'))],
  menus: [
    {
      enCode: 'sample_plugin.entries',
      type: MenuType.Page,
      title: { zh: 'Sample Plugin', zhtw: 'Sample Plugin', en: 'Sample Plugin' },
      icon: 'list',
      sortCode: 900,
      roleHints: ['doctor', 'nurse'],
      buttons: [
        { enCode: 'btn_add', title: { zh: '新建', zhtw: '新增', en: 'Add' }, roleHints: ['doctor', 'nurse'] },
        { enCode: 'btn_remove', title: { zh: '删除', zhtw: '刪除', en: 'Delete' }, roleHints: ['doctor'] },
      ],
    },
  ],
});
