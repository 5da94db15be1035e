import { createHash } from 'node:crypto';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { SiteWording } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { TextSource } from '../i18n/texts.ts';
import { siteTextTable } from '../tables/site-text.table.ts';
import type { CoreTables } from '../tables/tables.ts';

type Worded = ReadonlyMap<string, string>;
const nameOf = (owner: string, language: Language, key: string): string => `${owner} ${language} ${key}`;

/** A site's own wording of texts, kept in memory: sentences are looked up by the thousand, and hardly ever changed. */
export class SiteTextStore {
  readonly #db: Kysely<CoreTables>;
  #rows: readonly SiteWording[] = [];
  #worded: Worded = new Map();
  #stamp = '';

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
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

  /** Reads what is in force from now on. */
  async read(): Promise<void> {
    const rows = await this.stored();
    this.#rows = rows;
    this.#worded = new Map(rows.map(({ owner, key, language, wording }) => [nameOf(owner, language, key), wording]));
    this.#stamp = rows.length === 0 ? '' : createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 12);
  }

  /** Texts with the wording of the site in place of the owner's. */
  over(owner: string, source: TextSource): TextSource {
    return { find: (language, key) => this.#worded.get(nameOf(owner, language, key)) ?? source.find(language, key) };
  }

  /** What a screen shows otherwise, by `owner:key`. */
  ofBrowser(language: Language): Record<string, string> {
    const shown = this.#rows.filter((row) => row.language === language && row.owner !== 'core');
    return Object.fromEntries(shown.map(({ owner, key, wording }) => [`${owner}:${key}`, wording]));
  }

  async write(wordings: readonly SiteWording[]): Promise<void> {
    for (const { owner, key, language, wording } of wordings) {
      if (wording === '') {
        await this.#db.deleteFrom('core.site_text').where('owner', '=', owner).where('text_key', '=', key).where('language', '=', language).execute();
        continue;
      }
      await this.#db
        .insertInto('core.site_text')
        .values({ owner, text_key: key, language, wording })
        .onConflict((conflict) => conflict.columns(['owner', 'text_key', 'language']).doUpdateSet({ wording }))
        .execute();
    }
  }
}
