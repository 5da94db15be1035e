import type { Right } from '@nephra/plugin-sdk/contract';
import type { Ctx } from '../permission-call.ts';

/** Names for people, in the caller's language: a page, or page and item. A right that nothing is known of is named by its code. */
export async function rightNames(ctx: Ctx, rights: readonly Right[]): Promise<string[]> {
  if (rights.length === 0) return [];
  const menuCodes = [...new Set(rights.map((right) => right.menuCode))];
  const title = `title_${ctx.language}` as const;
  // rows: data schemes are the same for everybody
  const [menus, items, permissions, schemes] = await Promise.all([
    ctx.db.selectFrom('core.menu').select(['en_code', title]).where('en_code', 'in', menuCodes).execute(),
    ctx.db.selectFrom('core.menu_item').select(['menu_code', 'kind', 'en_code', title]).where('menu_code', 'in', menuCodes).execute(),
    ctx.db.selectFrom('core.permission').select(['code', title]).where('code', 'in', menuCodes).execute(),
    ctx.db.selectFrom('core.data_scheme').select(['id', 'full_name']).where('menu_code', 'in', menuCodes).execute(),
  ]);
  const menuNames = new Map(menus.map((row) => [row.en_code, row[title]]));
  const itemNames = new Map(items.map((row) => [`${row.menu_code}/${row.kind}/${row.en_code}`, row[title]]));
  const permissionNames = new Map(permissions.map((row) => [row.code, row[title]]));
  const schemeNames = new Map(schemes.map((row) => [row.id, row.full_name]));
  return rights.map(({ kind, menuCode, itemCode }) => {
    if (kind === 'permission') return permissionNames.get(menuCode) ?? menuCode;
    const menu = menuNames.get(menuCode) ?? menuCode;
    if (kind === 'menu') return menu;
    const item = kind === 'resource' ? schemeNames.get(itemCode) : itemNames.get(`${menuCode}/${kind}/${itemCode}`);
    return `${menu} › ${item ?? itemCode}`;
  });
}
