import { makeAutoObservable } from 'mobx';
import { LANGUAGES, type Language } from '@nephra/plugin-sdk/contract';
import { chooseLanguage } from '../i18n/language-choice.ts';
import type { BrowserStorage } from '../storage/browser-storage.ts';

export const LAYOUT_TYPES = ['classic', 'functional', 'blend', 'plain'] as const;
export type LayoutType = (typeof LAYOUT_TYPES)[number];
export const THEME_CLASSES = ['blue', 'purple', 'azure', 'ocean', 'green', 'yellow', 'orange', 'red'] as const;
export type ThemeClass = (typeof THEME_CLASSES)[number];
export const SLIDE_CLASSES = ['dark', 'lightWhite'] as const;
export type SlideClass = (typeof SLIDE_CLASSES)[number];
export const SIZES = ['default', 'medium', 'small', 'mini'] as const;
export type ControlSize = (typeof SIZES)[number];

export const isLayoutType = (value: unknown): value is LayoutType => LAYOUT_TYPES.some((type) => type === value);

/** Values of the settings drawer and what else a person's browser remembers (spec 3, settings and app state). */
export interface SettingValues {
  /** Main colour as hex; follows themeClass. */
  theme: string;
  themeClass: ThemeClass;
  slideClass: SlideClass;
  layoutType: LayoutType;
  tagsView: boolean;
  tagsIcon: boolean;
  useCache: boolean;
  showLanguage: boolean;
  showSearch: boolean;
  fixedHeader: boolean;
  sidebarLogo: boolean;
  size: ControlSize;
  language: Language;
  /** Language that the site added, over `language`, which is its base; empty: none. */
  siteLanguage: string;
}

export const DEFAULT_SETTINGS: SettingValues = {
  theme: '#409eff',
  themeClass: 'blue',
  slideClass: 'dark',
  layoutType: 'classic',
  tagsView: true,
  tagsIcon: false,
  useCache: true,
  showLanguage: true,
  showSearch: true,
  fixedHeader: true,
  sidebarLogo: true,
  size: 'default',
  language: 'zh',
  siteLanguage: '',
};

const CHOICES: Partial<Record<keyof SettingValues, readonly string[]>> = {
  themeClass: THEME_CLASSES,
  slideClass: SLIDE_CLASSES,
  layoutType: LAYOUT_TYPES,
  size: SIZES,
  language: LANGUAGES,
};

/** True when a stored value fits the setting: storage is shared with other versions and open to every visitor's hands. */
function fits(name: keyof SettingValues, value: unknown): boolean {
  if (typeof value !== typeof DEFAULT_SETTINGS[name]) return false;
  return CHOICES[name]?.includes(value as string) ?? true;
}

/**
 * Settings of this browser. Read fields directly (they are observable); write only through `set`, which also stores.
 * The language is changed through `shell.actions.changeLanguage`, which loads its texts first.
 */
export class SettingsStore implements SettingValues {
  theme = DEFAULT_SETTINGS.theme;
  themeClass = DEFAULT_SETTINGS.themeClass;
  slideClass = DEFAULT_SETTINGS.slideClass;
  layoutType = DEFAULT_SETTINGS.layoutType;
  tagsView = DEFAULT_SETTINGS.tagsView;
  tagsIcon = DEFAULT_SETTINGS.tagsIcon;
  useCache = DEFAULT_SETTINGS.useCache;
  showLanguage = DEFAULT_SETTINGS.showLanguage;
  showSearch = DEFAULT_SETTINGS.showSearch;
  fixedHeader = DEFAULT_SETTINGS.fixedHeader;
  sidebarLogo = DEFAULT_SETTINGS.sidebarLogo;
  size = DEFAULT_SETTINGS.size;
  language = DEFAULT_SETTINGS.language;
  siteLanguage = DEFAULT_SETTINGS.siteLanguage;

  readonly #storage: BrowserStorage;

  /** @param browserLanguage Speaks while no language is stored (spec 9). */
  constructor(storage: BrowserStorage, browserLanguage = '') {
    this.#storage = storage;
    this.language = chooseLanguage(undefined, browserLanguage);
    for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof SettingValues)[]) {
      const stored = storage.get(name);
      if (fits(name, stored)) Object.assign(this, { [name]: stored });
    }
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** What calls ask for, and the document is written in. */
  get spoken(): string {
    return this.siteLanguage || this.language;
  }

  /** Takes a value and stores it (`jnpf_<name>`). */
  set<K extends keyof SettingValues>(name: K, value: SettingValues[K]): void {
    Object.assign(this, { [name]: value });
    this.#storage.set(name, value);
  }

  /** Layout the server returned at sign-in; anything unknown is classic (spec 4, login). */
  takeTheme(theme: string): void {
    this.set('layoutType', isLayoutType(theme) ? theme : 'classic');
  }
}
