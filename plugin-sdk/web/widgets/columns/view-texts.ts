import type { Language } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type TextTable, textIn } from './text-table.ts';

/** Texts of saved views and default columns; they come with the menu of views, or with the drawer of columns. */
const VIEW_TEXTS = {
  plain: { zh: '不使用视图', zhtw: '不使用檢視', en: 'No view' },
  mine: { zh: '我的视图', zhtw: '我的檢視', en: 'My views' },
  others: { zh: '共享给我的视图', zhtw: '共用給我的檢視', en: 'Shared with me' },
  none: {
    zh: '还没有视图。把当前的列、排序和查询条件保存为视图，下次一键切换。',
    zhtw: '還沒有檢視。把目前的欄位、排序和查詢條件儲存為檢視，下次一鍵切換。',
    en: 'No views yet. Save the present columns, order and search conditions as a view, and come back to them with one press.',
  },
  noneMine: { zh: '还没有自己的视图', zhtw: '還沒有自己的檢視', en: 'None of your own yet' },
  noHit: { zh: '没有符合的视图', zhtw: '沒有符合的檢視', en: 'No view has this name' },
  find: { zh: '查找视图', zhtw: '搜尋檢視', en: 'Find a view' },
  by: { zh: '{{name}} 共享', zhtw: '{{name}} 共用', en: 'from {{name}}' },
  isDefault: { zh: '默认', zhtw: '預設', en: 'Default' },
  isShared: { zh: '已共享', zhtw: '已共用', en: 'Shared' },
  saveAs: { zh: '另存为新视图', zhtw: '另存為新檢視', en: 'Save as a new view' },
  saveInto: { zh: '保存到“{{name}}”', zhtw: '儲存到「{{name}}」', en: 'Save into “{{name}}”' },
  saveIntoShared: {
    zh: '视图“{{name}}”已共享，保存后使用它的同事都会看到新的内容。是否继续？',
    zhtw: '檢視「{{name}}」已共用，儲存後使用它的同事都會看到新的內容。是否繼續？',
    en: '“{{name}}” is shared: everybody who uses it will see what you save. Go on?',
  },
  manage: { zh: '管理视图', zhtw: '管理檢視', en: 'Manage views' },
  name: { zh: '视图名称', zhtw: '檢視名稱', en: 'Name of the view' },
  opensWith: { zh: '打开此列表时使用', zhtw: '開啟此列表時使用', en: 'Open the list with it' },
  rename: { zh: '重命名', zhtw: '重新命名', en: 'Rename' },
  up: { zh: '上移', zhtw: '上移', en: 'Move up' },
  down: { zh: '下移', zhtw: '下移', en: 'Move down' },
  setDefault: { zh: '设为我的默认', zhtw: '設為我的預設', en: 'Open the list with it' },
  noDefault: { zh: '取消默认', zhtw: '取消預設', en: 'No longer open with it' },
  share: { zh: '共享', zhtw: '共用', en: 'Share' },
  shareTitle: { zh: '共享视图：{{name}}', zhtw: '共用檢視：{{name}}', en: 'Share “{{name}}”' },
  shareNote: {
    zh: '共享的是列、排序和查询条件；能看到哪些数据仍由各人的权限决定。',
    zhtw: '共用的是欄位、排序和查詢條件；能看到哪些資料仍由各人的權限決定。',
    en: 'Columns, order and search conditions are shared; which rows somebody sees is up to their own rights.',
  },
  shareFull: { zh: '最多 {{max}} 项', zhtw: '最多 {{max}} 項', en: 'At most {{max}}' },
  copy: { zh: '复制为我的视图', zhtw: '複製為我的檢視', en: 'Copy to my views' },
  remove: { zh: '删除', zhtw: '刪除', en: 'Delete' },
  removeAsk: {
    zh: '删除视图“{{name}}”？此操作不能撤销。',
    zhtw: '刪除檢視「{{name}}」？此操作無法復原。',
    en: 'Delete the view “{{name}}”? This cannot be undone.',
  },
  removeShared: {
    zh: '视图“{{name}}”已共享，删除后使用它的同事将不能再用。此操作不能撤销，是否继续？',
    zhtw: '檢視「{{name}}」已共用，刪除後使用它的同事將不能再用。此操作無法復原，是否繼續？',
    en: '“{{name}}” is shared, and nobody will have it any more. This cannot be undone. Go on?',
  },
  more: { zh: '“{{name}}”的更多操作', zhtw: '「{{name}}」的更多操作', en: 'More for {{name}}' },
  link: {
    zh: '使用视图时，可把地址栏的链接发给有权使用它的同事。',
    zhtw: '使用檢視時，可把網址列的連結傳給有權使用它的同事。',
    en: 'While a view is in use, the address of the page can be sent to colleagues who may use it, too.',
  },
  dropped: {
    zh: '此视图有 {{n}} 项条件或排序对您不可用，已略过',
    zhtw: '此檢視有 {{n}} 項條件或排序對您不可用，已略過',
    en: '{{n}} conditions or orders of this view are not available to you and were left out',
  },
  audiences: { zh: '共享范围', zhtw: '共用範圍', en: 'Shared with' },
  nobody: { zh: '仅自己可用', zhtw: '僅自己可用', en: 'Nobody else' },
  organize: { zh: '机构', zhtw: '機構', en: 'Organisation' },
  role: { zh: '角色', zhtw: '角色', en: 'Role' },
  everywhere: { zh: '全部机构', zhtw: '全部機構', en: 'All organisations' },
  anyRole: { zh: '所有人', zhtw: '所有人', en: 'Everybody' },
  below: { zh: '{{org}}及下级 · {{role}}', zhtw: '{{org}}及下級 · {{role}}', en: '{{org}} and below · {{role}}' },
  atAll: { zh: '全部机构 · {{role}}', zhtw: '全部機構 · {{role}}', en: 'All organisations · {{role}}' },
  add: { zh: '添加', zhtw: '新增', en: 'Add' },
  takeAway: { zh: '移除“{{name}}”', zhtw: '移除「{{name}}」', en: 'Remove {{name}}' },
  inView: {
    zh: '正在使用视图“{{name}}”：此处的更改不影响您平时的列，也不会自动保存到视图。',
    zhtw: '正在使用檢視「{{name}}」：此處的變更不影響您平時的欄位，也不會自動儲存到檢視。',
    en: 'You are using the view “{{name}}”: what you change here leaves your usual columns alone, and is saved only from the menu of views.',
  },
  defaults: { zh: '默认列', zhtw: '預設欄位', en: 'Default columns' },
  applies: { zh: '您的默认来自：{{name}}', zhtw: '您的預設來自：{{name}}', en: 'Your default comes from: {{name}}' },
  arrangeNote: {
    zh: '把上面的排列保存为其他人的默认列。已自行调整过的人不受影响。',
    zhtw: '把上面的排列儲存為其他人的預設欄位。已自行調整過的人不受影響。',
    en: 'Save this arrangement as what others begin with. Whoever has arranged their own keeps it.',
  },
  saveDefault: { zh: '保存为默认', zhtw: '儲存為預設', en: 'Save as default' },
  savedFor: { zh: '已设定的默认', zhtw: '已設定的預設', en: 'Defaults that are set' },
  endDefault: { zh: '取消“{{name}}”的默认列？', zhtw: '取消「{{name}}」的預設欄位？', en: 'Take away the default columns of “{{name}}”?' },
} as const satisfies TextTable;

export type ViewText = (key: keyof typeof VIEW_TEXTS, params?: Readonly<Record<string, string | number>>) => string;

export const viewTextIn =
  (language: Language): ViewText =>
  (key, params) =>
    textIn(VIEW_TEXTS[key], language, params);

export const useViewText = (): ViewText => viewTextIn(usePlugin().language);
