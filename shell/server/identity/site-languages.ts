import { LANGUAGES, type Language } from '@nephra/plugin-sdk/contract';
import type { SiteLanguage } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { SpokenLanguage } from '../i18n/texts.ts';
import { siteLanguageTable } from '../tables/site-text.table.ts';
import type { CoreTables } from '../tables/tables.ts';

const isOwn = (code: string): code is Language => LANGUAGES.some((language) => language === code);

/** Languages that the site added, kept in memory: each call asks. */
export class SiteLanguages {
  readonly #db: Kysely<CoreTables>;
  #known: ReadonlyMap<string, SiteLanguage> = new Map();

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async stored(): Promise<readonly SiteLanguage[]> {
    return await siteLanguageTable.everywhere({ db: this.#db }, 'languages of the whole installation').orderBy('row.code').execute();
  }

  /** Reads what is in force from now on. */
  async read(): Promise<readonly SiteLanguage[]> {
    const rows = await this.stored();
    this.#known = new Map(rows.map((row) => [row.code, row]));
    return rows;
  }

  /** What people can choose. */
  get offered(): readonly SiteLanguage[] {
    return [...this.#known.values()].filter(({ enabled }) => enabled);
  }

  /** What is spoken to somebody who wants a language; one that is off is answered in its base. Undefined: nobody speaks it. */
  spoken(code: string): SpokenLanguage | undefined {
    if (isOwn(code)) return { language: code, tag: '' };
    const found = this.#known.get(code);
    return found && { language: found.base, tag: found.enabled ? code : '' };
  }

  /** The first of these that can be spoken, `vi-VN` by `vi` too. @param tags of an `Accept-Language` header */
  accepted(tags: readonly string[]): SpokenLanguage | undefined {
    for (const tag of tags) {
      const found = this.offered.find(({ code }) => tag === code.toLowerCase() || tag.startsWith(`${code.toLowerCase()}-`));
      if (found) return { language: found.base, tag: found.code };
      if (/^(zh|en)(-|$)/.test(tag)) return undefined;
    }
    return undefined;
  }

  async keep({ code, name, base, enabled }: SiteLanguage): Promise<void> {
    await this.#db
      .insertInto('core.site_language')
      .values({ code, name, base, enabled })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ name, base, enabled }))
      .execute();
  }

  /** Takes it away with all that it says; who speaks it goes on in its base. */
  async remove(code: string): Promise<void> {
    const gone = await this.#db.deleteFrom('core.site_language').where('code', '=', code).returning('base').executeTakeFirst();
    if (!gone) return;
    await this.#db.deleteFrom('core.site_text').where('language', '=', code).execute();
    await this.#db.updateTable('core.user_account').set({ language: gone.base }).where('language', '=', code).execute();
  }
}
