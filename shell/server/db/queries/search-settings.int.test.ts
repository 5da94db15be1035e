import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, testEngine } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';

const migrations = [
  {
    plugin: 'shop',
    schema: 'shop',
    migrations: [
      {
        name: '0001-shop',
        sql: `create table ware (id integer primary key, search_grams text[] not null);
          create index ware_search on ware using gin (search_grams);`,
      },
    ],
  },
];
const PAGE_KB = 8;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase(migrations);
});
afterAll(() => db.close());

test(`what a search has to read besides its index stays small after many rows were written, on ${testEngine}`, async () => {
  await sql`insert into shop.ware (id, search_grams)
    select n, array(select substr('ware' || lpad(n::text, 5, '0'), at, 3) from generate_series(1, 7) at) from generate_series(1, 4000) n`.execute(db.kysely);
  const { rows } = await sql<{ pages: string }>`select gin_clean_pending_list('shop.ware_search'::regclass) as pages`.execute(db.kysely);
  // A list is emptied once it is longer than the limit: one row's pieces more.
  expect(Number(rows[0]?.pages) * PAGE_KB).toBeLessThanOrEqual(128 + PAGE_KB);
});
