import type { Language } from '@nephra/plugin-sdk/contract';
import { SCREEN_ROLE } from '../../../../plugin-sdk/contract/access/screen-session.contract.ts';
import { type Clock, type Given, matchesKeyword, type OnlineSession, prepared } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { StoredSettings } from '../../core/setting-store.ts';
import { type SessionEnd, sessionTable } from '../../tables/session.table.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Database } from '../../db/index.ts';
import { mayEnter } from '../account-lock.ts';
import { type PasswordAge, type PasswordDemand, passwordDemand } from '../password/account-passwords.ts';
import type { PasswordRules } from '../password/password-rules.ts';
import { type SessionLimits, sessionState } from './session-limits.ts';
import { hashSecret, newSecret, secretOf, tokenFrom } from '../token.ts';

/** A live session with what every call needs to know of its user. */
export interface OpenSession {
  readonly id: string;
  readonly userId: string;
  readonly account: string;
  readonly userName: string;
  readonly enCode: string;
  readonly orgId: string;
  readonly departmentId: string | null;
  readonly isAdministrator: boolean;
  readonly language: Language;
  /** Language of the site that the account has saved, over `language`; empty: none, or one that is off. */
  readonly tag: string;
  readonly locked: boolean;
  /** Why a new password has to be set before anything else; empty = it need not. */
  readonly passwordDemand: PasswordDemand;
  readonly createdAt: Date;
  /** On the steady line. */
  readonly expiresAt: Date;
  /** Revision of all grants, for the cache of rights. */
  readonly rightsRevision: string;
}

export type SessionFinding =
  | { readonly kind: 'none' }
  | { readonly kind: 'ended'; readonly reason: 'unknown' | 'expired' | 'forced' }
  | { readonly kind: 'open'; readonly session: OpenSession };

export interface NewSession {
  readonly userId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** Session that vouched for this one. */
  readonly parentId?: string;
  readonly expiresAt?: Date;
}

/** How exactly the last moment of work is kept; a finer one would make a write of every read. */
const TOUCH_EVERY_MS = 30_000;
/** A screen that was cut off from the server for so long goes on by itself. */
const SCREEN_HOURS = 72;
const QUIET_ENDS: readonly SessionEnd[] = ['logout', 'expired'];

const deviceOf = (userAgent: string): string => (/Mobile|Android|iPhone|iPad/i.test(userAgent) ? 'mobile' : 'web');

type EndListener = (sessionIds: readonly string[], reason: Exclude<SessionEnd, ''>) => void;

/** Who stands behind a call: the person, whose work keeps the session awake, or a page that asks by itself. */
export type Attention = 'person' | 'background';

const PASSWORD_RULE_KEY: keyof StoredSettings = 'passwordPolicy';

/** The list of online people is for looking, not for counting. */
const MAX_LISTED = 2000;

/** Read with every call: a session, its person, the revision of all rights and the rule for passwords. */
const sessionOf = prepared((db: Kysely<CoreTables>, given: Given<{ tokenHash: string }>) =>
  db
    .selectFrom('core.session as session')
    .innerJoin('core.user_account as user', 'user.id', 'session.user_id')
    .innerJoin('core.revision as revision', (join) => join.on('revision.name', '=', 'rights'))
    .leftJoin('core.site_language as spoken', 'spoken.code', 'user.language')
    .leftJoin('core.setting as rule', (join) => join.on('rule.key', '=', PASSWORD_RULE_KEY))
    .select([
      'session.id',
      'session.user_id',
      'session.created_at',
      'session.last_seen_at',
      'session.expires_at',
      'session.locked',
      'session.ended_at',
      'session.end_reason',
      'session.device',
      'user.account',
      'user.real_name',
      'user.en_code',
      'user.org_id',
      'user.department_id',
      'user.is_administrator',
      'user.language',
      'spoken.base as language_base',
      'spoken.enabled as language_enabled',
      'user.enabled',
      'user.locked as account_locked',
      'user.unlock_at',
      'user.must_change_password',
      'user.password_changed_at',
      'user.deleted_at',
      'revision.value as rights_revision',
      'rule.value as password_rule',
    ])
    .where('session.token_hash', '=', given('tokenHash')),
);

/** Sessions live in the database, so that several nodes see the same ones; tokens are stored hashed. */
export class SessionStore {
  readonly #database: Database;
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #config: SessionLimits;
  readonly #passwordRules: PasswordRules;
  readonly #listeners = new Set<EndListener>();

  constructor(database: Database, clock: Clock, newId: () => string, config: SessionLimits, passwordRules: PasswordRules) {
    this.#database = database;
    this.#db = database.kyselyFor<CoreTables>();
    this.#clock = clock;
    this.#newId = newId;
    this.#config = config;
    this.#passwordRules = passwordRules;
  }

