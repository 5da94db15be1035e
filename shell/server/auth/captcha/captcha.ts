import { AppError } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';
import { captchaPicture, randomAnswer } from './captcha-picture.ts';

const LIFE_MS = 5 * 60_000;

/** Pictures to read before signing in. The key is chosen by the client (wire facts 2: `timestamp`). */
export class Captchas {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @returns the picture as PNG. @param scale twice as many pixels for fine screens */
  async draw(key: string, length: number, scale: 1 | 2 = 1): Promise<Buffer> {
    const answer = randomAnswer(length);
    const expires_at = new Date(this.#clock.steady().getTime() + LIFE_MS);
    await this.#db
      .insertInto('core.captcha')
      .values({ key, answer, expires_at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ answer, expires_at }))
      .execute();
    return captchaPicture(answer, scale);
  }

  /**
   * Each picture is good for one try, right or wrong.
   * @throws AppError `core.captcha-wrong`
   */
  async check(key: string, given: string): Promise<void> {
    const row = key ? await this.#db.deleteFrom('core.captcha').where('key', '=', key).returning(['answer', 'expires_at']).executeTakeFirst() : undefined;
    const right = row !== undefined && row.expires_at > this.#clock.steady() && given.trim().toUpperCase() === row.answer;
    if (!right) throw new AppError('core.captcha-wrong', { params: { needCode: 1 } });
  }

  async forgetOld(): Promise<void> {
    await this.#db.deleteFrom('core.captcha').where('expires_at', '<', this.#clock.steady()).execute();
  }
}
