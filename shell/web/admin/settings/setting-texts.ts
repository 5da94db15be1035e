import { inLanguages as text, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';

/** Words of the page of plugin settings. They come with the page, so that no other page waits for them. */
const SETTING_TEXTS = {
  title: text('插件设置', '外掛設定', 'Plugin settings'),
  intro: text(
    '修改后立即生效，各台服务器都不需要重启。',
    '修改後立即生效，各台伺服器都不需要重新啟動。',
    'A change counts at once, on every server, without a restart.',
  ),
  refresh: text('刷新', '重新整理', 'Refresh'),
  plugins: text('插件', '外掛', 'Plugins'),
  none: text('没有插件提供可修改的设置', '沒有外掛提供可修改的設定', 'No plugin has settings to change'),
  count: text('{{n}} 项设置', '{{n}} 項設定', 'Settings: {{n}}'),
  setHere: text('已修改 {{n}} 项', '已修改 {{n}} 項', 'changed: {{n}}'),
  place: text('适用范围', '適用範圍', 'Applies to'),
  installation: text('整个系统', '整個系統', 'The whole system'),
  save: text('保存', '儲存', 'Save'),
  undo: text('撤销修改', '復原修改', 'Undo'),
  readOnly: text('您可以查看这些设置，但不能修改。', '您可以檢視這些設定，但不能修改。', 'You may read these settings, and not change them.'),
  stale: text(
    '重新读取后，您填写的内容仍然保留，请核对后再保存。',
    '重新讀取後，您填寫的內容仍然保留，請核對後再儲存。',
    'Read them again: what you entered stays. Compare it, then save.',
  ),
  reread: text('重新读取', '重新讀取', 'Read again'),
  origin: text('当前值的来源', '目前值的來源', 'Where values come from'),
  setting: text('设置', '設定', 'Setting'),
  value: text('当前值', '目前值', 'Value'),
  source: text('来源', '來源', 'Comes from'),
  byDefault: text('默认值', '預設值', 'Default'),
  setBy: text('修改人', '修改人', 'Set by'),
  setAt: text('修改时间', '修改時間', 'Set at'),
  sourceDefault: text('插件默认', '外掛預設', 'Plugin'),
  sourceRegistry: text('registry.json', 'registry.json', 'registry.json'),
  sourcePage: text('在此设置', '在此設定', 'Set here'),
  back: text('恢复默认', '恢復預設', 'Back to default'),
  secretSet: text('已设置', '已設定', 'Is set'),
  secretOpen: text('未设置', '未設定', 'Not set'),
  clear: text('清除', '清除', 'Clear'),
  clearAsk: text(
    '清除“{{name}}”吗？使用它的功能将无法连接。',
    '清除「{{name}}」嗎？使用它的功能將無法連線。',
    'Clear “{{name}}”? What uses it cannot connect any more.',
  ),
  backAsk: text('把“{{name}}”恢复为默认值吗？', '把「{{name}}」恢復為預設值嗎？', 'Give “{{name}}” back to its default?'),
} as const satisfies Readonly<Record<string, TextByLanguage>>;

export type SettingText = (key: keyof typeof SETTING_TEXTS, params?: Readonly<Record<string, string | number>>) => string;

const settingTextIn =
  (language: Language): SettingText =>
  (key, params = {}) =>
    SETTING_TEXTS[key][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));

const byLanguage = { zh: settingTextIn('zh'), zhtw: settingTextIn('zhtw'), en: settingTextIn('en') } as const satisfies Record<Language, SettingText>;

/** The words in the language of the session. */
export const useSettingText = (): SettingText => byLanguage[usePlugin().language];
