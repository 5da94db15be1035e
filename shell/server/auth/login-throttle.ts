import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../config/index.ts';
import type { CoreTables } from '../core/tables.ts';

export interface LoginTry {
  /** As typed; compared without regard to case. */
  readonly account: string;
  readonly ip: string;
}

/** Failures fade after a quiet day. */
const FADE_MS = 24 * 3_600_000;
const KNOWN_DAYS = 30;
const LONGEST_WAIT_MINUTES = 24 * 60;

type Limits = Pick<Config, 'loginFailuresAllowed' | 'loginWaitMinutes' | 'addressFailuresAllowed' | 'loginCaptchaAfter' | 'loginNeedCode'>;

/**
 * Slows guessing down, per account and per address, with the same behaviour for accounts that do not exist. An address
 * from which the account signed in lately is counted apart, so that nobody can lock a colleague out from elsewhere.
 */
export class LoginThrottle {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #limits: Limits;

  constructor(db: Kysely<CoreTables>, clock: Clock, limits: Limits) {
    this.#db = db;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** @throws AppError `core.login-wait` with `minutes` while the account or the address has to wait. */
  async check(attempt: LoginTry): Promise<void> {
    const now = this.#clock.now();
    const rows = await this.#db
      .selectFrom('core.login_attempt')
      .select('locked_until')
      .where('key', 'in', await this.#keysToCheck(attempt))
      .where('locked_until', '>', now)
      .execute();
    const until = Math.max(0, ...rows.map((row) => row.locked_until?.getTime() ?? 0));
    if (until === 0) return;
    throw new AppError('core.login-wait', { code: EnvelopeCode.Refused, params: { minutes: Math.max(1, Math.ceil((until - now.getTime()) / 60_000)) } });
  }

  /** True when this account has to read the picture first. */
  async needsCaptcha(attempt: LoginTry): Promise<boolean> {
    if (this.#limits.loginNeedCode) return true;
    const rows = await this.#db
      .selectFrom('core.login_attempt')
      .select('failures')
      .where('key', 'in', [accountKey(attempt), pairKey(attempt)])
      .where('last_failed_at', '>', new Date(this.#clock.now().getTime() - FADE_MS))
      .execute();
    return rows.some((row) => row.failures >= this.#limits.loginCaptchaAfter);
  }

  /** Counts a failure; call it outside the refused transaction. */
  async failed(attempt: LoginTry): Promise<void> {
    const own = (await this.#isKnown(attempt)) ? [pairKey(attempt)] : [accountKey(attempt), pairKey(attempt)];
    for (const key of own) await this.#count(key, this.#limits.loginFailuresAllowed);
    await this.#count(addressKey(attempt), this.#limits.addressFailuresAllowed);
  }

  /** A right password clears the account's counters, not the address's: others may be guessed from there. */
  async succeeded(attempt: LoginTry): Promise<void> {
    await this.#db
      .deleteFrom('core.login_attempt')
      .where('key', 'in', [accountKey(attempt), pairKey(attempt)])
      .execute();
  }

  /** An administrator clears an account everywhere. */
  async clear(account: string): Promise<void> {
    const name = account.trim().toLowerCase();
    await this.#db
      .deleteFrom('core.login_attempt')
      .where(({ eb, or }) => or([eb('key', '=', `account:${name}`), eb(sql<boolean>`starts_with(key, ${`pair:${name}@`})`, '=', true)]))
      .execute();
  }

  /** Accounts (lower case) that have to wait at this moment, here or there, and until when at the latest. */
  async waitingUntil(accounts: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const names = accounts.map((account) => account.trim().toLowerCase());
    if (names.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('core.login_attempt')
      .select(['key', 'locked_until'])
      .where('locked_until', '>', this.#clock.now())
      .where(({ eb, or, and }) =>
        or([
          eb(
            'key',
            'in',
            names.map((name) => `account:${name}`),
          ),
          and([
            eb(sql<boolean>`starts_with(key, 'pair:')`, '=', true),
            eb(
              sql<string>`regexp_replace(key, '@[^@]*$', '')`,
              'in',
              names.map((name) => `pair:${name}`),
            ),
          ]),
        ]),
      )
      .execute();
    const waiting = new Map<string, Date>();
    for (const { key, locked_until } of rows) {
      const name = key.startsWith('pair:') ? key.slice('pair:'.length, key.lastIndexOf('@')) : key.slice('account:'.length);
      const before = waiting.get(name);
      if (locked_until && (!before || before < locked_until)) waiting.set(name, locked_until);
    }
    return waiting;
  }

  async forgetOld(): Promise<void> {
    const now = this.#clock.now();
    await this.#db
      .deleteFrom('core.login_attempt')
      .where('last_failed_at', '<', new Date(now.getTime() - FADE_MS))
      .where(({ eb, or }) => or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
      .execute();
  }

  async #keysToCheck(attempt: LoginTry): Promise<string[]> {
    const keys = [pairKey(attempt), addressKey(attempt)];
    if (!(await this.#isKnown(attempt))) keys.push(accountKey(attempt));
    return keys;
  }

  async #isKnown({ account, ip }: LoginTry): Promise<boolean> {
    const since = new Date(this.#clock.now().getTime() - KNOWN_DAYS * 86_400_000);
    const row = await this.#db
      .selectFrom('core.session as session')
      .innerJoin('core.user_account as user', 'user.id', 'session.user_id')
      .select('session.id')
      .where(sql<string>`lower("user".account)`, '=', account.trim().toLowerCase())
      .where('session.ip', '=', ip)
      .where('session.created_at', '>', since)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  async #count(key: string, allowed: number): Promise<void> {
    const now = this.#clock.now();
    const row = await this.#db
      .insertInto('core.login_attempt')
      .values({ key, failures: 1, last_failed_at: now, locked_until: null })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          failures: sql<number>`case when core.login_attempt.last_failed_at < ${new Date(now.getTime() - FADE_MS)} then 1 else core.login_attempt.failures + 1 end`,
          last_failed_at: now,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    if (row.failures < allowed) return;
    const minutes = Math.min(LONGEST_WAIT_MINUTES, this.#limits.loginWaitMinutes * 2 ** Math.min(20, row.failures - allowed));
    await this.#db
      .updateTable('core.login_attempt')
      .set({ locked_until: new Date(now.getTime() + minutes * 60_000) })
      .where('key', '=', key)
      .execute();
  }
}

const accountKey = ({ account }: LoginTry): string => `account:${account.trim().toLowerCase()}`;
const pairKey = ({ account, ip }: LoginTry): string => `pair:${account.trim().toLowerCase()}@${ip}`;
const addressKey = ({ ip }: LoginTry): string => `address:${ip}`;
