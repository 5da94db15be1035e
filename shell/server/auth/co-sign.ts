import { AppError, EnvelopeCode, type UserId } from '@nephra/plugin-sdk/contract';
import type { Clock, CoSignAsked, CoSignature, CoSigner, Secrets } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';
import { assertMayEnter } from './account-lock.ts';
import type { AccountRecord, Accounts } from './accounts.ts';
import type { PasswordHasher } from './password/password-hash.ts';
import { type LoginThrottle, WAYS } from './throttle/login-throttle.ts';
import type { Tickets } from './tickets.ts';

/** What a person may do, and where, as rules outside of signing in know it. */
export interface SignerRights {
  readonly orgIds: readonly string[];
  can(permission: string): boolean;
}

interface Parts {
  readonly db: Kysely<CoreTables>;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly passwords: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly tickets: Tickets;
  readonly secrets: Secrets;
  readonly rightsOf: (userId: string) => Promise<SignerRights | undefined>;
}

/** Who is asked at whose device. */
export interface CoSignTry {
  readonly account: string;
  readonly way: 'pin' | 'password';
  /** The number as typed, or the password as the client hashes it. */
  readonly secret: string;
  readonly act: string;
  readonly subject: string;
}

/** What is signed, so that a signature is good for nothing else. */
const targetOf = ({ act, subject }: Pick<CoSignAsked, 'act' | 'subject'>): string => `${act}\n${subject}`;

/** Numbers that everybody tries first: one digit over and over, digits in a row, a pair over and over. */
export function isSimplePin(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, at) => (digit - (digits[at] ?? 0) + 10) % 10);
  return new Set(steps).size === 1 || digits.every((digit, at) => digit === digits[at % 2]);
}

/** Proves another person at the same device. */
export class CoSigning implements CoSigner {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether somebody has a number, and since when. */
  async pinOf(userId: string): Promise<Date | null> {
    const row = await this.#parts.db.selectFrom('core.sign_pin').select('set_at').where('user_id', '=', userId).executeTakeFirst();
    return row?.set_at ?? null;
  }

  /** What to store of a new number. Slow: before the transaction. @throws AppError `core.pin-simple` */
  async acceptPin(pin: string): Promise<string> {
    if (isSimplePin(pin)) throw new AppError('core.pin-simple', { code: EnvelopeCode.Invalid, fields: [{ path: 'pin', msg: '' }] });
    return this.#parts.secrets.seal(await this.#parts.passwords.hash(pin));
  }

  async storePin(userId: string, sealed: string): Promise<void> {
    const set_at = this.#parts.clock.now();
    await this.#parts.db
      .insertInto('core.sign_pin')
      .values({ user_id: userId, pin_sealed: sealed, set_at })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pin_sealed: sealed, set_at }))
      .execute();
  }

  async removePin(userId: string): Promise<void> {
    await this.#parts.db.deleteFrom('core.sign_pin').where('user_id', '=', userId).execute();
  }

  /**
   * Looks at what the second person typed, outside of any transaction: a failure stays counted. Tries are counted for the account wherever they are made,
   * apart from those of signing in, so that nobody keeps a colleague out of the system from here.
   * @param device whose session is open there
   * @throws AppError `core.co-sign-same`, `core.co-sign-failed`, `core.login-wait`, `core.login-busy`, `core.account-disabled`, `core.account-locked`
   */
  async prove(input: CoSignTry, device: { readonly account: string; readonly userId: string; readonly ip: string }): Promise<AccountRecord> {
    const { throttle, accounts, passwords, clock } = this.#parts;
    const account = input.account.trim();
    if (account.toLowerCase() === device.account.toLowerCase()) throw new AppError('core.co-sign-same');
    const attempt = { account: `co-sign:${account}`, ip: device.ip };
    const { found } = await throttle.judge(attempt, WAYS.coSign, async () => {
      const record = await accounts.byAccount(account);
      const stored = input.way === 'password' ? record?.passwordHash : await this.#pinHash(record?.id);
      return (await passwords.fits(input.secret, stored)) ? record : undefined;
    });
    if (!found) throw new AppError('core.co-sign-failed');
    if (found.id === device.userId) throw new AppError('core.co-sign-same');
    assertMayEnter(found, clock.now());
    return found;
  }

  /** A signature that is good once, for a few minutes, for this act on this record, at this device. */
  async sign(signer: Pick<AccountRecord, 'id'>, sessionId: string, signed: Pick<CoSignAsked, 'act' | 'subject'>): Promise<string> {
    return await this.#parts.tickets.issue('co-sign', { userId: signer.id, sessionId }, targetOf(signed));
  }

  async redeem(signature: string, asked: CoSignAsked): Promise<CoSignature> {
    const { tickets, accounts, clock, rightsOf } = this.#parts;
    const { userId } = await tickets.redeem('co-sign', signature, { target: targetOf(asked), deviceOf: asked.besides });
    if (userId === asked.besides) throw new AppError('core.co-sign-same');
    const record = await accounts.byId(userId);
    const rights = record && (await rightsOf(userId));
    if (!record || !rights) throw new AppError('core.ticket-invalid');
    assertMayEnter(record, clock.now());
    if (!rights.can(asked.right) || !rights.orgIds.includes(asked.orgId))
      throw new AppError('core.co-sign-right', { code: EnvelopeCode.Forbidden, params: { name: record.realName } });
    return { userId: userId as UserId, userName: record.realName };
  }

  async #pinHash(userId: string | undefined): Promise<string | undefined> {
    if (userId === undefined) return undefined;
    const row = await this.#parts.db.selectFrom('core.sign_pin').select('pin_sealed').where('user_id', '=', userId).executeTakeFirst();
    return row && this.#parts.secrets.open(row.pin_sealed);
  }
}
