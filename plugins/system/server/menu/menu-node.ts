import type { Language } from '@nephra/plugin-sdk/contract';
import { menuIconClasses, SITE_OWNER, shownMenu } from '@nephra/plugin-sdk/server';
import type { MenuInfo, MenuItemInfo, MenuNode, MenuOne } from '../../contract/menu/menu.contract.ts';
import { MENU_TOP } from '../../contract/menu/menu-limits.ts';
import { chainOf } from '../../domain/menu/menu-place.ts';
import { treeOf } from '../../domain/tree.ts';
import { type ItemRow, type MenuRow, placesOf, versionOf } from './menu-rows.ts';

/** In the order in which the page names them; JSON columns have one of their own. */
const CHANGES = ['title', 'icon', 'sortCode', 'parent', 'hidden', 'description'] as const;
const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);

export const titlesOf = ({ titleZh, titleZhtw, titleEn }: Pick<MenuRow, 'titleZh' | 'titleZhtw' | 'titleEn'>) => ({
  zh: titleZh,
  zhtw: titleZhtw,
  en: titleEn,
});

export const itemInfo = (row: ItemRow): MenuItemInfo => ({
  kind: row.kind,
  enCode: row.enCode,
  titles: titlesOf(row),
  type: ((row.property as { readonly type?: MenuItemInfo['type'] } | null)?.type ?? 'String') as MenuItemInfo['type'],
  ...(!row.active && { enabledMark: 0 as const }),
});

function infoOf(row: MenuRow, kinds: ReadonlySet<string>, idOf: ReadonlyMap<string, string>, language: Language): MenuInfo {
  const { title, icon, sortCode, parentCode } = shownMenu(row);
  return {
    id: row.id,
    parentId: (parentCode === null ? undefined : idOf.get(parentCode)) ?? MENU_TOP,
    fullName: title[language] || title.zh,
    enCode: row.enCode,
    icon: menuIconClasses(icon),
    iconName: icon,
    type: row.type,
    urlAddress: row.urlAddress,
    linkTarget: row.linkTarget,
    category: row.category,
    enabledMark: flag(row.enabled),
    sortCode,
    description: row.siteChanges.description ?? '',
    propertyJson: JSON.stringify(row.property ?? {}),
    isButtonAuthorize: flag(kinds.has('button')),
    isColumnAuthorize: flag(kinds.has('column')),
    isFormAuthorize: flag(kinds.has('form')),
    isDataAuthorize: flag(row.dataAuthorize),
    owner: row.owner,
    active: flag(row.active),
    hidden: flag(row.siteChanges.hidden === true),
    changed: row.owner === SITE_OWNER ? '' : CHANGES.filter((one) => one in row.siteChanges).join(','),
  };
}

const kindsByMenu = (items: readonly ItemRow[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  for (const { menuCode, kind } of items) found.set(menuCode, (found.get(menuCode) ?? new Set()).add(kind));
  return found;
};
const NO_KINDS: ReadonlySet<string> = new Set();

/** Rows as the wire has them, in the order in which the site shows them. */
export function menuInfos(rows: readonly MenuRow[], items: readonly ItemRow[], language: Language): readonly MenuInfo[] {
  const idOf = new Map(rows.map(({ enCode, id }) => [enCode, id]));
  const kinds = kindsByMenu(items);
  return rows.map((row) => infoOf(row, kinds.get(row.enCode) ?? NO_KINDS, idOf, language)).toSorted((a, b) => a.sortCode - b.sortCode);
}

export function menuOne(rows: readonly MenuRow[], row: MenuRow, items: readonly ItemRow[], language: Language): MenuOne {
  const idOf = new Map(rows.map(({ enCode, id }) => [enCode, id]));
  return {
    ...infoOf(row, new Set(items.map(({ kind }) => kind)), idOf, language),
    titles: shownMenu(row).title,
    declaredTitles: titlesOf(row),
    items: items.map(itemInfo),
    version: versionOf(row, items),
  };
}

/** As a tree; a ring that an upgrade closed is opened at the top, so that it can be mended here. */
export function menuTreeOf(infos: readonly MenuInfo[], rows: readonly MenuRow[]): MenuNode[] {
  const places = placesOf(rows);
  const rings = new Set(
    [...places.values()].filter(({ enCode, parent }) => parent !== null && chainOf(places, parent).includes(enCode)).map(({ enCode }) => enCode),
  );
  const entries = infos.map((info) => ({ ...info, parentId: info.parentId === MENU_TOP || rings.has(info.enCode) ? null : info.parentId }));
  return treeOf(entries, MENU_TOP) as unknown as MenuNode[];
}
