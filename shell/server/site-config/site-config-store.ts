import type { Log, SiteValues } from '@nephra/plugin-sdk/server';
import type { SettingStore, StoredSiteConfig } from '../core/setting-store.ts';
import type { Database } from '../db/index.ts';
import { addressList } from '../outbound/addresses/address-list.ts';

const CHANNEL = 'nephra_site_config';
const KEY = 'siteConfig';
const NOTHING: StoredSiteConfig = { revision: 0, values: {}, secrets: {} };

/** Characters of a captcha where the site says nothing. */
export const CAPTCHA_LENGTH = 4;
export const CAPTCHA_LENGTHS = { min: 3, max: 6 } as const;

/** The row of the page of configuration, kept in memory: every call looks into it. Servers tell each other of changes. */
export class SiteConfigStore {
  readonly #settings: SettingStore;
  readonly #database: Database;
  readonly #log: Log;
  #row: StoredSiteConfig = NOTHING;
  #listed = addressList('');
  #telling: Promise<void> = Promise.resolve();

  constructor(settings: SettingStore, database: Database, log: Log) {
    this.#settings = settings;
    this.#database = database;
    this.#log = log;
  }

  get values(): SiteValues {
    return this.#row.values;
  }

  get captchaLength(): number {
    const length = this.values.verificationCodeNumber;
    return typeof length === 'number' && length >= CAPTCHA_LENGTHS.min && length <= CAPTCHA_LENGTHS.max ? length : CAPTCHA_LENGTH;
  }

  /** An account that failed too often stays locked until somebody unlocks it. */
  get locksForGood(): boolean {
    return this.values.lockType === 1;
  }

  /** Whether people may sign in from there. A list that holds nothing keeps nobody out. */
  mayEnterFrom(ip: string): boolean {
    return this.values.whitelistSwitch !== 1 || this.#listed.entries === 0 || this.#listed.holds(ip);
  }

  /** What stands in the database; in force here from now on. */
  async read(): Promise<StoredSiteConfig> {
    const row = (await this.#settings.get(KEY)) ?? NOTHING;
    this.#learn(row);
    return row;
  }

  async lock(): Promise<StoredSiteConfig> {
    return await this.#settings.locked(KEY, NOTHING);
  }

  /** Writes in the running transaction what `lock` kept. */
  async write(row: StoredSiteConfig): Promise<void> {
    await this.#settings.set(KEY, row);
    this.#database.afterCommit(() => {
      this.#learn(row);
      this.#telling = this.#database
        .notify(CHANNEL)
        .catch((error: unknown) => this.#log.warn({ err: error }, 'other servers could not be told of a changed configuration'));
    });
  }

  /** Hears of changes on other servers; it also looks when the connection for that comes back. @returns what ends it */
  follow(): () => Promise<void> {
    let looking: Promise<void> = Promise.resolve();
    const stop = this.#database.listen(CHANNEL, () => {
      looking = this.read().then(
        () => undefined,
        (error: unknown) => this.#log.warn({ err: error }, 'a changed configuration could not be read'),
      );
    });
    return async () => {
      await stop();
      await Promise.all([looking, this.#telling]);
    };
  }

  #learn(row: StoredSiteConfig): void {
    // A look that began before the last change ends after it.
    if (row.revision < this.#row.revision) return;
    this.#row = row;
    this.#listed = addressList(String(row.values.whiteListIp ?? ''));
  }
}
