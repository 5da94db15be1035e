import { createHash } from 'node:crypto';
import type { Language } from '@nephra/plugin-sdk/contract';
import { type MenuItemKind, menuItemTable, menuTable, SITE_OWNER, type ServerCache, shownMenu } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { groupBy } from '../../core/group-by.ts';
import { spokenTag } from '../../i18n/spoken.ts';
import type { SiteTextStore } from '../site-texts.ts';
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
  /** In languages of the site. */
  readonly said?: Readonly<Record<string, string>>;
  readonly parentCode: string | null;
  readonly icon: string;
  readonly urlAddress: string;
  readonly linkTarget: string;
  /** JSON text. */
  readonly propertyJson: string;
  readonly category: string;
  readonly sortCode: number;
  /** The site's own word on place and showing, which stands above registry.json; nothing where it says nothing. */
  readonly site: { readonly title?: Partial<Titles>; readonly ordered?: boolean; readonly hidden?: boolean };
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
  /** Other than before when the site changed its menus: open screens read them again. */
  readonly siteStamp: string;
  /** The same of its wording of texts. */
  readonly textStamp: string;
  /** Ordered for display. */
  readonly menus: readonly CataloguedMenu[];
}

export const titleIn = (title: Titles, language: Language): string => title[language] || title.zh;

/** Name of a menu in the language that is spoken. */
export const menuName = ({ title, said }: Pick<CataloguedMenu, 'title' | 'said'>, language: Language): string =>
  said?.[spokenTag()] ?? titleIn(title, language);

const titlesOf = (row: { titleZh: string; titleZhtw: string; titleEn: string }): Titles => ({ zh: row.titleZh, zhtw: row.titleZhtw, en: row.titleEn });

const stampOf = (facts: readonly unknown[]): string =>
  facts.length === 0 ? '' : createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);

/** All menus that are on, kept until any menu or grant changes. */
export class MenuCatalogue {
  readonly #db: Kysely<CoreTables>;
  readonly #texts: SiteTextStore;
  #current: Catalogue | undefined;
  readonly #listeners: ((read: Catalogue) => void)[] = [];

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

  constructor(db: Kysely<CoreTables>, texts: SiteTextStore) {
    this.#db = db;
    this.#texts = texts;
  }

  /** Hears each reading: menus may be others now. */
  onRead(listener: (read: Catalogue) => void): void {
    this.#listeners.push(listener);
  }

  async at(revision: string): Promise<Catalogue> {
    if (this.#current?.revision === revision) return this.#current;
    const db = this.#db;
    const [menus, items] = await Promise.all([
      menuTable
        .everywhere({ db }, 'rights decide later which menus somebody sees')
        .where('row.active', '=', true)
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
      this.#texts.read(),
    ]);
    const names = this.#texts.menuNames;
    const spoken = this.#texts.languages.offered.map(({ code }) => code);
    const saidOf = (code: string) =>
      Object.fromEntries(spoken.flatMap((tag) => (names.has(`${code} ${tag}`) ? [[tag, names.get(`${code} ${tag}`) ?? '']] : [])));
    const byMenu = groupBy(items, (item) => item.menuCode);
    const shown = menus.map((menu) => {
      const { title, icon, sortCode, parentCode } = shownMenu(menu);
      const { hidden, title: named } = menu.siteChanges;
      return {
        id: menu.id,
        code: menu.enCode,
        type: menu.type,
        title,
        ...(spoken.length > 0 && { said: saidOf(menu.enCode) }),
        parentCode,
        icon,
        urlAddress: menu.urlAddress,
        linkTarget: menu.linkTarget,
        propertyJson: JSON.stringify(menu.property ?? {}),
        category: menu.category,
        sortCode,
        site: { ...(named && { title: named }), ...(menu.siteChanges.sortCode !== undefined && { ordered: true }), ...(hidden !== undefined && { hidden }) },
        items: (byMenu.get(menu.enCode) ?? []).map((item) => ({ id: item.id, kind: item.kind, code: item.enCode, title: titlesOf(item) })),
      };
    });
    const off = new Set(menus.filter((menu) => !menu.enabled).map((menu) => menu.enCode));
    const ofSite = new Set(
      menus.filter((menu) => menu.owner === SITE_OWNER || !menu.enabled || Object.keys(menu.siteChanges).length > 0).map((menu) => menu.enCode),
    );
    this.#current = {
      revision,
      siteStamp: stampOf(shown.filter(({ code }) => ofSite.has(code)).map((menu) => [menu, off.has(menu.code)])),
      textStamp: this.#texts.stamp,
      menus: shown.filter(({ code }) => !off.has(code)),
    };
    for (const heard of this.#listeners) heard(this.#current);
    return this.#current;
  }
}
