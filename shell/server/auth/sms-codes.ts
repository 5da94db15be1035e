import { randomInt } from 'node:crypto';
import { AppError } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { MOBILE_CODE_LENGTH } from '../../contract/sign-in-limits.ts';
import type { CoreTables } from '../tables/tables.ts';
import { hashSecret } from './token.ts';

/** That a code counts. */
export const SMS_CODE_MINUTES = 5;
const LIFE_MS = SMS_CODE_MINUTES * 60_000;
const DAY_MS = 24 * 3_600_000;
const MAX_TRIES = 5;
const MAX_PER_DAY = 10;
export const SMS_WAIT_SECONDS = 60;

/** Codes sent by text message: one use, five tries, five minutes. */
export class SmsCodes {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Makes a code for a number, whether or not anybody has that number, so that the answers do not differ.
   * @throws AppError `core.sms-wait` when the last one is too fresh or there were too many today.
   */
  async issue(mobile: string): Promise<string> {
    const now = this.#clock.steady();
    const code = String(randomInt(10 ** MOBILE_CODE_LENGTH)).padStart(MOBILE_CODE_LENGTH, '0');
    const values = { code_hash: hashSecret(`${mobile}:${code}`), sent_at: now, expires_at: new Date(now.getTime() + LIFE_MS), tries: 0 };
    const dayAgo = new Date(now.getTime() - DAY_MS);
    // Of two at once only one is made: asked and written in one statement.
    const made = await this.#db
      .insertInto('core.sms_code')
      .values({ mobile, ...values, sent_today: 1 })
      .onConflict((conflict) =>
        conflict
          .column('mobile')
          .doUpdateSet({ ...values, sent_today: sql<number>`case when core.sms_code.sent_at <= ${dayAgo} then 1 else core.sms_code.sent_today + 1 end` })
          .where('core.sms_code.sent_at', '<=', new Date(now.getTime() - SMS_WAIT_SECONDS * 1000))
          .where(({ eb, or }) => or([eb('core.sms_code.sent_at', '<=', dayAgo), eb('core.sms_code.sent_today', '<', MAX_PER_DAY)])),
      )
      .returning('mobile')
      .executeTakeFirst();
    if (made) return code;
    const last = await this.#db.selectFrom('core.sms_code').select('sent_at').where('mobile', '=', mobile).executeTakeFirstOrThrow();
    const seconds = Math.ceil(SMS_WAIT_SECONDS - (now.getTime() - last.sent_at.getTime()) / 1000);
    if (seconds <= 0) throw new AppError('core.sms-too-many');
    throw new AppError('core.sms-wait', { params: { seconds } });
  }

  /** True when this is the code; it is used up then. Wrong tries count, so call it outside the call's transaction. */
  async redeem(mobile: string, code: string): Promise<boolean> {
    const tried = await this.#db
      .updateTable('core.sms_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('mobile', '=', mobile)
      .where('tries', '<', MAX_TRIES)
      .where('expires_at', '>', this.#clock.steady())
      .returning('code_hash')
      .executeTakeFirst();
    const expected = hashSecret(`${mobile}:${code.trim()}`);
    if (tried?.code_hash !== expected) return false;
    // Only one of two racing calls still finds the code.
    const used = await this.#db
      .updateTable('core.sms_code')
      .set({ code_hash: '' })
      .where('mobile', '=', mobile)
      .where('code_hash', '=', expected)
      .returning('mobile')
      .executeTakeFirst();
    return used !== undefined;
  }
}
