import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Clock, type Kysely, sql } from '@nephra/plugin-sdk/server';
import type { InsuranceTables } from '../insurance-tables.ts';

/** Calls without an answer, one after the other, until nothing is sent for a while. */
export const FAILURES_UNTIL_DOWN = 3;
const FIRST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 120_000;

const lineDown = (retryAt: Date, clock: Clock): AppError =>
  new AppError('insurance.line-down', {
    code: EnvelopeCode.Unavailable,
    params: { retryAt: clock.shown(retryAt).getTime(), seconds: Math.max(1, Math.ceil((retryAt.getTime() - clock.steady().getTime()) / 1000)) },
  });

type Db = Kysely<InsuranceTables>;

/** A free way out, or the one call that tries a line which was down. */
export type Passage = 'free' | 'probe';

/**
 * Lets a call through while the line works; after a pause one call tries whether it works again. All servers share what they know.
 * @param probeMs how long that one call may take
 * @throws AppError `insurance.line-down`
 */
export async function passLine(db: Db, orgId: string, clock: Clock, probeMs: number): Promise<Passage> {
  const now = clock.steady();
  // rows: state of the line of the facility that is called for; all servers share it
  const line = await db.selectFrom('insurance.line').select(['open_until', 'probe_until']).where('org_id', '=', orgId).executeTakeFirst();
  if (!line?.open_until) return 'free';
  if (line.open_until > now) throw lineDown(line.open_until, clock);
  // rows: state of the line of the facility that is called for; all servers share it
  const claimed = await db
    .updateTable('insurance.line')
    .set({ probe_until: new Date(now.getTime() + probeMs), changed_at: now })
    .where('org_id', '=', orgId)
    .where('open_until', '<=', now)
    .where((row) => row.or([row('probe_until', 'is', null), row('probe_until', '<=', now)]))
    .returning('org_id')
    .executeTakeFirst();
  if (claimed) return 'probe';
  throw lineDown(line.probe_until && line.probe_until > now ? line.probe_until : now, clock);
}

/** Somebody answered, whatever they said. @param now on the steady line */
export async function lineWorks(db: Db, orgId: string, now: Date): Promise<void> {
  // rows: state of the line of the facility that is called for; all servers share it
  await db
    .updateTable('insurance.line')
    .set({ failures: 0, breaks: 0, open_until: null, probe_until: null, changed_at: now })
    .where('org_id', '=', orgId)
    .where((row) => row.or([row('failures', '>', 0), row('breaks', '>', 0), row('open_until', 'is not', null)]))
    .execute();
}

/** Nobody answered. @param now on the steady line */
export async function lineFailed(db: Db, orgId: string, now: Date, passage: Passage): Promise<void> {
  const pause = sql<number>`least(${FIRST_PAUSE_MS} * power(2, insurance.line.breaks), ${MAX_PAUSE_MS}) * interval '1 millisecond'`;
  const breaks = passage === 'probe' ? sql<boolean>`true` : sql<boolean>`insurance.line.failures + 1 >= ${FAILURES_UNTIL_DOWN}`;
  await sql`
    insert into insurance.line (org_id, failures, changed_at) values (${orgId}, 1, ${now})
    on conflict (org_id) do update set
      failures = insurance.line.failures + 1,
      open_until = case when ${breaks} then ${now}::timestamptz + ${pause} else insurance.line.open_until end,
      breaks = case when ${breaks} then insurance.line.breaks + 1 else insurance.line.breaks end,
      probe_until = null,
      changed_at = ${now}`.execute(db);
}
