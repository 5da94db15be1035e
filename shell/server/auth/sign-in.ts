import { AppError } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Config } from '../config/index.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { assertMayEnter } from './account-lock.ts';
import type { AccountRecord, Accounts } from './accounts.ts';
import type { Captchas } from './captcha/captcha.ts';
import { proofHolds } from './captcha/login-proof.ts';
import type { PasswordHasher } from './password/password-hash.ts';
import type { OpenSession, SessionStore } from './session/session-store.ts';
import { type Demand, type LoginThrottle, WAYS } from './throttle/login-throttle.ts';

export interface SignedIn {
  readonly token: string;
  readonly theme: string;
}

interface PasswordTry {
  readonly account: string;
  /** Hash as the client sent it. */
  readonly password: string;
  readonly code: string;
  readonly captchaKey: string;
  /** What the client computed for the key of its picture; empty when it did not. */
  readonly proof: string;
}

/** The call that signs somebody in: where it comes from, and what its audit entry says. */
export interface SignInCall {
  readonly facts: { readonly ip: string; readonly userAgent: string };
  audit: { subject?: string; subjectId?: string; note?: string; actor?: Pick<OpenSession, 'userId' | 'userName' | 'account' | 'orgId'> };
}

interface Parts {
  readonly alerts: Pick<Alerts, 'raise'>;
  readonly config: Pick<Config, 'singleLogin'>;
  /** What the site says of ways in (page of configuration). */
  readonly siteConfig: { readonly locksForGood: boolean; mayEnterFrom(ip: string): boolean };
  readonly clock: Clock;
  readonly sessions: SessionStore;
  readonly passwords: PasswordHasher;
  readonly accounts: Accounts;
  readonly throttle: LoginThrottle;
  readonly captchas: Captchas;
}

/** Checks who somebody is, and opens sessions for people whose identity is established. */
export class SignIn {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Identity by account and password. Runs outside a transaction: the hash is slow on purpose, and a failure must be
   * counted although the call is refused. Unknown and known accounts take the same steps.
   * That the account may enter is asked where every way in ends: in `open`.
   * @throws AppError `core.login-wait`, `core.login-queue`, `core.captcha-wrong`, `core.login-failed`
   */
  async byPassword(input: PasswordTry, call: SignInCall): Promise<AccountRecord> {
    const { throttle, captchas, accounts, passwords } = this.#parts;
    const attempt = { account: input.account, ip: call.facts.ip };
    let tried: AccountRecord | undefined;
    const look = async (demand: Demand): Promise<AccountRecord | undefined> => {
      if (demand.picture) await captchas.check(input.captchaKey, input.code);
      const record = await accounts.byAccount(input.account);
      tried = record;
      call.audit = { subject: 'user', subjectId: record?.id ?? '', note: record ? record.account : 'unknown account' };
      return (await passwords.fits(input.password, record?.passwordHash)) ? record : undefined;
    };
    const brought = { picture: input.captchaKey !== '' && input.code !== '', work: proofHolds(input.captchaKey, input.proof) };
    const { found, picture, shut } = await throttle.judge(attempt, WAYS.password, look, brought);
    // Said to nobody: who types the right password later is told, and an account that does not exist answers alike.
    if (shut && tried && this.#parts.siteConfig.locksForGood && (await accounts.lock(tried.id))) {
      const { id, account } = tried;
      call.audit = { ...call.audit, note: `${account}: locked` };
      this.#parts.alerts.raise({ kind: 'accountLocked', subject: id, name: { zh: account, zhtw: account, en: account } });
    }
    if (!found) throw new AppError('core.login-failed', { params: { needCode: picture ? 1 : 0 } });
    return found;
  }

  /**
   * Opens a session; runs inside the call's transaction.
   * @throws AppError `core.account-disabled`, `core.account-locked`, `core.account-locked-until`, `core.address-not-listed`
   */
  async open(record: AccountRecord, call: SignInCall, options: { parentId?: string; expiresAt?: Date } = {}): Promise<SignedIn> {
    const { sessions, accounts, clock, config, siteConfig } = this.#parts;
    const { ip, userAgent } = call.facts;
    assertMayEnter(record, clock.now());
    // Administrators mend a list that keeps everybody out (wire facts 2).
    if (!record.isAdministrator && !siteConfig.mayEnterFrom(ip)) throw new AppError('core.address-not-listed', { params: { ip } });
    if (config.singleLogin && !options.parentId) await sessions.endAllOf(record.id, 'forced');
    const { token } = await sessions.open({ userId: record.id, ip, userAgent, ...options });
    await accounts.noteLogin(record.id, clock.now(), ip);
    call.audit = {
      subject: 'user',
      subjectId: record.id,
      note: record.account,
      actor: { userId: record.id, userName: record.realName, account: record.account, orgId: record.orgId },
    };
    return { token, theme: record.theme };
  }
}
