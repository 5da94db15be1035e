import { AsyncResource } from 'node:async_hooks';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Session } from '../pool/session.ts';

const LOOK_MS = 250;
const MB = 1_048_576;

/** Looks go beside the transaction that is watched, never into it. */
const outside = new AsyncResource('nephra-growth-watch');

export interface GrowthWatch {
  /** It was cancelled: the error of its statement means that. */
  readonly hasCancelled: boolean;
  end(): void;
}

/**
 * Cancels the statement of the running transaction when the database has grown by more than it may since now: a loop of others fills a disk long before its
 * time is over. Whatever others write meanwhile counts as well, so the limit is for what no work of a minute writes. Files of a sort are not the database's:
 * they have a limit where the server lets this user set one.
 * @param session of the running transaction, on PostgreSQL
 */
export async function watchGrowth(db: Database, session: Session, maxBytes: number, lookMs = LOOK_MS): Promise<GrowthWatch> {
  const { rows } = await session.run({
    sql: `select pg_backend_pid() as pid, now()::text as began, pg_database_size(current_database())::text as bytes,
      case when current_setting('temp_file_limit') = '-1' and has_parameter_privilege(current_user, 'temp_file_limit', 'set') then set_config('temp_file_limit', $1, true) end as limited`,
    parameters: [`${Math.ceil(maxBytes / MB)}MB`],
  });
  const { pid, began, bytes } = rows[0] as { readonly pid: number; readonly began: string; readonly bytes: string };
  let hasCancelled = false;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    try {
      const { rows: found } = await sql<{ bytes: string }>`select pg_database_size(current_database())::text as bytes`.execute(db.kysely);
      if (isOver) return;
      if (Number(found[0]?.bytes ?? 0) - Number(bytes) > maxBytes) {
        hasCancelled = true;
        // The same transaction, or its connection is somebody else's by now.
        await sql`select pg_cancel_backend(pid) from pg_stat_activity where pid = ${pid} and xact_start = ${began}::timestamptz`.execute(db.kysely);
      }
    } catch {
      // No connection is free, or the server is gone: whatever is watched has its limit of time.
    }
    again();
  };
  const again = (): void => {
    if (!isOver) timer = setTimeout(() => void look(), lookMs).unref();
  };
  outside.runInAsyncScope(again);
  return {
    get hasCancelled() {
      return hasCancelled;
    },
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
