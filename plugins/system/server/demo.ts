import { MenuType } from '@nephra/plugin-sdk/contract';
import { SITE_OWNER } from '@nephra/plugin-sdk/server';
import type { DictionaryFile } from '../domain/dictionary-file.ts';
import { addressOf } from '../domain/menu/site-menu.ts';
import { dictionaryDataTable } from './tables/dictionary-data.table.ts';
import { dictionaryTypeTable } from './tables/dictionary-type.table.ts';
import type { ReadCtx } from './tables/tables.ts';

interface DemoData {
  readonly dictionaries: readonly DictionaryFile[];
}

/** A dictionary of the demo that has a page of its own: a tree, so that the page shows what such a page can. */
const ON_PAGE = { dictionary: 'SIM.access', enCode: 'site.sim_access', titles: { title_zh: '血管通路', title_zhtw: '血管通路', title_en: 'Vascular access' } };

/** A menu of type 4, as an administrator adds it on the page of menus; nobody is granted it. */
async function showOnPage(ctx: ReadCtx, moduleId: string): Promise<void> {
  const { enCode, titles } = ON_PAGE;
  const address = { url_address: addressOf(MenuType.Dictionary, enCode, ''), link_target: '_self', property: JSON.stringify({ moduleId, isTree: 1 }) };
  const place = { parent_code: 'systemData', icon: 'dictionary', sort_code: 65 };
  await ctx.db
    .insertInto('core.menu')
    .values({
      id: ctx.newId(),
      en_code: enCode,
      owner: SITE_OWNER,
      type: MenuType.Dictionary,
      ...titles,
      ...place,
      ...address,
      active: true,
      hints_applied: true,
      site_changes: '{}',
    })
    .execute();
}

/** Dictionaries of the demo system, and one of them as a page. */
export async function fillDemo(data: unknown, ctx: ReadCtx): Promise<void> {
  for (const { dictionary, entries } of (data as DemoData).dictionaries) {
    const type = await dictionaryTypeTable.insert(ctx, { ...dictionary, isTree: dictionary.isTree === 1, parentId: null });
    const ids = new Map<string, string>();
    const rows = entries.map(({ parent, enabledMark, ...entry }) => {
      const id = ctx.newId();
      ids.set(entry.enCode, id);
      return { ...entry, id, dictionaryTypeId: type.id, parentId: ids.get(parent) ?? null, enabled: enabledMark === 1 };
    });
    await dictionaryDataTable.insertAll(ctx, rows);
    if (dictionary.enCode === ON_PAGE.dictionary) await showOnPage(ctx, type.id);
  }
}
