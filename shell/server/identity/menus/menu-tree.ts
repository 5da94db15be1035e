import { grantCode, type Language, MenuType } from '@nephra/plugin-sdk/contract';
import { menuIconClasses } from '@nephra/plugin-sdk/server';
import type { MenuWire, PermissionEntry } from '../../../contract/index.ts';
import { spokenTag } from '../../i18n/spoken.ts';
import { groupBy } from '../../core/group-by.ts';
import { type Catalogue, type CataloguedMenu, menuName, titleIn } from './menu-catalogue.ts';
import type { Rights } from '../rights/rights.ts';

/** What registry.json changes about the display. */
export interface MenuOverrides {
  readonly menuOrder: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
}

const ROOT = '-1';
/** The page on which menus are shown again: nobody hides it from administrators. */
const MENU_PAGE = 'system.menu';

const allowedMenus = (catalogue: Catalogue, rights: Rights): CataloguedMenu[] =>
  catalogue.menus.filter((menu) => menu.type !== MenuType.Directory && (rights.isAdministrator || rights.granted.has(menu.code)));

/** An entry and the directories above it, itself first. */
function chainOf(code: string, byCode: ReadonlyMap<string, CataloguedMenu>): readonly string[] {
  const chain: string[] = [];
  let step = byCode.get(code);
  while (step && !chain.includes(step.code)) {
    chain.push(step.code);
    step = step.parentCode === null ? undefined : byCode.get(step.parentCode);
  }
  return chain;
}

/**
 * The menu a user sees (spec 2.2): permitted entries with the directories above them; a directory without any is left
 * out. An entry whose directory is off stands at the top.
 */
export function menuTree(catalogue: Catalogue, rights: Rights, language: Language, overrides: MenuOverrides): MenuWire[] {
  const byCode = new Map(catalogue.menus.map((menu) => [menu.code, menu]));
  const kept = rights.isAdministrator ? chainOf(MENU_PAGE, byCode) : [];
  const isHidden = (code: string): boolean => !kept.includes(code) && (byCode.get(code)?.site.hidden ?? overrides.hidden.includes(code));
  const shown = new Set<string>();
  for (const menu of allowedMenus(catalogue, rights)) {
    const chain = chainOf(menu.code, byCode);
    if (!chain.some(isHidden)) for (const code of chain) shown.add(code);
  }
  const visible = catalogue.menus.filter((menu) => shown.has(menu.code));
  // A ring, which an upgrade can close over what the site moved, is opened at the top instead of taking its entries along.
  const isRing = ({ code, parentCode }: CataloguedMenu): boolean => parentCode !== null && chainOf(parentCode, byCode).includes(code);
  const parentOf = (menu: CataloguedMenu): string => (menu.parentCode !== null && shown.has(menu.parentCode) && !isRing(menu) ? menu.parentCode : ROOT);
  const orderOf = (menu: CataloguedMenu): number => (menu.site.ordered ? menu.sortCode : (overrides.menuOrder[menu.code] ?? menu.sortCode));
  const children = groupBy(visible, parentOf);
  const branch = (code: string, parentId: string): MenuWire[] =>
    (children.get(code) ?? [])
      .toSorted((a, b) => orderOf(a) - orderOf(b))
      .map((menu) => toWire(menu, parentId, branch(menu.code, menu.id), language, orderOf(menu)));
  return branch(ROOT, ROOT);
}

const toWire = (menu: CataloguedMenu, parentId: string, children: MenuWire[], language: Language, sortCode: number): MenuWire => ({
  id: menu.id,
  parentId,
  fullName: menuName(menu, language),
  enCode: menu.code,
  type: menu.type,
  icon: menuIconClasses(menu.icon),
  iconName: menu.icon,
  urlAddress: menu.urlAddress,
  linkTarget: menu.linkTarget,
  category: menu.category,
  propertyJson: menu.propertyJson,
  sortCode,
  hasChildren: children.length > 0,
  isLeaf: children.length === 0,
  num: children.length,
  ...((menu.site.title?.[language] || menu.said?.[spokenTag()]) && { named: 1 as const }),
  children: children.length > 0 ? children : null,
});

/** One entry per permitted menu with the columns, buttons and form fields the user holds (spec 3; spec 6). */
export function permissionList(catalogue: Catalogue, rights: Rights, language: Language): PermissionEntry[] {
  const schemes = groupBy(rights.schemes, (scheme) => scheme.menuCode);
  return allowedMenus(catalogue, rights).map((menu) => {
    const held = (kind: 'column' | 'button' | 'form') =>
      menu.items
        .filter((item) => item.kind === kind && (rights.isAdministrator || rights.granted.has(grantCode(kind, menu.code, item.code))))
        .map((item) => ({ id: item.id, fullName: titleIn(item.title, language), enCode: item.code }));
    return {
      modelId: menu.id,
      moduleName: menuName(menu, language),
      column: held('column'),
      button: held('button'),
      form: held('form'),
      resource: (schemes.get(menu.code) ?? []).map(({ id, name }) => ({ id, fullName: name })),
    };
  });
}
