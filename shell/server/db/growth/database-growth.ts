import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Session } from '../pool/session.ts';
import { type GrowthWatch, startGrowthWatch } from './growth-watch.ts';

const MB = 1_048_576;

/** Looks go beside the transaction that is watched, never into it. */
const outside = new AsyncResource('nephra-growth-watch');

/**
 * Cancels the statement of the running transaction when the database has grown by more than it may since now: a loop of others fills a disk long before its
 * time is over. Whatever others write meanwhile counts as well, so the limit is for what no work of a minute writes. Files of a sort are not the database's:
 * they have a limit where the server lets this user set one.
 * @param session of the running transaction, on PostgreSQL
 */
export async function watchGrowth(db: Database, session: Session, maxBytes: number): Promise<GrowthWatch> {
  const { rows } = await session.run({
    sql: `select pg_backend_pid() as pid, now()::text as began, pg_database_size(current_database())::text as bytes,
      case when current_setting('temp_file_limit') = '-1' and has_parameter_privilege(current_user, 'temp_file_limit', 'set') then set_config('temp_file_limit', $1, true) end as limited`,
    parameters: [`${Math.ceil(maxBytes / MB)}MB`],
  });
  const { pid, began, bytes } = rows[0] as { readonly pid: number; readonly began: string; readonly bytes: string };
  const grown = async (): Promise<number> => {
    const { rows: found } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(db.kysely);
    return Number(found[0]?.bytes ?? 0) - Number(bytes);
  };
  // No connection is free, or the server is gone: whatever is watched has its limit of time.
  const busy = (): false => false;
  return outside.runInAsyncScope(() =>
    startGrowthWatch({
      hasGrown: () => grown().then((more) => more > maxBytes, busy),
      cancel: () => {
        // The same transaction, or its connection is somebody else's by now.
        sql`select pg_cancel_backend(pid) from pg_stat_activity where pid = ${pid} and xact_start = ${began}::timestamptz`.execute(db.kysely).catch(busy);
        return true;
      },
    }),
  );
}
