import type { Right, TextByLanguage } from '@nephra/plugin-sdk/contract';
import { menuTable, pinyinInitials, shownMenu, sql } from '@nephra/plugin-sdk/server';
import type { RightItem, RightList, RightMenu } from '../../contract/authority.schema.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import { schemeTable } from '../data-scheme/scheme.table.ts';
import type { Ctx } from '../permission-call.ts';
import { type Receiver, reaches } from '../../domain/rights/giving.ts';
import { giverOf, orgsToGiveAt } from '../access/giver.ts';

const DIRECTORY = 1;
/** Type of the heading above codes whose plugin has no menu at all. */
const HEADING = 0;
const TOP = '-1';
/** Codes of the shell that belong to no menu concern every page: they stand below a heading of their own. */
const SHELL = 'shell';
const SHELL_HEADING: TextByLanguage = { zh: '所有页面', zhtw: '所有頁面', en: 'All pages' };

/** Everything that is on, as the caller may grant it, with both names of each right: the id of the wire and the stored code. */
export interface RightsCatalogue {
  /** In the order of display; directories without anything below them are left out. */
  readonly menus: readonly RightMenu[];
  /** Rights by their id on the wire. Directories and headings are none. */
  readonly rightOf: ReadonlyMap<string, { readonly list: RightList; readonly right: Right }>;
}

const spellings = new Map<string, string>();
const MAX_SPELLINGS = 20_000;

/** Reckoning pinyin costs more than everything else here, and names hardly change. */
function spellingOf(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  if (spellings.size >= MAX_SPELLINGS) spellings.clear();
  const spelling = pinyinInitials(name);
  spellings.set(name, spelling);
  return spelling;
}

/** Menus that are on, as the site calls, orders and places them. */
async function shownMenus(ctx: Ctx) {
  const rows = await menuTable
    .everywhere(ctx, 'who may grant what is decided by the rights of the caller')
    .where('row.active', '=', true)
    .where('row.enabled', '=', true)
    .orderBy('row.enCode')
    .execute();
  return rows
    .map((row) => {
      const { title, icon, sortCode, parentCode: parent_code } = shownMenu(row);
      const { id, enCode: en_code, owner, type, dataAuthorize: data_authorize } = row;
      return { id, en_code, owner, type, parent_code, icon, data_authorize, sortCode, title: title[ctx.language] };
    })
    .toSorted((a, b) => a.sortCode - b.sortCode);
}

const parentCode = (code: string): string => code.slice(0, Math.max(0, code.lastIndexOf('.')));

/** The menu that a code without a menu stands with: the one its name begins with, else the first of its plugin; none of the shell's. */
function menuOfPermission(code: string, owner: string, menus: readonly { en_code: string; owner: string; type: number }[]): string | undefined {
  const own = menus.filter((menu) => menu.owner === owner && menu.type !== DIRECTORY);
  for (let at = parentCode(code); at !== ''; at = parentCode(at)) if (own.some((menu) => menu.en_code === at)) return at;
  return owner === SHELL ? undefined : own[0]?.en_code;
}

/**
 * Menus, buttons, columns, form fields, data schemes and codes without a menu that are on and that the caller holds or may hand on with roles.
 * @param only menus whose buttons, columns and fields are wanted, by code: much less to read where few are granted. Default: all
 */
