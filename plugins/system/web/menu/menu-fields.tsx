import { DATA_FIELD_TYPES, MenuType } from '@nephra/plugin-sdk/contract';
import { Input } from '@nephra/plugin-sdk/ui';
import type { WebContext } from '@nephra/plugin-sdk/web';
import {
  DictionarySelect,
  type DictionarySelectProps,
  type EditableColumn,
  EditableTable,
  type FormItem,
  type Picked,
  type SubTableStore,
} from '@nephra/plugin-sdk/widgets';
import { MAX_MENU_ADDRESS, MAX_MENU_CODE, MAX_MENU_NAME, MAX_MENU_NOTE, MAX_MENU_SORT, MAX_MODULE_ID, SITE_PREFIX } from '../../contract/menu/menu-limits.ts';
import { IconPicker } from './icon-picker.tsx';
import { hasBranches, hasModule, type ItemValues, type MenuValues } from './menu-form.ts';

type Text = WebContext['t'];
type Load = NonNullable<DictionarySelectProps['load']>;

export const menuTypes = (t: Text): { value: number; text: string }[] => [1, 2, 3, 4, 5, 6, 7, 8].map((value) => ({ value, text: t(`menu.types.${value}`) }));
export const itemKinds = (t: Text): { value: string; text: string }[] =>
  (['button', 'column', 'form', 'field'] as const).map((value) => ({ value, text: t(`menu.kinds.${value}`) }));

export const itemColumns = (t: Text): EditableColumn<ItemValues>[] => [
  { kind: 'select', name: 'kind', label: t('menu.kind'), required: true, options: itemKinds(t), width: 116 },
  { kind: 'text', name: 'enCode', label: t('menu.enCode'), required: true, maxLength: MAX_MENU_CODE, width: 140 },
  { kind: 'text', name: 'zh', wireName: 'titles', label: t('menu.zh'), required: true, maxLength: MAX_MENU_NAME, minWidth: 110 },
  { kind: 'text', name: 'zhtw', label: t('menu.zhtw'), required: true, maxLength: MAX_MENU_NAME, minWidth: 110 },
  { kind: 'text', name: 'en', label: t('menu.en'), required: true, maxLength: MAX_MENU_NAME, minWidth: 110 },
  {
    kind: 'select',
    name: 'type',
    label: t('menu.fieldType'),
    options: DATA_FIELD_TYPES.map((value) => ({ value, text: value })),
    disabled: ({ kind }) => kind !== 'field',
    width: 116,
  },
  { kind: 'switch', name: 'on', label: t('menu.on'), disabled: ({ kind }) => kind === 'field', width: 72 },
];

export interface MenuParts {
  /** False: an entry of shell or plugin, of which a site changes the looks alone. */
  readonly own: boolean;
  readonly isNew: boolean;
  /** Names as the owner has them: what an empty field shows. */
  readonly declared: { readonly zh: string; readonly zhtw: string; readonly en: string } | undefined;
  readonly above: Picked | null;
  readonly places: Load;
  readonly dictionaries: Load;
  readonly items: SubTableStore<ItemValues>;
}

