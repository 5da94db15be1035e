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
}

const columns = ['id', 'account', 'real_name', 'org_id', 'password_hash', 'enabled', 'locked', 'unlock_at', 'theme'] as const;

interface AccountRow {
  id: string;
  account: string;
  real_name: string;
  org_id: string;
  password_hash: string | null;
  enabled: boolean;
  locked: boolean;
  unlock_at: Date | null;
  theme: string;
}

const toRecord = (row: AccountRow): AccountRecord => ({
  id: row.id,
  account: row.account,
  realName: row.real_name,
  orgId: row.org_id,
  passwordHash: row.password_hash,
  enabled: row.enabled,
  locked: row.locked,
  unlockAt: row.unlock_at,
  theme: row.theme,
});

export class Accounts {
  readonly #db: Kysely<CoreTables>;

  constructor(db: Kysely<CoreTables>) {
    this.#db = db;
  }

  async byAccount(account: string): Promise<AccountRecord | undefined> {
    const row = await this.#db
      .selectFrom('core.user_account')
      .select(columns)
      .where(sql<string>`lower(account)`, '=', account.trim().toLowerCase())
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async byMobile(mobile: string): Promise<AccountRecord | undefined> {
    const row = await this.#db
      .selectFrom('core.user_account')
      .select(columns)
      .where('mobile', '=', mobile.trim())
      .where('mobile', '<>', '')
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async byId(id: string): Promise<AccountRecord | undefined> {
    const row = await this.#db.selectFrom('core.user_account').select(columns).where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
    return row && toRecord(row);
  }

  /** Remembers this sign-in and keeps the one before for the notice after it. */
  async noteLogin(id: string, at: Date, ip: string): Promise<void> {
    await this.#db
      .updateTable('core.user_account')
      .set((eb) => ({ prev_login_at: eb.ref('last_login_at'), prev_login_ip: eb.ref('last_login_ip'), last_login_at: at, last_login_ip: ip }))
      .where('id', '=', id)
      .execute();
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
