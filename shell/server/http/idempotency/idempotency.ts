import { createHash } from 'node:crypto';
import { AppError, canonicalJson, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Clock, type Given, prepared } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { KeptAct } from '../../audit/audit-log.ts';
import type { KeptAnswer, KeptRefusal } from '../../tables/installation.table.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Database } from '../../db/index.ts';

/** One act of one person. */
export interface ActKey {
  readonly userId: string;
  readonly key: string;
  /** `POST /api/…` */
  readonly route: string;
  readonly bodyHash: string;
  /** Its caller named it in the body: the handler knows what was done under the name, the ledger what was refused. */
  readonly named?: true;
}

const KEY = /^[\x21-\x7e]{8,120}$/;
const KEEP_HOURS = 48;

/** @throws AppError `core.bad-idempotency-key` */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new AppError('core.bad-idempotency-key', { code: EnvelopeCode.Invalid });
}

const refusalAgain = ({ refused: { key, code, params, fields } }: KeptRefusal): AppError =>
  new AppError(key, { code: code as EnvelopeCode, params: { ...params }, fields: fields.map((path) => ({ path, msg: '' })) });

export const fingerprint = (input: unknown): string => createHash('sha256').update(canonicalJson(input)).digest('base64url');

/** Answers a row when nobody has done the act before. */
const claimKey = prepared((db: Kysely<CoreTables>, given: Given<ActKey & { now: Date }>) =>
  db
    .insertInto('core.idempotency')
    .values({ user_id: given('userId'), key: given('key'), route: given('route'), body_hash: given('bodyHash'), answer: null, created_at: given('now') })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key'),
);

/** What an act is answered when it is sent again; nothing of one without a key, of a named one, whose handler knows it, and of bytes. */
export const keptOf = (act: ActKey | undefined, answer: KeptAnswer | { readonly kind: 'raw' }): KeptAct | undefined =>
  act === undefined || act.named || !('data' in answer)
    ? undefined
    : { userId: act.userId, key: act.key, answer: JSON.stringify({ data: answer.data, msg: answer.msg }) };

const keepAnswer = prepared((db: Kysely<CoreTables>, given: Given<KeptAct>) =>
  db
    .updateTable('core.idempotency')
    .set({ answer: given('answer') })
    .where('user_id', '=', given('userId'))
    .where('key', '=', given('key')),
);

/** Remembers which acts were done, by the key their caller gave them. All calls belong inside the act's transaction. */
export class IdempotencyLedger {
  readonly #db: Kysely<CoreTables>;
  readonly #lateDb: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(database: Pick<Database, 'kyselyFor' | 'lateKyselyFor'>, clock: Clock) {
    this.#db = database.kyselyFor<CoreTables>();
    this.#lateDb = database.lateKyselyFor<CoreTables>();
    this.#clock = clock;
  }

  /**
   * Claims the key for this transaction. While another transaction holds it, this waits for its end.
   * @returns the first answer when the act was done before, else nothing: the caller goes on. Nothing also for a named act that was done.
   * @throws AppError `core.idempotency-mismatch` (409) when the key came with another call; what a named act was refused with before
   */
  async claim({ userId, key, route, bodyHash }: ActKey): Promise<KeptAnswer | undefined> {
    const [claimed] = await claimKey(this.#db, { userId, key, route, bodyHash, now: this.#clock.steady() });
    if (claimed) return undefined;
    const first = await this.#db
      .selectFrom('core.idempotency')
      .select(['route', 'body_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (!first || first.route !== route || first.body_hash !== bodyHash) {
      throw new AppError('core.idempotency-mismatch', { code: EnvelopeCode.Conflict });
    }
    if (first.answer && 'refused' in first.answer) throw refusalAgain(first.answer);
    return (first.answer as KeptAnswer | null) ?? undefined;
  }

  /** @returns whether the refusal stands: not where a copy of the act was done before this was noted */
  async refuse({ userId, key, route, bodyHash }: ActKey, refusal: KeptRefusal): Promise<boolean> {
    const noted = await this.#db
      .insertInto('core.idempotency')
      .values({ user_id: userId, key, route, body_hash: bodyHash, answer: JSON.stringify(refusal), created_at: this.#clock.steady() })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (noted) return true;
    const found = await this.#db.selectFrom('core.idempotency').select('answer').where('user_id', '=', userId).where('key', '=', key).executeTakeFirst();
    return found?.answer !== undefined && found.answer !== null && 'refused' in found.answer;
  }

  /** Stored with the commit. An act that is audited hands it to its entry instead (`AuditLog.append`). */
  async keep(kept: KeptAct | undefined): Promise<void> {
    if (kept) await keepAnswer(this.#lateDb, kept);
  }

  async forgetOld(): Promise<void> {
    await this.#db
      .deleteFrom('core.idempotency')
      .where('created_at', '<', new Date(this.#clock.steady().getTime() - KEEP_HOURS * 3_600_000))
      .execute();
  }
}
