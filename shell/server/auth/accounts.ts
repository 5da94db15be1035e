import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../core/tables.ts';

/** What signing in needs to know of an account. */
export interface AccountRecord {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly passwordHash: string | null;
  readonly enabled: boolean;
  readonly theme: string;
}

const columns = ['id', 'account', 'real_name', 'password_hash', 'enabled', 'theme'] as const;

interface AccountRow {
  id: string;
  account: string;
  real_name: string;
  password_hash: string | null;
  enabled: boolean;
  theme: string;
}

const toRecord = (row: AccountRow): AccountRecord => ({
  id: row.id,
  account: row.account,
  realName: row.real_name,
  passwordHash: row.password_hash,
  enabled: row.enabled,
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

  async setPassword(id: string, hash: string, at: Date): Promise<void> {
    await this.#db.updateTable('core.user_account').set({ password_hash: hash, password_changed_at: at }).where('id', '=', id).execute();
  }
}
