import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';

/** What signing in needs to know of an account. */
export interface AccountRecord {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly orgId: string;
  readonly passwordHash: string | null;
  readonly enabled: boolean;
  readonly locked: boolean;
  readonly unlockAt: Date | null;
  readonly theme: string;
  readonly isAdministrator: boolean;
}

const COLUMNS = [
  'id',
  'account',
  'real_name as realName',
  'org_id as orgId',
  'password_hash as passwordHash',
  'enabled',
  'locked',
  'unlock_at as unlockAt',
  'theme',
  'is_administrator as isAdministrator',
] as const;

export class Accounts {
  readonly #db: Kysely<CoreTables>;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async byAccount(account: string): Promise<AccountRecord | undefined> {
    return await this.#db
      .selectFrom('core.user_account')
      .select(COLUMNS)
      .where(sql<string>`lower(account)`, '=', account.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  async byMobile(mobile: string): Promise<AccountRecord | undefined> {
    return await this.#db
      .selectFrom('core.user_account')
      .select(COLUMNS)
      .where('mobile', '=', mobile.trim())
      .where('mobile', '<>', '')
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  async byId(id: string): Promise<AccountRecord | undefined> {
    return await this.#db.selectFrom('core.user_account').select(COLUMNS).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  }

  /** Remembers this sign-in and keeps the one before for the notice after it. */
  async noteLogin(id: string, at: Date, ip: string): Promise<void> {
    await this.#db
      .updateTable('core.user_account')
      .set((eb) => ({ prev_login_at: eb.ref('last_login_at'), prev_login_ip: eb.ref('last_login_ip'), last_login_at: at, last_login_ip: ip }))
      .where('id', '=', id)
      .execute();
  }

  /** Locks until somebody unlocks. Administrators never: nobody might be left who can. @returns whether there was somebody to lock */
  async lock(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('core.user_account')
      .set({ locked: true, unlock_at: null })
      .where('id', '=', id)
      .where('is_administrator', '=', false)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Takes a lock set by hand away. */
  async unlock(id: string): Promise<void> {
    await this.#db.updateTable('core.user_account').set({ locked: false, unlock_at: null }).where('id', '=', id).execute();
  }

  /** Takes away locks whose time is over, so that lists show what holds. */
  async releaseLocks(now: Date): Promise<void> {
    await this.#db.updateTable('core.user_account').set({ locked: false, unlock_at: null }).where('locked', '=', true).where('unlock_at', '<=', now).execute();
  }
}
