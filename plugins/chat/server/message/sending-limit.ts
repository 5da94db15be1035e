import { sql } from '@nephra/plugin-sdk/server';
import type { Ctx } from '../tables/tables.ts';

const WINDOW_MS = 60_000;

/**
 * Counts one more message of the caller and keeps others of the same person waiting until the commit, whichever server they came to: so a message that is sent
 * twice at the same time is found by the second.
 * @returns messages of this minute, with this one
 */
export async function countSending(ctx: Ctx): Promise<number> {
  const now = ctx.clock.steady();
  const over = new Date(now.getTime() - WINDOW_MS);
  const { rows } = await sql<{ sent: number }>`
    insert into chat.sending as s (user_id, since, sent) values (${ctx.user.userId}, ${now}, 1)
    on conflict (user_id) do update set
      since = case when s.since <= ${over} then excluded.since else s.since end, sent = case when s.since <= ${over} then 1 else s.sent + 1 end
    returning s.sent`.execute(ctx.db);
  return rows[0]?.sent ?? 1;
}
