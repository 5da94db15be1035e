import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { menuItemTable, SITE_OWNER } from '@nephra/plugin-sdk/server';
import type { MenuItemInfo } from '../../contract/menu/menu.contract.ts';
import { MAX_MENU_ITEMS, MENU_TOP } from '../../contract/menu/menu-limits.ts';
import type { ModuleItemBatch, ModuleItemEdit, ModuleItemRow, NewModuleItem } from '../../contract/menu/module-item.contract.ts';
import { batchRows } from '../../domain/menu/batch-items.ts';
import type { Ctx } from '../tables/tables.ts';
import { itemInfo } from './menu-node.ts';
import { allMenus, type ItemRow, itemsOf, menuById, type MenuRow, nameIn } from './menu-rows.ts';
import { editMenu } from './write-menu.ts';

type Kind = MenuItemInfo['kind'];

const missing = (): AppError => new AppError('system.menu-missing', { code: EnvelopeCode.NotFound });

/** By id, or by code as pages name a menu. @throws AppError `system.menu-missing` */
async function menuOf(ctx: Ctx, moduleId: string): Promise<MenuRow> {
  const rows = await allMenus(ctx);
  return rows.find(({ enCode }) => enCode === moduleId) ?? menuById(rows, moduleId);
}

/** @throws AppError `system.menu-missing` for another kind, too */
async function itemById(ctx: Ctx, kind: Kind, id: string): Promise<{ readonly item: ItemRow; readonly menu: MenuRow }> {
  const item = await menuItemTable
    .everywhere(ctx, 'administrators arrange the menus of the whole installation')
    .where('row.id', '=', id)
    .where('row.kind', '=', kind)
    .executeTakeFirst();
  const menu = item && (await menuOf(ctx, item.menuCode));
  // Of other owners one that is off is one that its plugin has not any more.
  if (!item || !menu || (!item.active && menu.owner !== SITE_OWNER)) throw missing();
  return { item, menu };
}

const rowOf = (item: ItemRow, menu: MenuRow, { language }: Ctx): ModuleItemRow => {
  const { titles, type } = itemInfo(item);
  return {
    id: item.id,
    moduleId: menu.id,
    parentId: MENU_TOP,
    fullName: titles[language],
    enCode: item.enCode,
    icon: '',
    bindTable: '',
    bindTableName: '',
    type,
    enabledMark: item.active ? 1 : 0,
    sortCode: item.sortCode,
    description: '',
  };
};

export async function listItems(ctx: Ctx, kind: Kind, moduleId: string): Promise<ModuleItemRow[]> {
  const menu = await menuOf(ctx, moduleId);
  return (await itemsOf(ctx, menu.enCode)).filter((item) => item.kind === kind).map((item) => rowOf(item, menu, ctx));
}

export async function readItem(ctx: Ctx, kind: Kind, id: string): Promise<ModuleItemRow> {
  const { item, menu } = await itemById(ctx, kind, id);
  return rowOf(item, menu, ctx);
}

const calledSo = (name: string): MenuItemInfo['titles'] => ({ zh: name, zhtw: name, en: name });

/**
 * Writes the codes of a menu anew, by the rules of the page of menus.
 * @throws AppError `system.menu-declared` for a menu of shell or plugin, whose codes are what its pages ask for
 */
async function rewrite(ctx: Ctx, menu: MenuRow, change: (items: readonly MenuItemInfo[]) => readonly MenuItemInfo[]): Promise<void> {
  if (menu.owner !== SITE_OWNER) throw new AppError('system.menu-declared', { code: EnvelopeCode.Invalid, params: { name: nameIn(menu, ctx) } });
  const items = change((await itemsOf(ctx, menu.enCode)).map(itemInfo));
  if (items.length > MAX_MENU_ITEMS) throw new AppError('core.invalid', { code: EnvelopeCode.Invalid });
  await editMenu(ctx, menu.id, { items: [...items] });
}

const idOf = async (ctx: Ctx, menu: MenuRow, kind: Kind, enCode: string): Promise<string> => {
  const found = (await itemsOf(ctx, menu.enCode)).find((item) => item.kind === kind && item.enCode === enCode);
  if (!found) throw missing();
  return found.id;
};

export async function addItem(ctx: Ctx, kind: Kind, { moduleId, enCode, fullName, type = 'String', enabledMark }: NewModuleItem): Promise<{ id: string }> {
  const menu = await menuOf(ctx, moduleId);
  await rewrite(ctx, menu, (items) => [...items, { kind, enCode, titles: calledSo(fullName.trim()), type, ...(enabledMark === 0 && { enabledMark }) }]);
  return { id: await idOf(ctx, menu, kind, enCode) };
}

/** Another code is another right: what was granted of the former goes with it. */
export async function changeItem(ctx: Ctx, kind: Kind, id: string, { enCode, fullName, type, enabledMark }: ModuleItemEdit): Promise<{ id: string }> {
  const { item, menu } = await itemById(ctx, kind, id);
  await rewrite(ctx, menu, (items) =>
    items.map((one) =>
      one.kind === kind && one.enCode === item.enCode
        ? {
            ...one,
            enCode,
            titles: { ...one.titles, [ctx.language]: fullName.trim() },
            type: type ?? one.type,
            enabledMark: enabledMark ?? one.enabledMark ?? 1,
          }
        : one,
    ),
  );
  return { id: await idOf(ctx, menu, kind, enCode) };
}

/** Turns a code round. While it is off nobody has its right and nobody is offered it; what was granted of it is kept. */
export async function turnItem(ctx: Ctx, kind: Kind, id: string): Promise<{ id: string }> {
  const { item, menu } = await itemById(ctx, kind, id);
  const enabledMark = item.active ? 0 : 1;
  await rewrite(ctx, menu, (items) => items.map((one) => (one.kind === kind && one.enCode === item.enCode ? { ...one, enabledMark } : one)));
  ctx.message(enabledMark === 1 ? 'menu.on' : 'menu.off');
  return { id };
}

/** One that is not there any more is gone already. */
export async function removeItem(ctx: Ctx, kind: Kind, id: string): Promise<null> {
  const found = await itemById(ctx, kind, id).catch((error: unknown) => {
    if (error instanceof AppError && error.key === 'system.menu-missing') return undefined;
    throw error;
  });
  if (found) await rewrite(ctx, found.menu, (items) => items.filter((one) => one.kind !== kind || one.enCode !== found.item.enCode));
  return null;
}

/** @throws AppError `core.invalid` at the list */
export async function addItems(ctx: Ctx, kind: 'column' | 'form', { moduleId, columnJson, formJson }: ModuleItemBatch): Promise<null> {
  const member = kind === 'column' ? 'columnJson' : 'formJson';
  const rows = batchRows(kind === 'column' ? columnJson : formJson);
  if (!rows) throw new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: [{ path: member, msg: '' }] });
  const names = new Map(rows.map(({ enCode, fullName }) => [enCode, fullName.trim()]));
  await rewrite(ctx, await menuOf(ctx, moduleId), (items) => {
    const named = items.map((one) => {
      const name = one.kind === kind ? names.get(one.enCode) : undefined;
      return name === undefined ? one : { ...one, titles: { ...one.titles, [ctx.language]: name } };
    });
    const there = new Set(items.filter((one) => one.kind === kind).map(({ enCode }) => enCode));
    const added = [...names]
      .filter(([enCode]) => !there.has(enCode))
      .map(([enCode, name]) => ({ kind, enCode, titles: calledSo(name), type: 'String' as const }));
    return [...named, ...added];
  });
  return null;
}
