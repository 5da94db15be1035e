import { MenuType } from '@nephra/plugin-sdk/contract';
import { assistantTool, menuTable } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../tables/tables.ts';
import { type MenuRow, nameIn, placesOf } from './menu-rows.ts';

const MAX_FOUND = 10;
const MAX_DEPTH = 10;

/** An entry that is shown: switched on, of a running plugin, and not hidden by the site, nor anything above it. */
const isShown = ({ active, enabled, siteChanges }: MenuRow): boolean => active && enabled && siteChanges.hidden !== true;

/** Where in the menu something is, among the entries that the asker may open. */
export const findMenuTool = assistantTool<SystemDb>({
  name: 'find_menu',
  title: { zh: '查找菜单', zhtw: '搜尋選單', en: 'Find in the menu' },
  description:
    'Finds pages of this system that the person may open, by words of their names in any of the languages. Use it for "where do I …": each page comes with its path in the menu and its link. ' +
    'Without words it lists the first pages.',
  parameters: { words: { type: 'string', description: 'One or a few words, such as 收费 or patients; separated by spaces' } },
  permission: '',
  async run(ctx, { words = '' }) {
    const rows = await menuTable
      .everywhere(ctx, 'entries that the asker may open, by the rights of the asker')
      .orderBy('row.sortCode')
      .orderBy('row.enCode')
      .execute();
    const byCode = new Map(rows.map((row) => [row.enCode, row]));
    const places = placesOf(rows);
    const chainOf = (row: MenuRow): readonly MenuRow[] => {
      const chain: MenuRow[] = [];
      for (let step: MenuRow | undefined = row; step && chain.length < MAX_DEPTH; step = byCode.get(places.get(step.enCode)?.parent ?? '')) chain.unshift(step);
      return chain;
    };
    const wanted = String(words).toLowerCase().split(/\s/).filter(Boolean);
    const pages = rows.flatMap((row) => {
      if (row.type === MenuType.Directory || !ctx.can(row.enCode)) return [];
      const chain = chainOf(row);
      if (!chain.every(isShown)) return [];
      const searched = chain
        .flatMap(({ titleZh, titleZhtw, titleEn, siteChanges: { title = {} } }) => [titleZh, titleZhtw, titleEn, ...Object.values(title)])
        .join(' ');
      const hits = wanted.filter((word) => searched.toLowerCase().includes(word)).length;
      if (wanted.length > 0 && hits === 0) return [];
      return [{ hits, page: nameIn(row, ctx), path: chain.map((step) => nameIn(step, ctx)).join(' > '), link: `menu:${row.enCode}` }];
    });
    const best = pages.toSorted((a, b) => b.hits - a.hits).slice(0, MAX_FOUND);
    return { pages: best.map(({ page, path, link }) => ({ page, path, link })), more: Math.max(0, pages.length - best.length) };
  },
});
