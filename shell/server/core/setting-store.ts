import type { PasswordRuleName } from '@nephra/plugin-sdk/contract';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';

/** Values of the page of configuration under their names on the wire; texts that are secret are sealed. */
export interface StoredSiteConfig {
  /** Raised by every change. */
  readonly revision: number;
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Facts about this installation that must survive a restart, by name. */
export interface StoredSettings {
  /** What the page of configuration says. */
  siteConfig: StoredSiteConfig;
  /** Name of this installation, made by its first start: a bucket that keeps its files bears it, so that no other one takes it for its own. */
  installation: string;
  /** True when the demo data set was loaded. */
  demo: boolean;
  /** Accounts of the demo system that the log-in page may offer. */
  demoAccounts: string[];
  /** Hash of the one-time code with which the first administrator password is set; empty once it is used. */
  setupCodeHash: string;
  /** Rule for passwords that was chosen on the set-up page. */
  passwordPolicy: PasswordRuleName;
  /** What the site allows each plugin to call, as it was put on record last. */
  outboundAllowed: Readonly<Record<string, readonly string[]>>;
}

export class SettingStore {
  readonly #db: Kysely<CoreTables>;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async get<K extends keyof StoredSettings>(key: K): Promise<StoredSettings[K] | undefined> {
    const row = await this.#db.selectFrom('core.setting').select('value').where('key', '=', key).executeTakeFirst();
    return row?.value as StoredSettings[K] | undefined;
  }

  /** Keeps the row for the running transaction, so that of two who change it the second one waits. Made of `first` where there is none. */
  async locked<K extends keyof StoredSettings>(key: K, first: StoredSettings[K]): Promise<StoredSettings[K]> {
    await this.#db
      .insertInto('core.setting')
      .values({ key, value: JSON.stringify(first) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    const row = await this.#db.selectFrom('core.setting').select('value').where('key', '=', key).forUpdate().executeTakeFirstOrThrow();
    return row.value as StoredSettings[K];
  }

  async set<K extends keyof StoredSettings>(key: K, value: StoredSettings[K]): Promise<void> {
    const text = JSON.stringify(value);
    await this.#db
      .insertInto('core.setting')
      .values({ key, value: text })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
      .execute();
  }
}
