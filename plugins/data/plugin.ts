import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { menus } from './menus.ts';

/** Tools around data for administrators of the installation: foreign databases, their tables, copies between them, backups, maps. */
export default definePlugin({
  id: 'data',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: text('数据工具', '資料工具', 'Data tools'),
  description: text(
    '数据连接、数据建模、数据同步、数据备份与数据地图',
    '資料連線、資料建模、資料同步、資料備份與資料地圖',
    'Data sources, data models, synchronisation, backups and maps',
  ),
  // Backups read the whole database and its folder; tables of the site's own stand in the schema `site`.
  privileges: ['operations', 'site-tables'],
  pages: [
    page('systemData.dataSource', () => import('./web/source/data-source.page.tsx')),
    page('systemData.dataModel', () => import('./web/model/data-model.page.tsx')),
    page('systemData.dataSync', () => import('./web/sync/data-sync.page.tsx')),
    page('systemData.dataBackup', () => import('./web/backup/backup.page.tsx')),
    page('systemData.map', () => import('./web/map/map.page.tsx')),
  ],
  menus,
});