export function menuFields(t: Text, { own, isNew, declared, above, places, dictionaries, items }: MenuParts): FormItem<MenuValues>[] {
  const title = (language: 'zh' | 'zhtw' | 'en'): FormItem<MenuValues> => ({
    kind: 'text',
    name: `titles.${language}`,
    label: t(`menu.${language}`),
    required: own,
    maxLength: MAX_MENU_NAME,
    ...(declared && { placeholder: declared[language] }),
  });
  const ofType = (fits: (type: number | null) => boolean) => ({ visible: ({ type }: MenuValues) => own && fits(type) });
  const is = (wanted: number) => ofType((type) => type === wanted);
  return [
    ...(own ? ([{ kind: 'group', label: t('menu.leads') }] as const) : []),
    { kind: 'select', name: 'type', label: t('menu.type'), required: own, options: menuTypes(t), filter: false, visible: () => own },
    {
      kind: 'custom',
      name: 'enCode',
      label: t('menu.enCode'),
      required: own,
      visible: () => own,
      disabled: !isNew,
      help: t('menu.codeHint'),
      render: ({ id, value, disabled, invalid, onChange }) => (
        <Input
          id={id}
          prefix={SITE_PREFIX}
          value={String(value ?? '')}
          disabled={disabled}
          validateStatus={invalid ? 'error' : 'default'}
          maxLength={MAX_MENU_CODE - SITE_PREFIX.length}
          onChange={(text) => onChange(text as never)}
        />
      ),
    },
    {
      kind: 'text',
      name: 'urlAddress',
      label: t('menu.address'),
      required: true,
      maxLength: MAX_MENU_ADDRESS,
      span: 3,
      help: t('menu.linkHint'),
      ...is(MenuType.ExternalLink),
    },
    {
      kind: 'radio',
      name: 'linkTarget',
      label: t('menu.target'),
      options: [
        { value: '_blank', text: t('menu.window') },
        { value: '_self', text: t('menu.frame') },
      ],
      help: t('menu.frameHint'),
      span: 3,
      ...is(MenuType.ExternalLink),
    },
    {
      kind: 'text',
      name: 'urlAddress',
      label: t('menu.pageAddress'),
      required: true,
      maxLength: MAX_MENU_ADDRESS,
      span: 3,
      help: t('menu.pageHint'),
      ...is(MenuType.Page),
    },
    {
      kind: 'custom',
      name: 'moduleId',
      label: t('menu.dictionary'),
      required: true,
      ...is(MenuType.Dictionary),
      render: ({ id, value, disabled, invalid, onChange }) => (
        <DictionarySelect
          id={id}
          dictionary="dictionaries"
          load={dictionaries}
          disabled={disabled}
          invalid={invalid}
          title={t('menu.dictionary')}
          value={value === '' ? null : (value as string)}
          onChange={(next) => onChange((next ?? '') as never)}
        />
      ),
    },
    {
      kind: 'text',
      name: 'moduleId',
      label: t('menu.module'),
      required: true,
      maxLength: MAX_MODULE_ID,
      help: t('menu.moduleHint'),
      ...ofType((type) => hasModule(type) && type !== MenuType.Dictionary),
    },
    { kind: 'switch', name: 'isTree', label: t('menu.isTree'), ...ofType(hasBranches) },
    { kind: 'text', name: 'iconBackgroundColor', label: t('menu.colour'), placeholder: '#1B6EF3', maxLength: 7, ...is(MenuType.Directory) }, // limit: a colour has seven signs
    { kind: 'group', label: t('menu.shown'), ...(own ? {} : { help: t('menu.changesHint') }) },
    title('zh'),
    title('zhtw'),
    title('en'),
    {
      kind: 'custom',
      name: 'parentId',
      label: t('menu.parent'),
      render: ({ id, value, disabled, invalid, onChange }) => (
        <DictionarySelect
          id={id}
          dictionary="menus"
          load={places}
          disabled={disabled}
          invalid={invalid}
          placeholder={t('menu.top')}
          title={t('menu.parent')}
          names={above ? [above] : []}
          value={value as string | null}
          onChange={(next) => onChange(next as never)}
        />
      ),
    },
    { kind: 'number', name: 'sortCode', label: t('menu.sortCode'), min: 0, max: MAX_MENU_SORT },
    { kind: 'switch', name: 'hidden', label: t('menu.hidden') },
    {
      kind: 'custom',
      name: 'iconName',
      label: t('menu.icon'),
      span: 3,
      render: ({ id, value, onChange }) => <IconPicker id={id} value={String(value ?? '')} onChange={(name) => onChange(name as never)} />,
    },
    { kind: 'textarea', name: 'description', label: t('menu.description'), maxLength: MAX_MENU_NOTE, rows: 2, span: 3 },
    {
      kind: 'custom',
      name: 'items',
      label: t('menu.items'),
      help: t('menu.itemsHint'),
      span: 3,
      ...ofType((type) => type !== MenuType.Directory),
      check: () => (items.validate() ? undefined : t('menu.itemsWrong')),
      complain: (at, text) => (items.complain(at, text) ? t('menu.itemsWrong') : undefined),
      render: () => <EditableTable label={t('menu.items')} store={items} addText={t('menu.addItem')} />,
    },
  ];
}
