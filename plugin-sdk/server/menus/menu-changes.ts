import type { TextByLanguage } from '../../contract/index.ts';

/** What a site says about a menu entry in place of its owner; what is left out is as the owner has it. Kept with the entry, over upgrades of its plugin. */
export interface MenuChanges {
  /** A language that is left out keeps the owner's name. */
  readonly title?: Partial<TextByLanguage>;
  readonly icon?: string;
  readonly sortCode?: number;
  /** enCode of the directory above; null: top level. */
  readonly parent?: string | null;
  /** True: nobody is shown it; their rights stay. */
  readonly hidden?: boolean;
  /** A note for administrators. */
  readonly description?: string;
}

/** Owner of entries that administrators make. */
export const SITE_OWNER = 'site';

interface DeclaredMenu {
  readonly titleZh: string;
  readonly titleZhtw: string;
  readonly titleEn: string;
  readonly icon: string;
  readonly sortCode: number;
  readonly parentCode: string | null;
  readonly siteChanges: MenuChanges;
}

export interface ShownMenu {
  readonly title: TextByLanguage;
  readonly icon: string;
  readonly sortCode: number;
  readonly parentCode: string | null;
}

/** A menu entry as the site wants it shown. */
export function shownMenu({ titleZh, titleZhtw, titleEn, icon, sortCode, parentCode, siteChanges }: DeclaredMenu): ShownMenu {
  const { title = {}, parent } = siteChanges;
  return {
    title: { zh: title.zh || titleZh, zhtw: title.zhtw || titleZhtw, en: title.en || titleEn },
    icon: siteChanges.icon ?? icon,
    sortCode: siteChanges.sortCode ?? sortCode,
    parentCode: parent === undefined ? parentCode : parent,
  };
}
