import { recordMenu } from '@nephra/plugin-sdk/record';
import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { ward } from './contract/index.ts';

export default definePlugin({
  id: 'sample-plugin',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: 'Sample Plugin', zhtw: 'Sample Plugin', en: 'Sample Plugin' },
  pages: [page('sample_plugin.ward', () => import('./web/ward.page.tsx'))],
  menus: [recordMenu(ward, { icon: 'list', sortCode: 900, title: { zh: '病区管理', zhtw: '病區管理', en: 'Wards' }, roleHints: ['doctor', 'nurse'] })],
});
