import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../../config/index.ts';
import type { CoreTables } from '../../tables/tables.ts';

export interface LoginTry {
  /** As typed; compared without regard to case. */
  readonly account: string;
  readonly ip: string;
  /** Counted apart from other tries at that address: a session that is open. */
  readonly apart?: string;
}

/** Failures fade after a quiet day. */
const FADE_MS = 24 * 3_600_000;
const MAX_WAIT_MINUTES = 24 * 60;
/** Who has not been judged by then never will: the server that counted the try has ended. */
const JUDGING_MS = 15_000;
/** After an administrator let an account in, it need not queue behind those who guess at its address. */
const LET_IN_MS = 3_600_000;
const KNOWN_MS = 30 * 86_400_000;

const named = (account: string): string => account.trim().toLowerCase();
const accountKey = ({ account }: LoginTry): string => `account:${named(account)}`;
const pairKey = ({ account, ip, apart }: LoginTry): string => `pair:${named(account)}@${apart ?? ip}`;
const letInKey = (account: string): string => `let-in:${named(account)}`;

/** A place for one try, or why there is none. */
export type Place = TakenPlace | ShutPlace;

export interface TakenPlace {
  readonly kind: 'taken';
  /** Failures with this one, of the counter with most. */
  readonly failures: number;
  /** Others among them whose result is not known yet. */
  readonly others: number;
}

export interface ShutPlace {
  readonly kind: 'shut';
  /** On the steady line. */
  readonly until: Date;
  /** The last tries that count are still being judged: it may open again. */
  readonly judging: boolean;
}

/**
 * Failed tries per account, and per account and address. Accounts that do not exist are counted alike. An address from which the account
 * signed in lately is counted apart, so that nobody can lock a colleague out from elsewhere.
 */
export class AttemptCounters {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #limits: Pick<Config, 'loginFailuresAllowed' | 'loginWaitMinutes'>;

