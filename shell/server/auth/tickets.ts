import { AppError } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import { oneTimeTicketTable } from '../tables/sign-in.table.ts';
import type { CoreTables } from '../tables/tables.ts';
import { hashSecret, newSecret } from './token.ts';

export interface TicketOrigin {
  readonly userId: string;
  readonly sessionId: string;
}

export interface RedeemedTicket extends TicketOrigin {
  /** Host it was issued for, id of a file, or what is signed. */
  readonly target: string;
  /** End of the session that vouched for it. */
  readonly sessionExpiresAt: Date;
}

/** A recording is played in pieces, and stopped in between; its address ends with the session, too. */
const LIFE_MS = { session: 30_000, download: 5 * 60_000, play: 4 * 3_600_000, 'co-sign': 3 * 60_000 } as const;
/** Of a link that is good more than once. */
const OFTEN_MS = 3_600_000;
export type TicketPurpose = keyof typeof LIFE_MS;

/** Short-lived secrets that may stand in an address, because they open one thing, most of them once. */
export class Tickets {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @param times how often it is good; one that is good more than once lives for an hour */
  async issue(purpose: TicketPurpose, origin: TicketOrigin, target: string, times = 1): Promise<string> {
    const ticket = newSecret();
    const expiresAt = new Date(this.#clock.steady().getTime() + (times > 1 ? OFTEN_MS : LIFE_MS[purpose]));
    await oneTimeTicketTable.insertAll({ db: this.#db }, [{ ...origin, tokenHash: hashSecret(ticket), purpose, target, expiresAt, usesLeft: times }]);
    return ticket;
  }

  /**
   * @param of a ticket for something else, or from the device of somebody else, is none; it stays unused
   * @throws AppError `core.ticket-invalid` when it is unknown, too old, used, its session is over, or locked while a session is asked for.
   */
  async redeem(purpose: TicketPurpose, ticket: string, of: { readonly target?: string; readonly deviceOf?: string } = {}): Promise<RedeemedTicket> {
    const now = this.#clock.steady();
    let query = this.#db
      .updateTable('core.one_time_ticket as ticket')
      .set({ uses_left: sql<number>`uses_left - 1`, used_at: sql<Date | null>`case when uses_left = 1 then ${now}::timestamptz end` })
      .from('core.session as session')
      .whereRef('session.id', '=', 'ticket.session_id')
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', now)
      .where('ticket.token_hash', '=', hashSecret(ticket))
      .where('ticket.purpose', '=', purpose)
      .where('ticket.used_at', 'is', null)
      .where('ticket.expires_at', '>', now);
    if (purpose === 'session' || purpose === 'co-sign') query = query.where('session.locked', '=', false);
    if (of.target !== undefined) query = query.where('ticket.target', '=', of.target);
    if (of.deviceOf !== undefined) query = query.where('session.user_id', '=', of.deviceOf);
    const row = await query.returning(['ticket.user_id', 'ticket.session_id', 'ticket.target', 'session.expires_at']).executeTakeFirst();
    if (!row) throw new AppError('core.ticket-invalid');
    return { userId: row.user_id, sessionId: row.session_id, target: row.target, sessionExpiresAt: row.expires_at };
  }

  /**
   * What a ticket opens, as often as it is asked for while it lives and its session is neither over nor locked.
   * @throws AppError `core.ticket-invalid`
   */
  async look(purpose: 'play', ticket: string): Promise<Pick<RedeemedTicket, 'target' | 'userId'>> {
    const now = this.#clock.steady();
    const row = await this.#db
      .selectFrom('core.one_time_ticket as ticket')
      .innerJoin('core.session as session', 'session.id', 'ticket.session_id')
      .where('session.ended_at', 'is', null)
      .where('session.expires_at', '>', now)
      .where('session.locked', '=', false)
      .where('ticket.token_hash', '=', hashSecret(ticket))
      .where('ticket.purpose', '=', purpose)
      .where('ticket.expires_at', '>', now)
      .select(['ticket.target', 'ticket.user_id'])
      .executeTakeFirst();
    if (!row) throw new AppError('core.ticket-invalid');
    return { target: row.target, userId: row.user_id };
  }

  async forgetOld(): Promise<void> {
    await this.#db.deleteFrom('core.one_time_ticket').where('expires_at', '<', this.#clock.steady()).execute();
  }
}
