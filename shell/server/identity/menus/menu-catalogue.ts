import type { Language } from '@nephra/plugin-sdk/contract';
import type { Kysely } from 'kysely';
import { groupBy } from '../../core/group-by.ts';
import type { CoreTables, MenuItemKind } from '../../tables/tables.ts';

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

const titlesOf = (row: { title_zh: string; title_zhtw: string; title_en: string }): Titles => ({ zh: row.title_zh, zhtw: row.title_zhtw, en: row.title_en });

/** All menus that are on, kept until any menu or grant changes. */
export class MenuCatalogue {
  readonly #db: Kysely<CoreTables>;
  #current: Catalogue | undefined;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async at(revision: string): Promise<Catalogue> {
    if (this.#current?.revision === revision) return this.#current;
    const [menus, items] = await Promise.all([
      this.#db
        .selectFrom('core.menu')
        .select([
          'id',
          'en_code',
          'type',
          'title_zh',
          'title_zhtw',
          'title_en',
          'parent_code',
          'icon',
          'url_address',
          'link_target',
          'property',
          'category',
          'sort_code',
        ])
        .where('active', '=', true)
        .where('enabled', '=', true)
        .orderBy('sort_code')
        .orderBy('en_code')
        .execute(),
      this.#db
        .selectFrom('core.menu_item')
        .select(['id', 'menu_code', 'kind', 'en_code', 'title_zh', 'title_zhtw', 'title_en'])
        .where('active', '=', true)
        .where('kind', '<>', 'field')
        .orderBy('sort_code')
        .orderBy('en_code')
        .execute(),
    ]);
    const byMenu = groupBy(items, (item) => item.menu_code);
    this.#current = {
      revision,
      menus: menus.map((menu) => ({
        id: menu.id,
        code: menu.en_code,
        type: menu.type,
        title: titlesOf(menu),
        parentCode: menu.parent_code,
        icon: menu.icon,
        urlAddress: menu.url_address,
        linkTarget: menu.link_target,
        propertyJson: JSON.stringify(menu.property ?? {}),
        category: menu.category,
        sortCode: menu.sort_code,
        items: (byMenu.get(menu.en_code) ?? []).map((item) => ({ id: item.id, kind: item.kind, code: item.en_code, title: titlesOf(item) })),
      })),
    };
    return this.#current;
  }
}
