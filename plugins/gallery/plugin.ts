import { MenuType } from '@nephra/plugin-sdk/contract';
import { definePlugin, page } from '@nephra/plugin-sdk/web';

/** Every widget of the kit with live examples, for developers. */
export default definePlugin({
  id: 'gallery',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: '组件示例', zhtw: '元件範例', en: 'Widget gallery' },
  description: {
    zh: '组件库的全部组件：示例、各种状态、属性与代码',
    zhtw: '元件庫的全部元件：範例、各種狀態、屬性與程式碼',
    en: 'All widgets of the kit: examples, their states, properties and code',
  },
  pages: [page('extend.widgets', () => import('./web/gallery.page.tsx'))],
  menus: [
    {
      enCode: 'extend.widgets',
      type: MenuType.Page,
      parent: 'extend',
      title: { zh: '组件示例', zhtw: '元件範例', en: 'Widget gallery' },
      icon: 'tools',
      sortCode: 10,
      roleHints: ['developer'],
    },
  ],
});
