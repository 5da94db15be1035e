import type { Clock } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';

/** Sends a text message. A site brings its own; the built-in one keeps messages for the outbox page. */
export interface SmsSender {
  send(message: { mobile: string; text: string }): Promise<void>;
}

/** For development and training: messages are written down instead of sent, and shown on the page system.outbox. */
export function outboxSender(db: Kysely<CoreTables>, clock: Clock, newId: () => string): SmsSender {
  return {
    async send({ mobile, text }) {
      await db.insertInto('core.sms_outbox').values({ id: newId(), created_at: clock.now(), mobile, text }).execute();
    },
  };
}
