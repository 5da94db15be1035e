import { MenuType } from '@nephra/plugin-sdk/contract';
import { type RawReply, SITE_OWNER } from '@nephra/plugin-sdk/server';
import { type FileChange, type FileMenu, type MenuFile, menuFileText } from '../../domain/menu/menu-file.ts';
import { below } from '../../domain/menu/menu-place.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { itemInfo, titlesOf } from './menu-node.ts';
import { allMenus, type ItemRow, itemsOf, menuById, type MenuRow, nameIn, placesOf } from './menu-rows.ts';

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);

/** Codes of dictionaries by id, and back: a file is read at a site whose dictionaries have other ids. */
export async function dictionaryCodes(ctx: Ctx): Promise<{ readonly codeOf: ReadonlyMap<string, string>; readonly idOf: ReadonlyMap<string, string> }> {
  const types = await dictionaryTypeTable.select(ctx, 'one').execute();
  return { codeOf: new Map(types.map(({ id, enCode }) => [id, enCode])), idOf: new Map(types.map(({ id, enCode }) => [enCode, id])) };
}

function filedProperty({ type, property }: MenuRow, codeOf: ReadonlyMap<string, string>): FileMenu['property'] {
  const stored = (property ?? {}) as FileMenu['property'];
  if (type !== MenuType.Dictionary) return stored;
  const { moduleId, ...rest } = stored;
  return { ...rest, dictionary: codeOf.get(String(moduleId)) ?? '' };
}

export const fileMenu = (row: MenuRow, items: readonly ItemRow[], codeOf: ReadonlyMap<string, string>): FileMenu => ({
  enCode: row.enCode,
  type: row.type,
  titles: titlesOf(row),
  parent: row.parentCode ?? '',
  icon: row.icon,
  urlAddress: row.urlAddress,
  linkTarget: row.linkTarget === '_blank' ? '_blank' : '_self',
  property: filedProperty(row, codeOf),
  sortCode: row.sortCode,
  enabledMark: flag(row.enabled),
  hidden: flag(row.siteChanges.hidden === true),
  description: row.siteChanges.description ?? '',
  items: items.filter(({ menuCode }) => menuCode === row.enCode).map(itemInfo),
});

export const fileChange = ({ enCode, enabled, siteChanges: { title, icon, sortCode, parent, hidden, description } }: MenuRow): FileChange => ({
  enCode,
  ...(title && { titles: title }),
  ...(icon !== undefined && { icon }),
  ...(sortCode !== undefined && { sortCode }),
  ...(parent !== undefined && { parent: parent ?? '' }),
  ...(hidden === true && { hidden: 1 }),
  ...(description !== undefined && { description }),
  enabledMark: flag(enabled),
});

/** The site arranged it. */
export const isChanged = (row: MenuRow): boolean => !row.enabled || Object.keys(row.siteChanges).length > 0;

/** Entries of the site and what it changes. @param id one entry and what is below it; left out: all of them */
export async function exportMenus(ctx: Ctx, id?: string): Promise<RawReply> {
  const rows = await allMenus(ctx);
  const one = id === undefined ? undefined : menuById(rows, id);
  const codes = one && new Set([one.enCode, ...below(placesOf(rows), one.enCode)]);
  const wanted = codes ? rows.filter(({ enCode }) => codes.has(enCode)) : rows;
  const items = await itemsOf(ctx);
  const { codeOf } = await dictionaryCodes(ctx);
  const file: MenuFile = {
    menus: wanted.filter(({ owner }) => owner === SITE_OWNER).map((row) => fileMenu(row, items, codeOf)),
    changes: wanted.filter((row) => row.owner !== SITE_OWNER && (isChanged(row) || row.id === id)).map(fileChange),
  };
  ctx.audit({ subject: 'menu', ...(id !== undefined && { subjectId: id }), note: `${file.menus.length} entries, ${file.changes.length} changes` });
  return {
    content: Buffer.from(menuFileText(file)),
    contentType: 'application/json; charset=utf-8',
    fileName: `${one ? nameIn(one, ctx) : ctx.text('menu.fileName')}.json`,
    disposition: 'attachment',
  };
}
