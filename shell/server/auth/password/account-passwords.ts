import { AppError, EnvelopeCode, type PasswordPolicy, type PasswordShape, shapeFits } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';
import { COMMON_PASSWORD_HASHES, repeatsAccount } from './common-passwords.ts';
import { clientHash, isClientHash, type PasswordHasher } from './password-hash.ts';
import type { PasswordRules } from './password-rules.ts';
import { isShortPassword } from './short-passwords.ts';

const DAY_MS = 86_400_000;

/** Whose password it is, as far as the rules ask. */
export interface PasswordOwner {
  readonly id: string;
  readonly account: string;
  readonly passwordHash: string | null;
}

/** Why somebody has to set a new password before anything else; empty = need not. */
export type PasswordDemand = '' | 'first' | 'expired';

/**
 * What the server can still refuse of a password it sees hashed only; length and kinds are checked where it is typed.
 * @throws AppError `core.password-malformed`, `core.password-too-simple`
 */
export async function checkSentPassword(sent: string, account: string): Promise<void> {
  if (!isClientHash(sent)) throw new AppError('core.password-malformed', { code: EnvelopeCode.Invalid });
  const simple = sent === clientHash('') || COMMON_PASSWORD_HASHES.has(sent) || repeatsAccount(sent, account) || (await isShortPassword(sent));
  if (simple) throw new AppError('core.password-too-simple');
}

/**
 * What our own screens say of the password has to follow the rule.
 * @throws AppError `core.password-rule`, `core.password-letters-digits`
 */
export function checkPasswordShape(shape: PasswordShape | undefined, policy: PasswordPolicy): void {
  if (shape === undefined || shapeFits(shape, policy)) return;
  const { minLength, maxLength, kinds } = policy;
  const key = kinds > 2 ? 'core.password-rule' : 'core.password-letters-digits';
  throw new AppError(key, { code: EnvelopeCode.Invalid, params: { minLength, maxLength, kinds } });
}

/** Setting passwords: rules on the server's side, history, age. */
export class AccountPasswords {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #hasher: PasswordHasher;
  readonly #rules: PasswordRules;

  constructor(db: Kysely<CoreTables>, clock: Clock, hasher: PasswordHasher, rules: PasswordRules) {
    this.#db = db;
    this.#clock = clock;
    this.#hasher = hasher;
    this.#rules = rules;
  }

  get policy(): PasswordPolicy {
    return this.#rules.current;
  }

  /**
   * Checks a new password and makes what to store of it. Slow on purpose: where a route can, it does this before its transaction.
   * @param shape what the client says of it; older clients say nothing
   * @throws AppError `core.password-rule`, `core.password-malformed`, `core.password-too-simple`, `core.password-same`, `core.password-used-before`
   */
  async accept(owner: PasswordOwner, sent: string, shape?: PasswordShape): Promise<string> {
    checkPasswordShape(shape, this.policy);
    await checkSentPassword(sent, owner.account);
    const { history } = this.policy;
    const rows = await this.#db
      .selectFrom('core.password_history')
      .select('password_hash')
      .where('user_id', '=', owner.id)
      .orderBy('seq', 'desc')
      .limit(history)
      .execute();
    const [same, ...used] = await Promise.all([owner.passwordHash, ...rows.map((row) => row.password_hash)].map((hash) => this.#fits(sent, hash)));
    if (same) throw new AppError('core.password-same');
    if (used.includes(true)) throw new AppError('core.password-used-before', { params: { count: history } });
    return await this.#hasher.hash(sent);
  }

  /** Stores what `accept` made; the password before goes into the history, which keeps as many as the policy looks at. */
  async store(userId: string, hash: string, mustChange: boolean): Promise<void> {
    const at = this.#clock.now();
    await this.#db
      .insertInto('core.password_history')
      .columns(['user_id', 'at', 'password_hash'])
      .expression((eb) =>
        eb
          .selectFrom('core.user_account')
          .select(['id', sql<Date>`${at}::timestamptz`.as('at'), sql<string>`password_hash`.as('password_hash')])
          .where('id', '=', userId)
          .where('password_hash', 'is not', null),
      )
      .execute();
    await this.#db
      .updateTable('core.user_account')
      .set({ password_hash: hash, password_changed_at: at, must_change_password: mustChange })
      .where('id', '=', userId)
      .execute();
    await this.#db
      .deleteFrom('core.password_history')
      .where('user_id', '=', userId)
      .where('seq', 'not in', (eb) =>
        eb
          .selectFrom('core.password_history as kept')
          .select('kept.seq')
          .where('kept.user_id', '=', userId)
          .orderBy('kept.seq', 'desc')
          .limit(this.policy.history),
      )
      .execute();
  }

  async #fits(sent: string, stored: string | null): Promise<boolean> {
    return stored !== null && (await this.#hasher.fits(sent, stored));
  }
}

export interface PasswordAge {
  readonly must_change_password: boolean;
  readonly password_changed_at: Date | null;
}

/** Whether a new password has to come first. Passwords without a day (demo accounts) do not grow old. */
export function passwordDemand(row: PasswordAge, maxAgeDays: number, now: Date): PasswordDemand {
  if (row.must_change_password) return 'first';
  const expired = maxAgeDays > 0 && row.password_changed_at !== null && now.getTime() - row.password_changed_at.getTime() >= maxAgeDays * DAY_MS;
  return expired ? 'expired' : '';
}
