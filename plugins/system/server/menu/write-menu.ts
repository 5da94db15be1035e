import { AppError, EnvelopeCode, isMenuIcon, MenuType } from '@nephra/plugin-sdk/contract';
import { type MenuChanges, SITE_OWNER, shownMenu } from '@nephra/plugin-sdk/server';
import type { MenuEdit, MenuItemInfo, NewMenu } from '../../contract/menu/menu.contract.ts';
import { MAX_SITE_MENUS, MENU_TOP } from '../../contract/menu/menu-limits.ts';
import { below, guardedMenus, placeFlaw, type Places } from '../../domain/menu/menu-place.ts';
import { addressOf, pathOf, propertyOf, siteMenuFlaw } from '../../domain/menu/site-menu.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { itemInfo, titlesOf } from './menu-node.ts';
import { allMenus, itemsOf, lockMenus, menuById, type MenuRow, nameIn, placesOf, versionOf } from './menu-rows.ts';
import { writeItems } from './write-items.ts';

type Titles = MenuItemInfo['titles'];

const refuse = (key: string, field: string | undefined, params: Record<string, string | number> = {}): never => {
  throw new AppError(`system.${key}`, { code: EnvelopeCode.Invalid, params, ...(field !== undefined && { fields: [{ path: field, msg: '' }] }) });
};

/** What an audit entry says of one. */
export const factsOf = (row: MenuRow): object => ({
  enCode: row.enCode,
  owner: row.owner,
  type: row.type,
  ...shownMenu(row),
  urlAddress: row.urlAddress,
  linkTarget: row.linkTarget,
  property: row.property,
  enabled: row.enabled,
  siteChanges: row.siteChanges,
});

function parentOf(rows: readonly MenuRow[], parentId: string | undefined, before: string | null): string | null {
  if (parentId === undefined) return before;
  if (parentId === MENU_TOP || parentId === '' || parentId === '0') return null;
  return rows.find((row) => row.id === parentId)?.enCode ?? refuse('menu-parent', 'parentId');
}

function titlesFrom({ titles, fullName }: Pick<MenuEdit, 'titles' | 'fullName'>, before: Titles | undefined, ctx: Pick<Ctx, 'language'>): Titles {
  if (titles) return { zh: titles.zh.trim(), zhtw: titles.zhtw.trim(), en: titles.en.trim() };
  const name = fullName?.trim() ?? '';
  if (before) return name === '' ? before : { ...before, [ctx.language]: name };
  return { zh: name, zhtw: name, en: name };
}

function assertPlace(places: Places, enCode: string, parent: string | null): void {
  const flaw = placeFlaw(places, enCode, parent);
  if (flaw) refuse(flaw, 'parentId');
}

function assertGuard(ctx: Ctx, row: MenuRow, rows: readonly MenuRow[]): void {
  if (guardedMenus(placesOf(rows)).includes(row.enCode)) refuse('menu-guarded', undefined, { name: nameIn(row, ctx) });
}

/** The address must lead to this entry: of two with one address people are shown the first alone. */
function assertAddressFree(ctx: Ctx, rows: readonly MenuRow[], enCode: string, path: string | undefined): void {
  const taken = path === undefined ? undefined : rows.find((row) => row.enCode !== enCode && pathOf(row) === path);
  if (taken) refuse('menu-address-taken', 'urlAddress', { name: nameIn(taken, ctx), code: taken.enCode });
}

interface Own {
  readonly titles: Titles;
  readonly parent: string | null;
  readonly icon: string;
  readonly sortCode: number;
  readonly type: number;
  readonly urlAddress: string;
  readonly linkTarget: string;
  readonly property: Readonly<Record<string, unknown>>;
}

