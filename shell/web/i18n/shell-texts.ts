import { createInstance, type i18n as I18n } from 'i18next';
import { type Language, singularKey } from '@nephra/plugin-sdk/contract';

export type TextTree = { readonly [key: string]: string | TextTree };
export type TextParams = Record<string, string | number>;

const SHELL = 'shell';
/** What i18next puts a value or another text in for. */
const MARKS = ['{{', '$t('] as const;

/** One file per language, fetched when it is first needed. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly texts: TextTree }>>> = {
  zh: () => import('./texts.zh.ts'),
  zhtw: () => import('./texts.zhtw.ts'),
  en: () => import('./texts.en.ts'),
};

/**
 * Texts of shell and plugins in one i18next instance: the shell's in the namespace `shell`, a plugin's in the namespace of
 * its id. A missing text shows its key, so that it is seen and reported instead of leaving a blank.
 */
export class ShellTexts {
  readonly #i18n: I18n = createInstance();
  readonly #loaders: typeof LOADERS;
  /** What the owner says where the site says something else, by `language owner key`. */
  readonly #own = new Map<string, string>();
  #site = '';
  /** What the site says in the place of owners, by `owner:key`. */
  wording: Readonly<Record<string, string>> = {};

  constructor(loaders: typeof LOADERS = LOADERS) {
    this.#loaders = loaders;
    void this.#i18n.init({
      lng: 'none',
      fallbackLng: false,
      resources: {},
      ns: [SHELL],
      defaultNS: SHELL,
      initAsync: false,
      // React escapes what it draws; escaping here would show `&amp;` to people.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  }

  /** Fetches the shell's texts of a language, so that it can be shown at once. */
  async load(language: Language): Promise<void> {
    if (this.#i18n.hasResourceBundle(language, SHELL)) return;
    const { texts } = await this.#loaders[language]();
    this.#i18n.addResourceBundle(language, SHELL, texts);
  }

  /** Adds a plugin's texts; `overrides` are texts of the hospital by dotted key. */
  addPlugin(pluginId: string, language: Language, texts: TextTree, overrides: Readonly<Record<string, string>>): void {
    this.#i18n.addResourceBundle(language, pluginId, texts, true, true);
    for (const [key, text] of Object.entries(overrides)) this.#word(language, `${pluginId}:${key}`, text);
  }

  /** Takes the site's wording by `shell:key` or `plugin:key` in place of that before. @returns whether what is drawn may say otherwise now */
  takeSite(language: Language, wording: Readonly<Record<string, string>> = {}): boolean {
    const stamp = language + JSON.stringify(wording);
    if (stamp === this.#site) return false;
    this.#site = stamp;
    this.wording = wording;
    const before = [...this.#own];
    this.#own.clear();
    for (const [at, own] of before) this.#i18n.addResource(...(at.split(' ') as [string, string, string]), own);
    for (const [name, text] of Object.entries(wording)) this.#word(language, name, text);
    return before.length + this.#own.size > 0;
  }

  /** What is not here yet has the wording when it comes. */
  #word(language: Language, name: string, text: string): void {
    const [owner = '', key = ''] = name.split(':');
    const own: unknown = this.#i18n.getResource(language, owner, key);
    if (typeof own !== 'string') return;
    const at = `${language} ${owner} ${key}`;
    if (!this.#own.has(at)) this.#own.set(at, own);
    this.#i18n.addResource(language, owner, key, text);
  }

  hasPlugin(pluginId: string, language: Language): boolean {
    return this.#i18n.hasResourceBundle(language, pluginId);
  }

  /** Text of the shell; `lng` in the parameters names the language. */
  t(key: string, params: TextParams & { lng: Language }): string {
    return this.#text(SHELL, key, params);
  }

  has(key: string, language: Language): boolean {
    return this.#i18n.exists(key, { ns: SHELL, lng: language });
  }

  pluginText(pluginId: string, key: string, params: TextParams & { lng: Language }): string {
    return this.#text(pluginId, key, params);
  }

  #text(ns: string, key: string, params: TextParams & { lng: Language }): string {
    const plain = this.#plain(ns, key, params);
    if (plain !== undefined) return plain;
    const one = singularKey(key, params.lng, params);
    const isOne = one !== undefined && this.#i18n.exists(one, { ns, lng: params.lng });
    return this.#i18n.t(isOne ? one : key, { ...params, ns });
  }

  /** A text that nothing is put into, as most are. Pages ask for hundreds of them while they are drawn, and i18next's own way takes more than ten times as long. */
  #plain(ns: string, key: string, params: TextParams & { lng: Language }): string | undefined {
    for (const name in params) if (name !== 'lng') return undefined;
    const text: unknown = this.#i18n.getResource(params.lng, ns, key);
    return typeof text === 'string' && text !== '' && !MARKS.some((mark) => text.includes(mark)) ? text : undefined;
  }
}
