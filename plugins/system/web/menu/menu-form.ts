import { MenuType } from '@nephra/plugin-sdk/contract';
import type { MenuItemInfo, MenuOne } from '../../contract/menu/menu.contract.ts';
import { MENU_TOP, SITE_PREFIX } from '../../contract/menu/menu-limits.ts';

/** A code of an entry as a row of the form holds it. */
export interface ItemValues {
  readonly kind: MenuItemInfo['kind'];
  readonly enCode: string;
  readonly zh: string;
  readonly zhtw: string;
  readonly en: string;
  readonly type: MenuItemInfo['type'];
  readonly on: boolean;
}

/** An entry as its form holds it; names as refusals of the server call them. */
export interface MenuValues {
  readonly 'titles.zh': string;
  readonly 'titles.zhtw': string;
  readonly 'titles.en': string;
  /** Without the beginning that all entries of a site have. */
  readonly enCode: string;
  readonly type: number | null;
  readonly parentId: string | null;
  readonly iconName: string;
  readonly sortCode: number | null;
  readonly hidden: boolean;
  readonly description: string;
  readonly urlAddress: string;
  readonly linkTarget: string;
  readonly moduleId: string;
  readonly isTree: boolean;
  readonly iconBackgroundColor: string;
  readonly items: readonly ItemValues[];
}

export const newItem = (): ItemValues => ({ kind: 'button', enCode: '', zh: '', zhtw: '', en: '', type: 'String', on: true });

export const emptyMenu = (parentId: string | null): MenuValues => ({
  'titles.zh': '',
  'titles.zhtw': '',
  'titles.en': '',
  enCode: '',
  type: MenuType.ExternalLink,
  parentId,
  iconName: 'link',
  sortCode: 100,
  hidden: false,
  description: '',
  urlAddress: '',
  linkTarget: '_blank',
  moduleId: '',
  isTree: false,
  iconBackgroundColor: '',
  items: [],
});

interface Property {
  readonly moduleId?: string | number;
  readonly isTree?: number | boolean;
  readonly iconBackgroundColor?: string;
}

export function valuesOf(one: MenuOne): MenuValues {
  const { moduleId = '', isTree, iconBackgroundColor = '' } = JSON.parse(one.propertyJson) as Property;
  return {
    'titles.zh': one.titles.zh,
    'titles.zhtw': one.titles.zhtw,
    'titles.en': one.titles.en,
    enCode: one.enCode.startsWith(SITE_PREFIX) ? one.enCode.slice(SITE_PREFIX.length) : one.enCode,
    type: one.type,
    parentId: one.parentId === MENU_TOP ? null : one.parentId,
    iconName: one.iconName,
    sortCode: one.sortCode,
    hidden: one.hidden === 1,
    description: one.description,
    urlAddress: one.urlAddress,
    linkTarget: one.linkTarget,
    moduleId: String(moduleId),
    isTree: isTree === true || isTree === 1,
    iconBackgroundColor,
    items: one.items.map(({ kind, enCode, titles, type, enabledMark }) => ({ kind, enCode, ...titles, type, on: enabledMark !== 0 })),
  };
}

/** Types whose page shows a module: a form, a dictionary, a report, a screen, a portal. */
export const hasModule = (type: number | null): boolean => type !== null && [3, 4, 5, 6, 8].includes(type);
export const hasBranches = (type: number | null): boolean => type === MenuType.DynamicModel || type === MenuType.Dictionary;

/** What a site may say about any entry. */
export const saidOf = (values: MenuValues) => ({
  titles: { zh: values['titles.zh'].trim(), zhtw: values['titles.zhtw'].trim(), en: values['titles.en'].trim() },
  parentId: values.parentId ?? MENU_TOP,
  iconName: values.iconName,
  ...(values.sortCode !== null && { sortCode: values.sortCode }),
  hidden: values.hidden ? (1 as const) : (0 as const),
  description: values.description,
});

/** What belongs to entries of the site alone. */
export function ownOf(values: MenuValues) {
  const { type, moduleId, isTree, iconBackgroundColor } = values;
  const property = {
    ...(type === MenuType.Directory && iconBackgroundColor.trim() !== '' && { iconBackgroundColor: iconBackgroundColor.trim() }),
    ...(hasModule(type) && { moduleId: moduleId.trim() }),
    ...(hasBranches(type) && { isTree: isTree ? 1 : 0 }),
  };
  return {
    type: type ?? MenuType.Directory,
    linkTarget: values.linkTarget === '_blank' ? ('_blank' as const) : ('_self' as const),
    urlAddress: values.urlAddress.trim(),
    propertyJson: JSON.stringify(property),
    items: values.items.map(({ kind, enCode, zh, zhtw, en, type: fieldType, on }) => ({
      ...{ kind, enCode: enCode.trim(), titles: { zh, zhtw, en }, type: fieldType },
      ...(!on && { enabledMark: 0 as const }),
    })),
  };
}
