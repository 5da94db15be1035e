import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../../../shell/server/db/index.ts';
import { careStatements } from '../../../tools/bench/ten-years/care.mjs';
import { fillStatements, FULL, SETTINGS } from '../../../tools/bench/ten-years/fill.mjs';

/** Of each kind one row in so many: proportions, and with them the estimates, are those of the whole. */
const SHARE = 200;

/** What the bench leaves as the demo made it, and what statements of every day ask for. */
const MORE = (rows: (ofTenYears: number) => number): string[] => [
  `insert into core.session (id, token_hash, user_id, created_at, last_seen_at, expires_at, ended_at)
     select 'ten-se' || n, 'ten-' || n, 'user-' || n % 40, at, at, at + interval '8 hours', case when n % 20 > 0 then at + interval '5 hours' end
     from generate_series(1, ${rows(50_000)}) as n cross join lateral (select now() - n * interval '40 days' / ${rows(50_000)} as at) as begun`,
  `insert into core.idempotency (user_id, key, route, body_hash, answer, created_at)
     select 'user-' || n % 40, 'ten-k' || n, 'charging.selfPay', md5(n::text), jsonb_build_object('code', 200, 'data', repeat('x', 400)), now() - n * interval '2 days' / ${rows(100_000)}
     from generate_series(1, ${rows(100_000)}) as n`,
  `insert into core.login_attempt (key, failures, last_failed_at, locked_until)
     select 'ten-' || n, 1, now() - n * interval '1 day' / ${rows(50_000)}, case when n % 50 = 0 then now() - n * interval '1 day' / ${rows(50_000)} + interval '15 minutes' end
     from generate_series(1, ${rows(50_000)}) as n`,
  `insert into core.stored_file (id, type, name, size, content_type, sha256, org_id, created_by, created_at)
     select 'ten-f' || n, case when n % 50 = 0 then 'offered' else 'annex' end, 'SIM', 1000, 'application/pdf', md5(n::text), 'org-gz', 'user-' || n % 40, now() - n * interval '3650 days' / ${rows(100_000)}
     from generate_series(1, ${rows(100_000)}) as n`,
  `insert into core.sms_outbox (id, created_at, mobile, text)
     select 'ten-sms' || n, now() - n * interval '3650 days' / ${rows(100_000)}, '1380000' || n, 'SIM' from generate_series(1, ${rows(100_000)}) as n`,
  // Most lots of ten years were used up long ago.
  `insert into pharmacy.lot select made.* from generate_series(1, ${rows(60_000)}) as n
     join (select row_number() over (order by id) as at, to_jsonb(one) as row from pharmacy.lot as one) as base on base.at = 1 + n % 100
     cross join lateral jsonb_populate_record(null::pharmacy.lot, base.row || jsonb_build_object('id', 'ten-lot' || n, 'lot_no', 'TEN' || n, 'reserved', 0, 'on_hand', case when n % 30 = 0 then 50 else 0 end,
       'expires_on', (now() - n * interval '3650 days' / ${rows(60_000)})::date + 400)) as made`,
];

/** Files that say what is filled in. */
const MADE_BY = ['../../../tools/bench/ten-years/fill.mjs', '../../../tools/bench/ten-years/care.mjs', 'small-ten-years.ts'].map((file) =>
  path.resolve(import.meta.dirname, file),
);

/** Ids of its rows begin so; those of the demo do not. */
export const MADE_ID = 'ten-';

/** Ten years in little, for `TestServerOptions.moreRows`. @param now last moment of the ten years */
export function smallTenYears(now: string): { version: string; fill: (db: Database) => Promise<void> } {
  const size = Object.fromEntries(Object.entries(FULL).map(([kind, rows]) => [kind, kind === 'facilities' ? rows : Math.round(rows / SHARE)])) as typeof FULL;
  return {
    version: `ten years ${SHARE} ${now} ${createHash('sha256')
      .update(MADE_BY.map((file) => readFileSync(file, 'utf8')).join('\0'))
      .digest('hex')}`,
    fill: (db) =>
      db.patiently(async () => {
        const rows = (ofTenYears: number): number => Math.round(ofTenYears / SHARE);
        const parts = [...fillStatements(size), ...MORE(rows), ...careStatements(rows)];
        for (const part of parts) await db.script(`${SETTINGS}; ${part.replaceAll('now()', `timestamptz '${now}'`)}`);
        await db.script('reset session_replication_role');
      }),
  };
}
