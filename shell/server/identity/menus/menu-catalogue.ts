import type { Language } from '@nephra/plugin-sdk/contract';
import { type MenuItemKind, menuItemTable, menuTable, type ServerCache } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { groupBy } from '../../core/group-by.ts';
import type { CoreTables } from '../../tables/tables.ts';

export interface Titles {
  readonly zh: string;
  readonly zhtw: string;
  readonly en: string;
}

export interface CataloguedMenu {
  readonly id: string;
  readonly code: string;
  readonly type: number;
  readonly title: Titles;
  readonly parentCode: string | null;
  readonly icon: string;
  readonly urlAddress: string;
  readonly linkTarget: string;
  /** JSON text. */
  readonly propertyJson: string;
  readonly category: string;
  readonly sortCode: number;
  readonly items: readonly CataloguedItem[];
}

export interface CataloguedItem {
  readonly id: string;
  readonly kind: MenuItemKind;
  readonly code: string;
  readonly title: Titles;
}

export interface Catalogue {
  readonly revision: string;
  /** Ordered for display. */
  readonly menus: readonly CataloguedMenu[];
}

export const titleIn = (title: Titles, language: Language): string => title[language] || title.zh;

const titlesOf = (row: { titleZh: string; titleZhtw: string; titleEn: string }): Titles => ({ zh: row.titleZh, zhtw: row.titleZhtw, en: row.titleEn });

/** All menus that are on, kept until any menu or grant changes. */
export class MenuCatalogue {
  readonly #db: Kysely<CoreTables>;
  #current: Catalogue | undefined;

  /** For the page of caches. */
  readonly cache: ServerCache = {
    name: 'menus',
    title: { zh: '菜单', zhtw: '選單', en: 'Menus' },
    entries: () => this.#current?.menus.length ?? 0,
    bytes: () => (this.#current ? JSON.stringify(this.#current.menus).length * 2 : 0),
    clear: () => {
      this.#current = undefined;
    },
  };

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async at(revision: string): Promise<Catalogue> {
    if (this.#current?.revision === revision) return this.#current;
    const db = this.#db;
    const [menus, items] = await Promise.all([
      menuTable
        .everywhere({ db }, 'rights decide later which menus somebody sees')
        .where('row.active', '=', true)
        .where('row.enabled', '=', true)
        .orderBy('row.sortCode')
        .orderBy('row.enCode')
        .execute(),
      menuItemTable
        .everywhere({ db }, 'rights decide later which items somebody sees')
        .where('row.active', '=', true)
        .where('row.kind', '<>', 'field')
        .orderBy('row.sortCode')
        .orderBy('row.enCode')
        .execute(),
    ]);
    const byMenu = groupBy(items, (item) => item.menuCode);
    this.#current = {
      revision,
      menus: menus.map((menu) => ({
        id: menu.id,
        code: menu.enCode,
        type: menu.type,
        title: titlesOf(menu),
        parentCode: menu.parentCode,
        icon: menu.icon,
        urlAddress: menu.urlAddress,
        linkTarget: menu.linkTarget,
        propertyJson: JSON.stringify(menu.property ?? {}),
        category: menu.category,
        sortCode: menu.sortCode,
        items: (byMenu.get(menu.enCode) ?? []).map((item) => ({ id: item.id, kind: item.kind, code: item.enCode, title: titlesOf(item) })),
      })),
    };
    return this.#current;
  }
}