  /** Opens a session. @returns the token as the client must send it. */
  async open(input: NewSession): Promise<{ token: string; sessionId: string }> {
    const now = this.#clock.steady();
    const secret = newSecret();
    const id = this.#newId();
    const latest = new Date(now.getTime() + this.#config.sessionMaxHours * 3_600_000);
    await this.#db
      .insertInto('core.session')
      .values({
        id,
        token_hash: hashSecret(secret),
        user_id: input.userId,
        parent_id: input.parentId ?? null,
        created_at: this.#clock.now(),
        last_seen_at: now,
        expires_at: input.expiresAt && input.expiresAt < latest ? input.expiresAt : latest,
        ip: input.ip,
        device: deviceOf(input.userAgent),
        user_agent: input.userAgent.slice(0, 200),
      })
      .execute();
    return { token: tokenFrom(secret), sessionId: id };
  }

  /** Who stands behind an `Authorization` value. */
  async find(token: string | undefined, attention: Attention): Promise<SessionFinding> {
    if (!token) return { kind: 'none' };
    const secret = secretOf(token);
    if (!secret) return { kind: 'ended', reason: 'unknown' };
    const [row] = await sessionOf(this.#db, { tokenHash: hashSecret(secret) });
    if (!row) return { kind: 'ended', reason: 'unknown' };
    if (row.ended_at) return { kind: 'ended', reason: QUIET_ENDS.includes(row.end_reason) ? 'expired' : 'forced' };
    this.#passwordRules.learn((row.password_rule ?? undefined) as StoredSettings['passwordPolicy'] | undefined);
    const now = this.#clock.now();
    const account = { enabled: row.enabled && row.deleted_at === null, locked: row.account_locked, unlockAt: row.unlock_at };
    if (!mayEnter(account, now)) {
      // Written down, so that the session stays over when the account comes back.
      await this.end([row.id], 'disabled');
      return { kind: 'ended', reason: 'forced' };
    }
    const steady = this.#clock.steady();
    const state = sessionState({ lastSeenAt: row.last_seen_at, expiresAt: row.expires_at, device: row.device }, this.#config, steady);
    if (state === 'over') {
      await this.end([row.id], 'expired');
      return { kind: 'ended', reason: 'expired' };
    }
    const locked = row.locked || state === 'locked';
    if (locked && !row.locked) await this.lock(row.id);
    // Calls into a locked session are no work in it.
    if (!locked && attention === 'person' && steady.getTime() - row.last_seen_at.getTime() >= TOUCH_EVERY_MS) await this.#touch(row.id, steady);
    return {
      kind: 'open',
      session: {
        id: row.id,
        userId: row.user_id,
        account: row.account,
        userName: row.real_name,
        enCode: row.en_code,
        orgId: row.org_id,
        departmentId: row.department_id,
        isAdministrator: row.is_administrator,
        language: (row.language_base ?? row.language) as Language,
        tag: row.language_enabled ? row.language : '',
        locked,
        passwordDemand: await this.#demandOf(row, now),
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        rightsRevision: row.rights_revision,
      },
    };
  }

  /** Nobody stands at a screen on a wall who could type a new password: for an account of that role alone it does not grow old. The first one is still set by a person. */
  async #demandOf(row: PasswordAge & { readonly user_id: string; readonly is_administrator: boolean }, now: Date): Promise<PasswordDemand> {
    const demand = passwordDemand(row, this.#passwordRules.current.maxAgeDays, now);
    if (demand !== 'expired' || row.is_administrator) return demand;
    const roles = await this.#db
      .selectFrom('core.user_role as link')
      .innerJoin('core.role as role', 'role.id', 'link.role_id')
      .select('role.en_code')
      .where('link.user_id', '=', row.user_id)
      .where('role.enabled', '=', true)
      .where('role.deleted_at', 'is', null)
      .execute();
    return roles.length === 1 && roles[0]?.en_code === SCREEN_ROLE ? '' : demand;
  }

  /** A screen on a wall: its session does not rest and lives as long again from now on. @returns until when, on the steady line */
  async keepScreen(sessionId: string): Promise<Date> {
    const now = this.#clock.steady();
    const until = new Date(now.getTime() + Math.max(this.#config.sessionMaxHours, SCREEN_HOURS) * 3_600_000);
    await this.#db
      .updateTable('core.session')
      .set({ device: 'screen', last_seen_at: now, expires_at: until })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
    return until;
  }

  async lock(sessionId: string): Promise<void> {
    await this.#db.updateTable('core.session').set({ locked: true, unlock_failures: 0 }).where('id', '=', sessionId).execute();
  }

  /** Opens a locked session again, as if its person had never been away. */
  async unlock(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('core.session')
      .set({ locked: false, unlock_failures: 0, last_seen_at: this.#clock.steady() })
      .where('id', '=', sessionId)
      .execute();
  }

  /** Counts a try at the lock screen before its password is looked at. @returns how many there were since it was locked. */
  async countUnlockTry(sessionId: string): Promise<number> {
    const row = await this.#db
      .updateTable('core.session')
      .set((eb) => ({ unlock_failures: eb('unlock_failures', '+', 1) }))
      .where('id', '=', sessionId)
      .returning('unlock_failures')
      .executeTakeFirst();
    return row?.unlock_failures ?? 0;
  }

  /** Ends sessions and all that were opened through them, at any remove; their sockets close once the change is committed. */
  async end(sessionIds: readonly string[], reason: Exclude<SessionEnd, ''>): Promise<void> {
    if (sessionIds.length === 0) return;
    const ended = await this.#db
      .updateTable('core.session')
      .set({ ended_at: this.#clock.now(), end_reason: reason })
      .where('ended_at', 'is', null)
      .where(
        sql<boolean>`id in (
          with recursive opened as (
            select id from core.session where id = any(${[...sessionIds]})
            union
            select child.id from core.session as child join opened on child.parent_id = opened.id
          ) select id from opened)`,
      )
      .returning('id')
      .execute();
    this.#tell(
      ended.map((row) => row.id),
      reason,
    );
  }

  /** Ends every session of a user, except one. */
  async endAllOf(userId: string, reason: Exclude<SessionEnd, ''>, exceptId = ''): Promise<void> {
    const ended = await this.#db
      .updateTable('core.session')
      .set({ ended_at: this.#clock.now(), end_reason: reason })
      .where('ended_at', 'is', null)
      .where('user_id', '=', userId)
      .where('id', '<>', exceptId)
      .returning('id')
      .execute();
    this.#tell(
      ended.map((row) => row.id),
      reason,
    );
  }

  /** Of the given sessions, those that are over. */
  async amongEnded(sessionIds: readonly string[]): Promise<string[]> {
    if (sessionIds.length === 0) return [];
    const open = await this.#open().select('session.id').where('session.id', 'in', sessionIds).execute();
    const alive = new Set(open.map((row) => row.id));
    return sessionIds.filter((id) => !alive.has(id));
  }

  /** Sessions that are open now, the newest first, of people of these organisations. At most `MAX_LISTED`. */
  async openIn(orgIds: readonly string[], keyword: string): Promise<OnlineSession[]> {
    if (orgIds.length === 0) return [];
    const matches = matchesKeyword('user.search_grams', keyword);
    // rows: people who work in the organisations that the caller works for, as the page of sessions says
    const rows = await this.#open()
      .select(sessionTable.sqlColumns('session', ['userId', 'lastSeenAt', 'expiresAt', 'ip', 'userAgent', 'locked', 'device']))
      .select(['session.id as sessionId', 'session.created_at as loginTime', 'user.account', 'user.real_name as userName', 'user.org_id as orgId'])
      .where('user.org_id', 'in', orgIds)
      .$if(matches !== undefined, (query) => query.where(matches as NonNullable<typeof matches>))
      .orderBy('session.created_at', 'desc')
      .orderBy('session.id', 'desc')
      .limit(MAX_LISTED)
      .execute();
    const now = this.#clock.steady();
    return rows.map(({ lastSeenAt, expiresAt, device, ...row }) => ({
      ...row,
      lastSeen: this.#clock.shown(lastSeenAt),
      locked: row.locked || sessionState({ lastSeenAt, expiresAt, device }, this.#config, now) === 'locked',
    }));
  }

  /** Deletes sessions that have been over for a month. */
  async forgetOld(): Promise<void> {
    const monthBefore = (moment: Date): Date => new Date(moment.getTime() - 30 * 86_400_000);
    await this.#db
      .deleteFrom('core.session')
      .where(({ eb, or }) => or([eb('ended_at', '<', monthBefore(this.#clock.now())), eb('expires_at', '<', monthBefore(this.#clock.steady()))]))
      .execute();
  }

  onEnded(listener: EndListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sessions that a call could use now. */
  #open() {
    const now = this.#clock.steady();
    return this.#db
      .selectFrom('core.session as session')
      .innerJoin('core.user_account as user', 'user.id', 'session.user_id')
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', now)
      .where(({ eb, or }) =>
        or([eb('session.device', '=', 'screen'), eb('session.last_seen_at', '>', new Date(now.getTime() - this.#config.sessionIdleMinutes * 60_000))]),
      )
      .where('user.enabled', '=', true)
      .where('user.deleted_at', 'is', null)
      .where(({ eb, or }) => or([eb('user.locked', '=', false), eb('user.unlock_at', '<=', this.#clock.now())]));
  }

  async #touch(sessionId: string, last_seen_at: Date): Promise<void> {
    await this.#db.updateTable('core.session').set({ last_seen_at }).where('id', '=', sessionId).execute();
  }

  #tell(sessionIds: readonly string[], reason: Exclude<SessionEnd, ''>): void {
    if (sessionIds.length === 0) return;
    this.#database.afterCommit(() => {
      for (const listener of this.#listeners) listener(sessionIds, reason);
    });
  }
}