async function ownFrom(ctx: Ctx, rows: readonly MenuRow[], enCode: string, body: MenuEdit, row: MenuRow | undefined): Promise<Own> {
  const type = body.type ?? row?.type ?? MenuType.Directory;
  const property =
    body.propertyJson === undefined && row?.type === type ? ((row.property ?? {}) as Own['property']) : propertyOf(type, body.propertyJson ?? '');
  if (property === undefined) return refuse('menu-property', 'propertyJson');
  const titles = titlesFrom(body, row && titlesOf(row), ctx);
  for (const language of ['zh', 'zhtw', 'en'] as const) if (titles[language] === '') refuse('menu-name', `titles.${language}`);
  const own: Own = {
    titles,
    parent: parentOf(rows, body.parentId, row?.parentCode ?? null),
    icon: iconFrom(body.iconName, row?.icon ?? ''),
    sortCode: body.sortCode ?? row?.sortCode ?? 0,
    type,
    urlAddress: addressOf(type, enCode, body.urlAddress ?? row?.urlAddress ?? ''),
    linkTarget: body.linkTarget ?? row?.linkTarget ?? '_self',
    property,
  };
  const flaw = siteMenuFlaw({ enCode, ...own });
  if (flaw) refuse(flaw.key, flaw.field);
  if (type === MenuType.Dictionary && !(await isDictionary(ctx, String(property.moduleId)))) refuse('menu-dictionary', 'moduleId');
  if (row && row.type !== type && row.type === MenuType.Directory && below(placesOf(rows), enCode).length > 0) refuse('menu-has-entries', 'type');
  assertAddressFree(ctx, rows, enCode, pathOf({ type, enCode, urlAddress: own.urlAddress }));
  assertPlace(new Map([...placesOf(rows), [enCode, { enCode, type, parent: null }]]), enCode, own.parent);
  return own;
}

const isDictionary = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await dictionaryTypeTable.select(ctx, 'one').where('one.id', '=', id).executeTakeFirst()) !== undefined;

function iconFrom(sent: string | undefined, before: string): string {
  if (sent === undefined || sent === before) return before;
  if (sent !== '' && !isMenuIcon(sent)) refuse('menu-icon', 'iconName');
  return sent;
}

const columnsOf = (own: Own) => ({
  type: own.type,
  title_zh: own.titles.zh,
  title_zhtw: own.titles.zhtw,
  title_en: own.titles.en,
  parent_code: own.parent,
  icon: own.icon,
  url_address: own.urlAddress,
  link_target: own.linkTarget,
  property: JSON.stringify(own.property),
  sort_code: own.sortCode,
});

const changesJson = (changes: MenuChanges): string => JSON.stringify(changes);
const siteWords = ({ hidden, description }: MenuEdit, before: MenuChanges): MenuChanges => {
  const off = hidden === undefined ? before.hidden === true : hidden === 1;
  const note = description === undefined ? (before.description ?? '') : description.trim();
  return { ...(off && { hidden: true }), ...(note !== '' && { description: note }) };
};

/** Adds an entry of the site. @throws AppError `system.menu-…` at the field that is wrong */
export async function createMenu(ctx: Ctx, { enCode: sent, items = [], ...body }: NewMenu): Promise<string> {
  await lockMenus(ctx);
  const rows = await allMenus(ctx);
  const enCode = sent.trim();
  if (rows.some((row) => row.enCode === enCode)) refuse('menu-code-taken', 'enCode', { code: enCode });
  if (rows.filter(({ owner }) => owner === SITE_OWNER).length >= MAX_SITE_MENUS) refuse('menu-many', undefined, { most: MAX_SITE_MENUS });
  const own = await ownFrom(ctx, rows, enCode, body, undefined);
  const id = ctx.newId();
  await ctx.db
    .insertInto('core.menu')
    .values({ id, en_code: enCode, owner: SITE_OWNER, active: true, hints_applied: true, site_changes: changesJson(siteWords(body, {})), ...columnsOf(own) })
    .execute();
  await writeItems(ctx, enCode, items);
  ctx.audit({ subject: 'menu', subjectId: id, before: null, after: { enCode, ...own, items } });
  return id;
}

/** What is left of a wish once what the owner says anyway is taken out: upgrades of a plugin go on to be seen. */
function changesFrom(ctx: Ctx, rows: readonly MenuRow[], row: MenuRow, body: MenuEdit): MenuChanges {
  const declared = titlesOf(row);
  const wanted = titlesFrom(body, { ...declared, ...row.siteChanges.title }, ctx);
  const title = Object.fromEntries(Object.entries(wanted).filter(([language, name]) => name !== '' && name !== declared[language as keyof Titles]));
  const shown = shownMenu(row);
  const icon = iconFrom(body.iconName, shown.icon);
  const sortCode = body.sortCode ?? shown.sortCode;
  const parent = parentOf(rows, body.parentId, shown.parentCode);
  if (parent !== shown.parentCode) assertPlace(placesOf(rows), row.enCode, parent);
  const sorted = body.sortCode === undefined ? row.siteChanges.sortCode !== undefined : sortCode !== row.sortCode;
  return {
    ...(Object.keys(title).length > 0 && { title }),
    ...(icon !== '' && icon !== row.icon && { icon }),
    ...(sorted && { sortCode }),
    ...(parent !== row.parentCode && { parent }),
    ...siteWords(body, row.siteChanges),
  };
}

