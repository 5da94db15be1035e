import { AppError, EnvelopeCode, type PasswordPolicy, type PasswordShape, type UserId } from '@nephra/plugin-sdk/contract';
import type { Identity, OnlineSession } from '@nephra/plugin-sdk/server';
import type { AccountPasswords } from '../auth/password/account-passwords.ts';
import type { AccountRecord, Accounts } from '../auth/accounts.ts';
import type { LoginThrottle } from '../auth/throttle/login-throttle.ts';
import type { SessionStore } from '../auth/session/session-store.ts';

interface IdentityParts {
  readonly accounts: Accounts;
  readonly accountPasswords: AccountPasswords;
  readonly sessions: SessionStore;
  readonly throttle: LoginThrottle;
}

/** `core.identity@1`: what plugins with the privilege `identity` cannot do by writing tables. */
export class IdentityService implements Identity {
  readonly #parts: IdentityParts;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
  }

  get passwordPolicy(): PasswordPolicy {
    return this.#parts.accountPasswords.policy;
  }

  async setPassword(
    userId: UserId,
    clientHash: string,
    options: { readonly mustChange: boolean; readonly keepSessionId?: string; readonly shape?: PasswordShape },
  ): Promise<void> {
    const { accountPasswords, sessions } = this.#parts;
    const hash = await accountPasswords.accept(await this.#account(userId), clientHash, options.shape);
    await accountPasswords.store(userId, hash, options.mustChange);
    await sessions.endAllOf(userId, 'password', options.keepSessionId);
  }

  async onlineSessions(orgIds: readonly string[], keyword: string): Promise<readonly OnlineSession[]> {
    return await this.#parts.sessions.openIn(orgIds, keyword);
  }

  async endSessions(sessionIds: readonly string[]): Promise<void> {
    await this.#parts.sessions.end(sessionIds, 'forced');
  }

  async endSessionsOf(userId: UserId, reason: 'forced' | 'disabled' | 'password'): Promise<void> {
    await this.#parts.sessions.endAllOf(userId, reason);
  }

  async unlock(userId: UserId): Promise<void> {
    const { accounts, throttle } = this.#parts;
    const { account } = await this.#account(userId);
    await throttle.letIn(account);
    await accounts.unlock(userId);
  }

  async waitingUntil(accounts: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return await this.#parts.throttle.waitingUntil(accounts);
  }

  /** @throws AppError `core.not-found` */
  async #account(userId: UserId): Promise<AccountRecord> {
    const record = await this.#parts.accounts.byId(userId);
    if (!record) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
    return record;
  }
}
