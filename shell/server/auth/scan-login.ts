import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { scanTicketTable } from '../tables/sign-in.table.ts';
import type { CoreTables } from '../tables/tables.ts';
import { hashSecret, newSecret } from './token.ts';

export const SCAN_LIFE_SECONDS = 180;

export type ScanStep = 'scanned' | 'confirmed';

export interface ScanFinding {
  readonly state: 'waiting' | 'scanned' | 'confirmed' | 'expired';
  /** Set once, when the waiting browser may have its session. */
  readonly userId?: string;
  readonly parentSessionId?: string;
}

/**
 * Log-in by scanning a picture with a device that is signed in. Two secrets: the waiting browser polls with one, the
 * picture shows the other, so a photo of the picture does not collect the session.
 */
export class ScanLogin {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async start(): Promise<{ secret: string; code: string }> {
    const [secret, code] = [newSecret(), newSecret()];
    const now = this.#clock.steady();
    const expiresAt = new Date(now.getTime() + SCAN_LIFE_SECONDS * 1000);
    await scanTicketTable.insertAll({ db: this.#db }, [{ secretHash: hashSecret(secret), codeHash: hashSecret(code), createdAt: now, expiresAt }]);
    return { secret, code };
  }

  async look(secret: string): Promise<ScanFinding> {
    const row = await this.#db.selectFrom('core.scan_ticket').select(['state', 'expires_at']).where('secret_hash', '=', hashSecret(secret)).executeTakeFirst();
    if (!row || row.state === 'used' || row.expires_at <= this.#clock.steady()) return { state: 'expired' };
    return { state: row.state };
  }

  /** Takes the confirmation away; only one caller gets it, and nobody once the session that confirmed is over. */
  async collect(secret: string): Promise<{ userId: string } | undefined> {
    const now = this.#clock.steady();
    const row = await this.#db
      .updateTable('core.scan_ticket as ticket')
      .set({ state: 'used' })
      .from('core.session as session')
      .whereRef('session.id', '=', 'ticket.parent_session_id')
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', now)
      .where('ticket.secret_hash', '=', hashSecret(secret))
      .where('ticket.state', '=', 'confirmed')
      .where('ticket.expires_at', '>', now)
      .returning('ticket.user_id')
      .executeTakeFirst();
    return row?.user_id ? { userId: row.user_id } : undefined;
  }

  /**
   * The signed-in device says what it did with the picture.
   * @throws AppError `core.scan-invalid` when the picture is too old or somebody else has scanned it.
   */
  async step(code: string, step: ScanStep, by: { userId: string; sessionId: string }): Promise<void> {
    const row = await this.#db
      .updateTable('core.scan_ticket')
      .set({ state: step, user_id: by.userId, parent_session_id: by.sessionId })
      .where('code_hash', '=', hashSecret(code))
      .where('expires_at', '>', this.#clock.steady())
      .where(({ eb, or, and }) => or([eb('state', '=', 'waiting'), and([eb('state', '=', 'scanned'), eb('user_id', '=', by.userId)])]))
      .returning('state')
      .executeTakeFirst();
    if (!row) throw new AppError('core.scan-invalid', { code: EnvelopeCode.NotFound });
  }

  async forgetOld(): Promise<void> {
    await this.#db.deleteFrom('core.scan_ticket').where('expires_at', '<', this.#clock.steady()).execute();
  }
}