/** Changes an entry of the site, or how one of shell or plugin is shown. @throws AppError `system.menu-…` */
export async function editMenu(ctx: Ctx, id: string, body: MenuEdit): Promise<void> {
  await lockMenus(ctx);
  const rows = await allMenus(ctx);
  const row = menuById(rows, id);
  const items = await itemsOf(ctx, row.enCode);
  if (body.version !== undefined && body.version !== versionOf(row, items)) throw new AppError('system.stale', { code: EnvelopeCode.Conflict });
  if (body.hidden === 1 && row.siteChanges.hidden !== true) assertGuard(ctx, row, rows);
  const isOwn = row.owner === SITE_OWNER;
  const own = isOwn ? await ownFrom(ctx, rows, row.enCode, body, row) : undefined;
  const changes = own ? siteWords(body, row.siteChanges) : changesFrom(ctx, rows, row, body);
  // rows: one entry of the installation, by its id
  await ctx.db
    .updateTable('core.menu')
    .set({ ...(own && columnsOf(own)), site_changes: changesJson(changes) })
    .where('id', '=', id)
    .execute();
  if (own && body.items) await writeItems(ctx, row.enCode, body.items);
  const after = menuById(await allMenus(ctx), id);
  ctx.audit({
    subject: 'menu',
    subjectId: id,
    before: { ...factsOf(row), items: items.map(itemInfo) },
    after: { ...factsOf(after), ...(own && body.items && { items: body.items }) },
  });
}

/** Turns an entry on or off. @returns whether it is on now */
export async function turnMenu(ctx: Ctx, id: string): Promise<boolean> {
  await lockMenus(ctx);
  const rows = await allMenus(ctx);
  const row = menuById(rows, id);
  if (row.enabled) assertGuard(ctx, row, rows);
  // rows: one entry of the installation, by its id
  await ctx.db.updateTable('core.menu').set({ enabled: !row.enabled }).where('id', '=', id).execute();
  ctx.audit({ subject: 'menu', subjectId: id, before: { enabled: row.enabled }, after: { enabled: !row.enabled } });
  return !row.enabled;
}

/** Takes back what the site changed about an entry of shell or plugin. @throws AppError `system.menu-own`, `system.menu-cycle` */
export async function resetMenu(ctx: Ctx, id: string): Promise<void> {
  await lockMenus(ctx);
  const rows = await allMenus(ctx);
  const row = menuById(rows, id);
  if (row.owner === SITE_OWNER) refuse('menu-own', undefined);
  assertPlace(placesOf(rows), row.enCode, rows.some(({ enCode }) => enCode === row.parentCode) ? row.parentCode : null);
  // rows: one entry of the installation, by its id
  await ctx.db.updateTable('core.menu').set({ site_changes: '{}' }).where('id', '=', id).execute();
  ctx.audit({ subject: 'menu', subjectId: id, before: row.siteChanges, after: {} });
}

/** Deletes an entry of the site, and what was granted of it: one of the same code made later is another one. */
export async function removeMenu(ctx: Ctx, id: string): Promise<void> {
  await lockMenus(ctx);
  const rows = await allMenus(ctx);
  const row = rows.find((one) => one.id === id);
  // Sent again after a lost answer.
  if (!row) return;
  if (row.owner !== SITE_OWNER) refuse('menu-declared', undefined, { name: nameIn(row, ctx) });
  if (below(placesOf(rows), row.enCode).length > 0) refuse('menu-has-entries', undefined);
  const items = await itemsOf(ctx, row.enCode);
  // rows: what belongs to one entry of the installation, by its code
  await ctx.db.deleteFrom('core.permission_grant').where('menu_code', '=', row.enCode).execute();
  // rows: what belongs to one entry of the installation, by its code
  await ctx.db.deleteFrom('core.data_scheme').where('menu_code', '=', row.enCode).execute();
  // rows: what belongs to one entry of the installation, by its code
  await ctx.db.deleteFrom('core.menu_item').where('menu_code', '=', row.enCode).execute();
  // rows: one entry of the installation, by its id
  await ctx.db.deleteFrom('core.menu').where('id', '=', id).execute();
  ctx.audit({ subject: 'menu', subjectId: id, before: { ...factsOf(row), items: items.map(itemInfo) }, after: null });
}
