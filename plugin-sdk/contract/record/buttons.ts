import type { MenuContribution, TextByLanguage } from '../menu/menu.ts';
import type { Need } from '../route.ts';
import type { ActDocument, RecordButtonAct, RecordDocument } from './record-document.ts';
import type { AnyRecord } from './record-types.ts';

/** Words of the buttons that acts have by themselves. */
const BUTTON_TITLES = {
  create: { zh: '新建', zhtw: '新增', en: 'Add' },
  edit: { zh: '编辑', zhtw: '編輯', en: 'Edit' },
  remove: { zh: '删除', zhtw: '刪除', en: 'Delete' },
  state: { zh: '启用与停用', zhtw: '啟用與停用', en: 'Enable and disable' },
  import: { zh: '导入', zhtw: '匯入', en: 'Import' },
  export: { zh: '导出', zhtw: '匯出', en: 'Export' },
  print: { zh: '打印', zhtw: '列印', en: 'Print' },
} as const satisfies Record<RecordButtonAct, TextByLanguage>;

/** Codes of those buttons. */
export const OWN_BUTTONS: Readonly<Record<RecordButtonAct, string>> = {
  create: 'btn_add',
  edit: 'btn_edit',
  remove: 'btn_remove',
  state: 'btn_state',
  import: 'btn_upload',
  export: 'btn_download',
  print: 'btn_print',
};

type WithActs = Pick<AnyRecord, 'acts'>;
const namedButton = ({ acts }: WithActs, act: RecordButtonAct): string | undefined => (acts[act] as ActDocument | undefined)?.button;

/** Code of the button behind an act. */
export const buttonOf = (record: WithActs, act: RecordButtonAct): string => namedButton(record, act) ?? OWN_BUTTONS[act];

/** What a caller needs for an act. */
export const needOf = (record: WithActs & Pick<AnyRecord, 'menu'>, act: Exclude<RecordButtonAct, 'print'>): Need =>
  record.acts[act]?.need ?? `perm:${record.menu}:${buttonOf(record, act)}`;

/** Buttons of the menu of a record: those of its acts, then those beside them. */
export const menuButtons = ({ acts, buttons = {} }: Pick<RecordDocument, 'acts' | 'buttons'>): MenuContribution['buttons'] & object => [
  ...(Object.keys(BUTTON_TITLES) as RecordButtonAct[])
    .filter((act) => acts[act] && namedButton({ acts }, act) === undefined)
    .map((act) => ({ enCode: OWN_BUTTONS[act], title: BUTTON_TITLES[act] })),
  ...Object.entries(buttons).map(([enCode, title]) => ({ enCode, title })),
];
