import { randomInt } from 'node:crypto';
import { AppError } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { SettingStore } from '../../core/setting-store.ts';
import type { CoreTables } from '../../tables/tables.ts';
import { clientHash, type PasswordHasher } from './password-hash.ts';
import { hashSecret } from '../token.ts';

export const ADMIN_ACCOUNT = 'admin';

/** No account is built in with a known password: the administrator's first one is set here, once. */
export class FirstPassword {
  readonly #db: Kysely<CoreTables>;
  readonly #settings: SettingStore;
  readonly #passwords: PasswordHasher;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, settings: SettingStore, passwords: PasswordHasher, clock: Clock) {
    this.#clock = clock;
    this.#db = db;
    this.#settings = settings;
    this.#passwords = passwords;
  }

  /** True until the administrator has a password. */
  async isMissing(): Promise<boolean> {
    const row = await this.#db
      .selectFrom('core.user_account')
      .select('id')
      .where('account', '=', ADMIN_ACCOUNT)
      .where('is_administrator', '=', true)
      .where('deleted_at', 'is', null)
      .where('password_hash', 'is', null)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Sets the password from the configuration. */
  async setTo(password: string): Promise<void> {
    await this.#store(await this.#passwords.hash(clientHash(password)));
  }

  /** @returns a new setup code; earlier ones are void. It is shown in the log once and stored hashed. */
  async newSetupCode(): Promise<string> {
    const code = Array.from({ length: 3 }, () => String(randomInt(10_000)).padStart(4, '0')).join('-');
    await this.#settings.set('setupCodeHash', hashSecret(code));
    return code;
  }

  /** True for the code in force; undefined for every other one, and once the password is set. */
  async isCode(code: string): Promise<true | undefined> {
    const expected = await this.#settings.get('setupCodeHash');
    return expected && expected === hashSecret(code.trim()) && (await this.isMissing()) ? true : undefined;
  }

  /** Sets the password by setup code; the code is void afterwards. Two at once: the second is refused. @throws AppError `core.setup-refused` */
  async redeem(code: string, passwordHash: string): Promise<void> {
    if (!(await this.isCode(code)) || !(await this.#store(passwordHash))) throw new AppError('core.setup-refused');
    await this.#settings.set('setupCodeHash', '');
  }

  async #store(password_hash: string): Promise<boolean> {
    const row = await this.#db
      .updateTable('core.user_account')
      .set({ password_hash, password_changed_at: this.#clock.now() })
      .where('account', '=', ADMIN_ACCOUNT)
      .where('is_administrator', '=', true)
      .where('deleted_at', 'is', null)
      .where('password_hash', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }
}