export async function rightsCatalogue(ctx: Ctx, only?: readonly string[]): Promise<RightsCatalogue> {
  const title = `title_${ctx.language}` as const;
  // rows: what rights there are and what they are called is the same for everybody
  const [menus, items, permissions, schemes] = await Promise.all([
    shownMenus(ctx),
    ctx.db
      .selectFrom('core.menu_item')
      .select(['id', 'menu_code', 'kind', 'en_code', title])
      .where('active', '=', true)
      .where('kind', '<>', 'field')
      .$if(only !== undefined, (query) => query.where('menu_code', '=', sql<string>`any(${[...(only ?? [])]})`))
      .orderBy('sort_code')
      .orderBy('en_code')
      .execute(),
    ctx.db.selectFrom('core.permission').select(['code', 'owner', title]).where('active', '=', true).orderBy('code').execute(),
    schemeTable.select(ctx, 's').where('s.enabled', '=', true).orderBy('s.sortCode').orderBy('s.enCode').execute(),
  ]);
  const rightOf = new Map<string, { list: RightList; right: Right }>();
  const lists = new Map<string, Record<Exclude<RightList, 'module'>, RightItem[]>>();
  const listsOf = (menuCode: string) => {
    const known = lists.get(menuCode);
    if (known) return known;
    const made = { button: [], column: [], form: [], resource: [] };
    lists.set(menuCode, made);
    return made;
  };
  const codes = new Set(menus.map((menu) => menu.en_code));
  const giver = await giverOf(
    ctx,
    schemes.map((scheme) => ({ kind: 'resource', menuCode: scheme.menuCode, itemCode: scheme.id })),
  );
  const receivers: Receiver[] = ctx.user.isAdministrator ? [] : (await orgsToGiveAt(ctx)).map((orgId) => ({ isGiver: false, orgIds: [orgId] }));
  const holds = (right: Right): boolean => giver.isAdministrator || giver.holds(right) || receivers.some((receiver) => reaches(right, giver, receiver));
  const offer = (menuCode: string, list: Exclude<RightList, 'module'>, right: Right, item: RightItem): void => {
    if (!holds(right)) return;
    listsOf(menuCode)[list].push(item);
    rightOf.set(item.id, { list, right });
  };
  for (const row of items) {
    if (!codes.has(row.menu_code) || row.kind === 'field') continue;
    const right: Right = { kind: row.kind, menuCode: row.menu_code, itemCode: row.en_code };
    offer(row.menu_code, row.kind, right, { id: row.id, fullName: row[title], enCode: row.en_code });
  }
  for (const row of schemes) {
    if (!codes.has(row.menuCode)) continue;
    const right: Right = { kind: 'resource', menuCode: row.menuCode, itemCode: row.id };
    offer(row.menuCode, 'resource', right, { id: row.id, fullName: row.fullName, enCode: row.enCode });
  }
  const headings = new Set<string>();
  for (const row of permissions) {
    const at = menuOfPermission(row.code, row.owner, menus);
    if (at === undefined) headings.add(row.owner);
    const right: Right = { kind: 'permission', menuCode: row.code, itemCode: '' };
    offer(at ?? headingId(row.owner), 'button', right, { id: row.code, fullName: row[title], enCode: row.code });
  }
  const idOf = new Map(menus.map((menu) => [menu.en_code, menu.id]));
  const offered: RightMenu[] = [];
  for (const menu of menus) {
    const right: Right = { kind: 'menu', menuCode: menu.en_code, itemCode: '' };
    const of = lists.get(menu.en_code);
    if (menu.type !== DIRECTORY && !holds(right) && !of) continue;
    if (menu.type !== DIRECTORY && holds(right)) rightOf.set(menu.id, { list: 'module', right });
    offered.push(
      described(
        {
          id: menu.id,
          parentId: (menu.parent_code === null ? undefined : idOf.get(menu.parent_code)) ?? TOP,
          fullName: menu.title,
          enCode: menu.en_code,
          icon: menu.icon,
          type: menu.type,
          dataAuthorize: flagOf(menu.data_authorize),
        },
        of,
      ),
    );
  }
  for (const owner of headings) {
    const id = headingId(owner);
    if (!lists.has(id)) continue;
    const fullName = owner === SHELL ? SHELL_HEADING[ctx.language] : owner;
    offered.push(described({ id, parentId: TOP, fullName, enCode: owner, icon: '', type: HEADING, dataAuthorize: 0 }, lists.get(id)));
  }
  return { menus: withoutEmptyDirectories(offered), rightOf };
}

const headingId = (owner: string): string => `codes:${owner}`;

function described(
  menu: Omit<RightMenu, 'spelling' | 'button' | 'column' | 'form' | 'resource'>,
  of: Record<Exclude<RightList, 'module'>, RightItem[]> | undefined,
): RightMenu {
  const { button = [], column = [], form = [], resource = [] } = of ?? {};
  const spelling = [menu, ...button, ...column, ...form, ...resource].map((one) => spellingOf(one.fullName)).join(' ');
  return { ...menu, spelling, button, column, form, resource };
}

function withoutEmptyDirectories(menus: readonly RightMenu[]): RightMenu[] {
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const kept = new Set<string>();
  for (const menu of menus) {
    if (menu.type === DIRECTORY) continue;
    for (let at: RightMenu | undefined = menu; at && !kept.has(at.id); at = byId.get(at.parentId)) kept.add(at.id);
  }
  return menus.filter((menu) => kept.has(menu.id));
}
