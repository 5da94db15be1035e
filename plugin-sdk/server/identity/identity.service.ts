import { defineService, type PasswordPolicy, type PasswordShape, type UserId } from '../../contract/index.ts';

export type { PasswordPolicy };

/** An open session, as the online list shows it. */
export interface OnlineSession {
  readonly sessionId: string;
  readonly userId: UserId;
  readonly account: string;
  readonly userName: string;
  readonly orgId: string;
  readonly loginTime: Date;
  readonly lastSeen: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly locked: boolean;
}

/** What cannot be done by writing tables: secrets, sessions, counters of wrong passwords. Given to plugins with the privilege `identity`. */
export interface Identity {
  readonly passwordPolicy: PasswordPolicy;
  /**
   * Sets a password (md5 hex as clients send it), keeps the old one in the history and ends the person's other sessions. With
   * `mustChange`, the next sign-in can do nothing but set another one.
   * @param options.shape what the client says of the password, where it does
   * @throws AppError `core.password-rule`, `core.password-malformed`, `core.password-too-simple`, `core.password-used-before`, `core.not-found`
   */
  setPassword(
    userId: UserId,
    clientHash: string,
    options: { readonly mustChange: boolean; readonly keepSessionId?: string; readonly shape?: PasswordShape },
  ): Promise<void>;
  /** Sessions that are open now, newest first, of people of these organisations. */
  onlineSessions(orgIds: readonly string[], keyword: string): Promise<readonly OnlineSession[]>;
  /** Ends sessions; HTTP answers 601 from the next call, sockets close after the commit. */
  endSessions(sessionIds: readonly string[]): Promise<void>;
  endSessionsOf(userId: UserId, reason: 'forced' | 'disabled' | 'password'): Promise<void>;
  /** Clears the counters of wrong passwords and the lock set by hand. */
  unlock(userId: UserId): Promise<void>;
  /** Accounts (lower case) that wrong passwords keep out at this moment, and until when. */
  waitingUntil(accounts: readonly string[]): Promise<ReadonlyMap<string, Date>>;
}

export const coreIdentity = defineService<Identity>('core.identity@1');
