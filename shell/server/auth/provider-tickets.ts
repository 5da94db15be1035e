import { randomBytes } from 'node:crypto';
import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import { scanTicketTable } from '../tables/sign-in.table.ts';
import type { CoreTables } from '../tables/tables.ts';
import { hashSecret, newSecret } from './token.ts';

/** From the first press to the return: time to find the phone and to scan. */
export const PROVIDER_LIFE_SECONDS = 600;

/** Longer than any code that a device can confirm, so that a ticket of a provider is never taken for a picture to scan. */
const stateHash = (provider: string, state: string): string => hashSecret(`state of the sign-in provider ${provider}: ${state}`);

/**
 * Tickets of sign-ins by another system, beside those of `ScanLogin`. Two secrets: `state` travels through the other system's addresses, `nonce` stays in
 * the page that began. Neither can be guessed, so no try is counted.
 */
export class ProviderTickets {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;

  constructor(db: Kysely<CoreTables>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async begin(provider: string): Promise<{ state: string; nonce: string }> {
    // Letters and digits alone: other systems take no more.
    const [state, nonce] = [randomBytes(32).toString('hex'), newSecret()];
    const now = this.#clock.steady();
    const expiresAt = new Date(now.getTime() + PROVIDER_LIFE_SECONDS * 1000);
    await scanTicketTable.insertAll({ db: this.#db }, [{ secretHash: hashSecret(nonce), codeHash: stateHash(provider, state), createdAt: now, expiresAt }]);
    return { state, nonce };
  }

  /** True once: for the page that began, with the provider it began with, in time. */
  async redeem(provider: string, { state, nonce }: { readonly state: string; readonly nonce: string }): Promise<boolean> {
    const row = await this.#db
      .updateTable('core.scan_ticket')
      .set({ state: 'used' })
      .where('secret_hash', '=', hashSecret(nonce))
      .where('code_hash', '=', stateHash(provider, state))
      .where('state', '=', 'waiting')
      .where('expires_at', '>', this.#clock.steady())
      .returning('state')
      .executeTakeFirst();
    return row !== undefined;
  }
}
