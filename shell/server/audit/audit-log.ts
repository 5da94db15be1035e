import { canonicalJson } from '@nephra/plugin-sdk/contract';
import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type Clock, type Given, type Log, prepared } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../tables/tables.ts';
import type { Database } from '../db/index.ts';

/** One line of the audit log before it is chained. */
export interface AuditEntry {
  readonly class: string;
  /** Route or act, `session.login`. */
  readonly action: string;
  readonly outcome: 'ok' | 'refused' | 'failed';
  readonly userId: string;
  readonly userName: string;
  /** What one signs in with, then: names are no proof of who somebody is. Looked up by `userId` where it is not told. */
  readonly userAccount?: string;
  readonly orgId: string;
  readonly ip: string;
  readonly path: string;
  readonly requestId: string;
  /** Browser and system, `Chrome 126 · Windows`; absent where no call stands behind the entry. */
  readonly platform?: string;
  /** From the arrival of the call to this entry. */
  readonly milliseconds?: number;
  readonly subject: string;
  readonly subjectId: string;
  readonly patientId: string;
  /** Key of the refusal, empty when done. */
  readonly error: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly note?: string;
}

interface Waiting {
  readonly entry: AuditEntry;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

const BATCH = 200;

export const chainHash = (previous: string, body: string): string => createHash('sha256').update(previous).update(body).digest('hex');

/** An address may bear what no row keeps (`%00`): the entry of the refusal is stored without it, and so are those that wait beside it. */
const withoutNul = (entry: AuditEntry): AuditEntry =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\u0000', '') : value]),
  ) as unknown as AuditEntry;

interface ChainedEntry extends Pick<AuditEntry, 'class' | 'action' | 'outcome' | 'userId' | 'orgId' | 'subject' | 'subjectId' | 'patientId' | 'requestId'> {
  readonly at: Date;
  /** What the hash covers. */
  readonly body: string;
}

/** What is answered when an act is sent again; written with its entry. */
export interface KeptAct {
  readonly userId: string;
  readonly key: string;
  /** JSON. */
  readonly answer: string;
}

/** One statement: the lock on the head is held as short as possible. @param before what is written besides */
const appending = (given: Given<ChainedEntry>, before = sql``) => sql`
    with ${before} head as (
      update core.audit_head
      set seq = seq + 1, hash = encode(sha256(convert_to(hash || ${given('body')}::text, 'UTF8')), 'hex')
      where id = 1
      returning seq, hash
    )
    insert into core.audit (seq, at, class, action, outcome, user_id, org_id, subject, subject_id, patient_id, request_id, body, hash)
    select head.seq, ${given('at')}::timestamptz, ${given('class')}, ${given('action')}, ${given('outcome')}, ${given('userId')}, ${given('orgId')},
      ${given('subject')}, ${given('subjectId')}, ${given('patientId')}, ${given('requestId')}, ${given('body')}, head.hash
    from head`;

const appendEntry = prepared((_db: Kysely<CoreTables>, given: Given<ChainedEntry>) => appending(given));

/** Every act that can be sent again has both: one statement for them instead of two. */
const appendWithAnswer = prepared((_db: Kysely<CoreTables>, given: Given<ChainedEntry & { readonly [Name in keyof KeptAct as `kept.${Name}`]: string }>) =>
  appending(
    given,
    sql`kept as (
      update core.idempotency set answer = ${given('kept.answer')}::jsonb where user_id = ${given('kept.userId')} and key = ${given('kept.key')}
    ),`,
  ),
);

/** Append-only log whose entries each cover the hash of the one before. */
export class AuditLog {
  readonly #database: Database;
  readonly #db: Kysely<CoreTables>;
  /** The head of the chain is locked from its update to the commit: both are sent together. */
  readonly #lateDb: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Entries that stand alone must not slip into a transaction of whoever happens to ask. */
  readonly #detached = new AsyncResource('nephra-audit');
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | undefined;

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database;
    this.#db = database.kyselyFor<CoreTables>();
    this.#lateDb = database.lateKyselyFor<CoreTables>();
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Appends inside the running transaction: the entry and the work stand or fall together. Call it last: it is sent with the next
   * statement or the commit, and the head of the chain stays locked from then until the commit.
   * @param kept goes into the row that the act has claimed
   */
  async append(entry: AuditEntry, kept?: KeptAct): Promise<void> {
    await this.#insert(entry, kept);
  }

  /** Appends in a transaction of its own, shared with other entries that arrive meanwhile; resolves once it is stored. */
  appendApart(entry: AuditEntry): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ entry, done, failed });
      this.#flushing ??= this.#detached.runInAsyncScope(() => this.#flush());
    });
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length) {
      const batch = this.#waiting.splice(0, BATCH);
      try {
        // Readers wait for it, and there is never more than one at a time.
        const store = async (): Promise<void> => {
          for (const { entry } of batch) await this.#insert(entry);
        };
        await this.#database.transaction(store, { urgent: true });
        for (const { done } of batch) done();
      } catch (error) {
        this.#log.error({ err: error, entries: batch.length }, 'audit entries could not be stored');
        for (const { failed } of batch) failed(error);
      }
    }
    this.#flushing = undefined;
  }

  async #insert(given: AuditEntry, kept?: KeptAct): Promise<void> {
    const at = this.#clock.now();
    const entry = withoutNul(given);
    const userAccount = entry.userAccount ?? (await this.#accountOf(entry.userId));
    const body = canonicalJson({ ...entry, userAccount, at: at.toISOString() });
    const chained = { ...entry, at, body };
    if (!kept) await appendEntry(this.#lateDb, chained);
    else await appendWithAnswer(this.#lateDb, { ...chained, 'kept.userId': kept.userId, 'kept.key': kept.key, 'kept.answer': kept.answer });
  }

  async #accountOf(userId: string): Promise<string> {
    if (userId === '') return '';
    const row = await this.#db.selectFrom('core.user_account').select('account').where('id', '=', userId).executeTakeFirst();
    return row?.account ?? '';
  }
}