  constructor(db: Kysely<CoreTables>, clock: Clock, limits: Pick<Config, 'loginFailuresAllowed' | 'loginWaitMinutes'>) {
    this.#db = db;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Which counters a try has. @param apart only that of its own address */
  keysOf(attempt: LoginTry, apart: boolean): readonly string[] {
    return apart ? [pairKey(attempt)] : [accountKey(attempt), pairKey(attempt)];
  }

  /** True when this account signed in from this address within the last month. */
  async isKnown({ account, ip }: LoginTry): Promise<boolean> {
    const row = await this.#db
      .selectFrom('core.session as session')
      .innerJoin('core.user_account as user', 'user.id', 'session.user_id')
      .select('session.id')
      .where(sql<string>`lower("user".account)`, '=', named(account))
      .where('session.ip', '=', ip)
      .where('session.created_at', '>', new Date(this.#clock.now().getTime() - KNOWN_MS))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** True when an administrator has opened this account just now. */
  async isLetIn({ account }: LoginTry): Promise<boolean> {
    const row = await this.#db
      .selectFrom('core.login_attempt')
      .select('key')
      .where('key', '=', letInKey(account))
      .where('last_failed_at', '>', new Date(this.#clock.steady().getTime() - LET_IN_MS))
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Counts a try as failed before anybody looks at its secret, in one statement, so that of any number at once, on any number of nodes, no
   * more are looked at than are allowed. The last one that is allowed shuts the door behind it. Run it in a transaction and roll that back
   * when the place is not taken: a counter may have moved whose neighbour was shut.
   */
  async take(keys: readonly string[]): Promise<Place> {
    const now = this.#clock.steady();
    const faded = new Date(now.getTime() - FADE_MS);
    const allowed = sql`${this.#limits.loginFailuresAllowed}::int`;
    const isFaded = sql`held.last_failed_at < ${faded}::timestamptz`;
    const failures = sql`(case when ${isFaded} then 1 else held.failures + 1 end)`;
    const shutUntil = (count: typeof failures) =>
      sql`case when ${count} >= ${allowed} then ${now}::timestamptz + least(${MAX_WAIT_MINUTES}::float8,
        ${this.#limits.loginWaitMinutes}::float8 * power(2::float8, least(20, ${count} - ${allowed}))) * interval '1 minute' end`;
    const { rows } = await sql<{ failures: number; judging: number }>`
      insert into core.login_attempt as held (key, failures, judging, last_failed_at, locked_until)
      select wanted.key, 1, 1, ${now}::timestamptz, ${shutUntil(sql`1`)} from unnest(${[...keys]}::text[]) as wanted (key) order by wanted.key
      on conflict (key) do update set
        failures = ${failures},
        judging = case when held.last_failed_at < ${new Date(now.getTime() - JUDGING_MS)}::timestamptz then 1 else held.judging + 1 end,
        last_failed_at = ${now}::timestamptz,
        locked_until = ${shutUntil(failures)}
      where held.locked_until is null or held.locked_until <= ${now}::timestamptz
      returning failures, judging`.execute(this.#db);
    if (rows.length === keys.length)
      return { kind: 'taken', failures: Math.max(...rows.map((row) => row.failures)), others: Math.max(...rows.map((row) => row.judging)) - 1 };
    return await this.#shut(keys, now);
  }

  /** The secret was wrong: what was counted stays. */
  async stays(keys: readonly string[]): Promise<void> {
    await this.#db.updateTable('core.login_attempt').set({ judging: sql<number>`greatest(0, judging - 1)` }).where('key', 'in', keys).execute();
  }

  /** The try was not made after all. What it shut is open again: it was open when the place was taken. */
  async giveBack(keys: readonly string[]): Promise<void> {
    await this.#db
      .updateTable('core.login_attempt')
      .set({ failures: sql<number>`greatest(0, failures - 1)`, judging: sql<number>`greatest(0, judging - 1)`, locked_until: null })
      .where('key', 'in', keys)
      .execute();
  }

  /** The secret was right: its owner starts anew. */
  async clear(keys: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('core.login_attempt').where('key', 'in', keys).execute();
  }

  /** Most failures that any of these counters holds. */
  async failures(keys: readonly string[]): Promise<number> {
    const rows = await this.#db
      .selectFrom('core.login_attempt')
      .select('failures')
      .where('key', 'in', keys)
      .where('last_failed_at', '>', new Date(this.#clock.steady().getTime() - FADE_MS))
      .execute();
    return Math.max(0, ...rows.map((row) => row.failures));
  }

  /** An administrator lets an account in: its counters are cleared everywhere, and for an hour it waits behind nobody. */
  async letIn(account: string): Promise<void> {
    const name = named(account);
    const last_failed_at = this.#clock.steady();
    await this.#db
      .deleteFrom('core.login_attempt')
      .where(({ eb, or }) => or([eb('key', '=', `account:${name}`), eb(sql<boolean>`starts_with(key, ${`pair:${name}@`})`, '=', true)]))
      .execute();
    await this.#db
      .insertInto('core.login_attempt')
      .values({ key: letInKey(name), failures: 0, last_failed_at, locked_until: null })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_failed_at }))
      .execute();
  }

  /** Accounts (lower case) that have to wait at this moment, here or there, and until when at the latest, as the clock on the wall will show. */
  async waitingUntil(accounts: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    const names = accounts.map(named);
    if (names.length === 0) return new Map();
    const name = sql<string>`case when starts_with(key, 'pair:') then substr(regexp_replace(key, '@[^@]*$', ''), 6) else substr(key, 9) end`;
    const rows = await this.#db
      .selectFrom('core.login_attempt')
      .select([name.as('name'), sql<Date>`max(locked_until)`.as('until')])
      .where('locked_until', '>', this.#clock.steady())
      .where(sql<boolean>`key ~ '^(account|pair):'`)
      .where(name, 'in', names)
      .groupBy(name)
      .execute();
    return new Map(rows.map((row) => [row.name, this.#clock.shown(row.until)]));
  }

  async forgetOld(): Promise<void> {
    const now = this.#clock.steady();
    await this.#db
      .deleteFrom('core.login_attempt')
      .where('last_failed_at', '<', new Date(now.getTime() - FADE_MS))
      .where(({ eb, or }) => or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
      .execute();
  }

  async #shut(keys: readonly string[], now: Date): Promise<Place> {
    const rows = await this.#db
      .selectFrom('core.login_attempt')
      .select(['locked_until', 'judging', 'last_failed_at'])
      .where('key', 'in', keys)
      .where('locked_until', '>', now)
      .execute();
    const latest = new Date(now.getTime() - JUDGING_MS);
    return {
      kind: 'shut',
      until: new Date(Math.max(now.getTime(), ...rows.map((row) => row.locked_until?.getTime() ?? 0))),
      judging: rows.every((row) => row.judging > 0 && row.last_failed_at > latest),
    };
  }
}
