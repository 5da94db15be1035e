import { randomInt } from 'node:crypto';
import { AppError } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../core/tables.ts';
import { hashSecret } from './token.ts';

const LIFE_MS = 5 * 60_000;
const MOST_TRIES = 5;
const MOST_PER_DAY = 10;
export const SMS_WAIT_SECONDS = 60;

/** Six-digit codes sent by text message: one use, five tries, five minutes. */
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
    const now = this.#clock.now();
    const last = await this.#db.selectFrom('core.sms_code').select(['sent_at', 'sent_today']).where('mobile', '=', mobile).executeTakeFirst();
    const sinceLast = last ? now.getTime() - last.sent_at.getTime() : Number.POSITIVE_INFINITY;
    if (sinceLast < SMS_WAIT_SECONDS * 1000) {
      throw new AppError('core.sms-wait', { params: { seconds: Math.ceil(SMS_WAIT_SECONDS - sinceLast / 1000) } });
    }
    const sentToday = last && sinceLast < 86_400_000 ? last.sent_today : 0;
    if (sentToday >= MOST_PER_DAY) throw new AppError('core.sms-too-many');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const values = {
      code_hash: hashSecret(`${mobile}:${code}`),
      sent_at: now,
      expires_at: new Date(now.getTime() + LIFE_MS),
      tries: 0,
      sent_today: sentToday + 1,
    };
    await this.#db
      .insertInto('core.sms_code')
      .values({ mobile, ...values })
      .onConflict((conflict) => conflict.column('mobile').doUpdateSet(values))
      .execute();
    return code;
  }

  /** True when this is the code; it is used up then. Wrong tries count, so call it outside the call's transaction. */
  async redeem(mobile: string, code: string): Promise<boolean> {
    const tried = await this.#db
      .updateTable('core.sms_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('mobile', '=', mobile)
      .where('tries', '<', MOST_TRIES)
      .where('expires_at', '>', this.#clock.now())
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
