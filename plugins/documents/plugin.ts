import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Folders and files of people, shared with others. */
export default definePlugin({
  id: 'documents',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '文档', zhtw: '文件', en: 'Documents' },
  description: { zh: '个人文档、共享与回收站', zhtw: '個人文件、共用與資源回收筒', en: 'Documents of people, sharing and recycle bin' },
  // Whom a document can be shared with.
  dependsOn: ['permission'],
  pages: [page('extend.document', () => import('./web/document.page.tsx'))],
  menus,
  editableSettings: settings,
});
