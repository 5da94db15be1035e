import { type Language, SINGULAR_END } from '@nephra/plugin-sdk/contract';
import { EVERY_LANGUAGE, menuTable, shownMenu, type SiteWording } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { spokenTag } from '../i18n/spoken.ts';
import type { TextSource } from '../i18n/texts.ts';
import { siteTextTable } from '../tables/site-text.table.ts';
import type { CoreTables } from '../tables/tables.ts';
import { MENU_NAMES, SIGN_IN_TEXTS, type SiteSayings, shownTexts, stampOfTexts } from './shown-texts.ts';
import { SiteLanguages } from './site-languages.ts';

/** A language comes whole; each row takes four parameters. */
const ROWS_AT_ONCE = 500;

type Worded = ReadonlyMap<string, string>;
const nameOf = (owner: string, language: string, key: string): string => `${owner} ${language} ${key}`;

/** A site's own wording of texts, kept in memory: sentences are looked up by the thousand, and hardly ever changed. */
export class SiteTextStore {
  readonly languages: SiteLanguages;
  readonly #db: Kysely<CoreTables>;
  #rows: readonly SiteWording[] = [];
  #worded: Worded = new Map();
  #stamp = '';
  #first: Promise<void> | undefined;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
    this.languages = new SiteLanguages(db);
  }

  /** Other than before when a wording was changed; empty where there is none. */
  get stamp(): string {
    return this.#stamp;
  }

  async stored(): Promise<readonly SiteWording[]> {
    const rows = await siteTextTable
      .everywhere({ db: this.#db }, 'texts of the whole installation')
      .orderBy('row.owner')
      .orderBy('row.textKey')
      .orderBy('row.language')
      .execute();
    return rows.map(({ owner, textKey: key, language, wording }) => ({ owner, key, language, wording }));
  }

  /** What the database says, within a transaction also what that has written. */
  async sayings(): Promise<SiteSayings> {
    const [rows, languages] = [await this.stored(), await this.languages.stored()];
    return { rows, languages };
  }

  /** Has been read at least once: the first call after a start may come before anybody needed the menus. */
  async ready(): Promise<void> {
    this.#first ??= this.read();
    await this.#first;
  }

  /** Reads what is in force from now on. */
  async read(): Promise<void> {
    const [rows, languages] = await Promise.all([this.stored(), this.languages.read()]);
    this.#rows = rows;
    this.#worded = new Map(rows.map(({ owner, key, language, wording }) => [nameOf(owner, language, key), wording]));
    this.#stamp = stampOfTexts({ rows, languages });
  }

  /** Texts with the wording of the site in place of the owner's. */
  over(owner: string, source: TextSource): TextSource {
    const worded = (language: string, key: string): string | undefined => this.#worded.get(nameOf(owner, language, key));
    return {
      find: (language, key) => {
        const tag = this.#tagOver(language);
        const said = tag === '' ? undefined : worded(tag, key);
        if (said !== undefined) return said;
        // It has no text that speaks of one alone: better its own words than the base's.
        if (tag !== '' && key.endsWith(SINGULAR_END) && worded(tag, key.slice(0, -SINGULAR_END.length)) !== undefined) return undefined;
        return worded(language, key) ?? worded(EVERY_LANGUAGE, key) ?? source.find(language, key);
      },
    };
  }

  /** What a screen shows otherwise, by `owner:key`. */
  ofBrowser(language: Language): Record<string, string> {
    return shownTexts(this.#rows, language, this.#tagOver(language));
  }

  /** The site's language that is spoken, where this is its base; else empty. */
  #tagOver(language: Language): string {
    const tag = spokenTag();
    return tag !== '' && this.languages.spoken(tag)?.language === language ? tag : '';
  }

  /** Names of menus in languages of the site, by `code language`. */
  get menuNames(): ReadonlyMap<string, string> {
    return new Map(this.#rows.flatMap((row) => (row.owner === MENU_NAMES ? [[`${row.key} ${row.language}`, row.wording]] : [])));
  }

  /** Names of menus as they are shown, by their code. */
  async menuTitles(): Promise<Readonly<Record<Language, Record<string, string>>>> {
    const rows = await menuTable.everywhere({ db: this.#db }, 'names of the whole installation').where('row.active', '=', true).orderBy('row.enCode').execute();
    const of = (language: Language) => Object.fromEntries(rows.map((row) => [row.enCode, shownMenu(row).title[language]]));
    return { zh: of('zh'), zhtw: of('zhtw'), en: of('en') };
  }

  /** What the page of sign-in says in the site's language that is spoken, read anew: nobody is signed in, so nothing has to have been read. */
  async ofSignIn(): Promise<{ readonly languages: readonly { code: string; name: string; base: Language }[]; readonly texts: Record<string, string> }> {
    const languages = (await this.languages.read()).filter(({ enabled }) => enabled).map(({ code, name, base }) => ({ code, name, base }));
    const tag = spokenTag();
    if (!languages.some(({ code }) => code === tag)) return { languages, texts: {} };
    const rows = await siteTextTable
      .everywhere({ db: this.#db }, 'texts of the whole installation')
      .where('row.owner', '=', SIGN_IN_TEXTS)
      .where('row.language', '=', tag)
      .execute();
    return { languages, texts: Object.fromEntries(rows.map(({ textKey, wording }) => [textKey, wording])) };
  }

  async write(wordings: readonly SiteWording[]): Promise<void> {
    for (const { owner, key, language } of wordings.filter(({ wording }) => wording === ''))
      await this.#db.deleteFrom('core.site_text').where('owner', '=', owner).where('text_key', '=', key).where('language', '=', language).execute();
    // One text once: a statement that names a row twice is refused.
    const said = new Map(wordings.map((row) => [nameOf(row.owner, row.language, row.key), row]));
    const rows = [...said.values()].flatMap(({ owner, key, language, wording }) => (wording === '' ? [] : [{ owner, text_key: key, language, wording }]));
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
      await this.#db
        .insertInto('core.site_text')
        .values(rows.slice(from, from + ROWS_AT_ONCE))
        .onConflict((conflict) => conflict.columns(['owner', 'text_key', 'language']).doUpdateSet(({ ref }) => ({ wording: ref('excluded.wording') })))
        .execute();
  }
}
