import { AppError, EnvelopeCode, Type } from '@nephra/plugin-sdk/contract';
import { bundlePart, type BundleRow, SITE_OWNER } from '@nephra/plugin-sdk/server';
import { type FileChange, type FileMenu, menuFileText, readMenuFile } from '../../../domain/menu/menu-file.ts';
import { dictionaryCodes, fileChange, fileMenu, isChanged } from '../../menu/export-menus.ts';
import { changeWritten, menuWritten } from '../../menu/import-menus.ts';
import { allMenus, itemsOf, lockMenus, nameIn } from '../../menu/menu-rows.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { missing, wanted } from './record-entries.ts';

/** An entry of the site. */
function menuRow({ enCode, ...menu }: FileMenu, name: string): BundleRow {
  return {
    code: enCode,
    name,
    ...(menu.parent !== '' && { parent: menu.parent }),
    values: {
      kind: 'menu',
      ...menu,
      titles: { ...menu.titles },
      property: menu.property as BundleRow['values'],
      items: menu.items.map((item) => ({ ...item, titles: { ...item.titles } })),
    },
  };
}

/** What the site changed about an entry of shell or plugin: null is as its owner has it. */
function changeRow({ enCode, titles, icon, sortCode, parent, hidden, description, enabledMark }: FileChange, name: string): BundleRow {
  return {
    code: enCode,
    name,
    ...(parent !== undefined && parent !== '' && { parent }),
    values: {
      kind: 'change',
      titles: titles ? { ...titles } : null,
      icon: icon ?? null,
      sortCode: sortCode ?? null,
      parent: parent ?? null,
      hidden: hidden ?? 0,
      description: description ?? null,
      enabledMark,
    },
  };
}

async function allRows(ctx: Ctx) {
  const rows = await allMenus(ctx);
  const items = await itemsOf(ctx);
  const { codeOf } = await dictionaryCodes(ctx);
  return rows.map((row) => {
    const isSite = row.owner === SITE_OWNER;
    const name = nameIn(row, ctx);
    return { ...(isSite ? menuRow(fileMenu(row, items, codeOf), name) : changeRow(fileChange(row), name)), own: isSite || isChanged(row) };
  });
}

/** The entry as a file of menus has it, judged as such a file is. @throws AppError `system.menu-file-…` */
function filed({ code, values }: BundleRow): { readonly menu?: FileMenu; readonly change?: FileChange } {
  const { kind, ...rest } = values;
  const given = Object.fromEntries(Object.entries({ enCode: code, ...rest }).filter(([, value]) => value !== null));
  const isMenu = kind === 'menu';
  const file = readMenuFile(menuFileText({ menus: isMenu ? [given as unknown as FileMenu] : [], changes: isMenu ? [] : [given as unknown as FileChange] }));
  if ('flaw' in file) throw new AppError(`system.${file.flaw}`, { code: EnvelopeCode.Invalid, params: { what: file.what } });
  const [menu, change] = [file.menus[0], file.changes[0]];
  return { ...(menu && { menu }), ...(change && { change }) };
}

/** Entries of the site, and what it changed about those of shell and plugins; who may see them is a matter of each site. */
export const menus = bundlePart<SystemDb>({
  id: 'menus',
  title: { zh: '系统菜单', zhtw: '系統選單', en: 'Menus' },
  format: 1,
  after: ['system.dictionaries'],
  fields: {
    kind: {
      label: { zh: '种类', zhtw: '種類', en: 'Kind' },
      words: {
        menu: { zh: '自建菜单', zhtw: '自建選單', en: 'Entry of the site' },
        change: { zh: '对内置菜单的调整', zhtw: '對內建選單的調整', en: 'Change of an entry' },
      },
    },
    titles: { label: { zh: '名称', zhtw: '名稱', en: 'Names' } },
    icon: { label: { zh: '图标', zhtw: '圖示', en: 'Icon' } },
    sortCode: { label: { zh: '排序', zhtw: '排序', en: 'Order' } },
    parent: { label: { zh: '上级', zhtw: '上級', en: 'Above' } },
    hidden: { label: { zh: '隐藏', zhtw: '隱藏', en: 'Hidden' }, words: { '0': { zh: '否', zhtw: '否', en: 'No' }, '1': { zh: '是', zhtw: '是', en: 'Yes' } } },
    description: { label: { zh: '说明', zhtw: '說明', en: 'Note' } },
    enabledMark: {
      label: { zh: '状态', zhtw: '狀態', en: 'State' },
      words: { '0': { zh: '停用', zhtw: '停用', en: 'Disabled' }, '1': { zh: '启用', zhtw: '啟用', en: 'Enabled' } },
    },
    type: { label: { zh: '类型', zhtw: '類型', en: 'Type' } },
    urlAddress: { label: { zh: '地址', zhtw: '位址', en: 'Address' } },
    linkTarget: { label: { zh: '打开方式', zhtw: '開啟方式', en: 'Opens in' } },
    property: { label: { zh: '属性', zhtw: '屬性', en: 'Properties' } },
    items: { label: { zh: '权限编码', zhtw: '權限代碼', en: 'Permission codes' } },
  },
  // The file of menus has its own shape, judged in `filed`.
  values: Type.Object({ kind: Type.Union([Type.Literal('menu'), Type.Literal('change')]) }),
  rows: async (ctx, codes) => wanted(await allRows(ctx), codes, ({ own }) => own).map(({ own: _, ...row }) => row),
  async writer(ctx) {
    await lockMenus(ctx);
    return async (row) => {
      const { menu, change } = filed(row);
      if (menu) await menuWritten(ctx, menu);
      if (change && (await changeWritten(ctx, change)).act === 'skip') throw missing(row.code);
    };
  },
});
