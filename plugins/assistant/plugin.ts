import { definePlugin, page, slot } from '@nephra/plugin-sdk/web';
import { settings } from './contract/settings.ts';
import { menus } from './menus.ts';

/** Questions to a language model, with what concerns patients masked before it leaves the house. */
export default definePlugin({
  id: 'assistant',
  version: '1.0.0',
  sdk: '^1.0.0',
  name: { zh: 'AI 助手', zhtw: 'AI 助理', en: 'AI assistant' },
  description: {
    zh: '向语言模型提问；患者信息在发出前遮盖',
    zhtw: '向語言模型提問；病患資訊在送出前遮蓋',
    en: 'Questions to a language model; what concerns patients is masked first',
  },
  editableSettings: settings,
  pages: [page('system.assistant', () => import('./web/usage/usage.page.tsx'))],
  slots: [slot('shell/assistant-drawer@1', 'panel', () => import('./web/panel/panel.slot.tsx'))],
  menus,
});
