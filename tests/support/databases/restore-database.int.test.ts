import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedDatabase } from '../../../shell/server/db/embedded/open-embedded.ts';
import type { Database } from '../../../shell/server/db/index.ts';
import { type Baseline, restore, takeBaseline } from './restore-database.ts';
import { openTestDatabase } from './test-database.ts';

const SAMPLE = `
  create table sample.place (id text primary key, name text not null);
  insert into sample.place values ('a', 'Ward A'), ('b', 'Ward B');
  create table sample.visit (
    seq bigint generated always as identity primary key, place_id text not null references sample.place (id), price numeric(12, 4),
    at timestamptz not null, tags text[] not null default '{}', notes jsonb, grams text generated always as (lower(place_id)) stored
  );
  insert into sample.visit (place_id, price, at, tags, notes) values ('a', 12.3400, '2026-03-02 10:00:00.123456+08', '{x,"y z"}', '{"k": [1, null]}');
  create table sample.log (line text);
  create function sample.keep() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$;
  create trigger keep before update or delete on sample.log for each row execute function sample.keep();`;

/** Everything that rows hold, in the words of the database. */
const contentOf = async (db: Database): Promise<unknown> =>
  (
    await sql`select (select json_agg(t order by id) from sample.place t) as places, (select json_agg(t order by seq) from sample.visit t) as visits,
      (select count(*)::int from sample.log) as lines`.execute(db.kyselyFor<never>())
  ).rows[0];

describe('a database is brought back to its template', () => {
  let db: Database;
  let baseline: Baseline;
  let before: unknown;
  beforeAll(async () => {
    db = await openTestDatabase([{ plugin: 'sample', schema: 'sample', migrations: [{ name: '0001-sample', sql: SAMPLE }] }]);
    baseline = await takeBaseline(db);
    before = await contentOf(db);
  });
  afterAll(() => db.close());

  const broughtBack = async (...acts: string[]): Promise<boolean> => {
    for (const act of acts) await db.script(act);
    const next = await restore(db, baseline);
    if (next) baseline = next;
    return next !== undefined;
  };

  it('after insertions, also into tables whose triggers refuse deletions, with the next number the same', async () => {
    expect(await broughtBack(`insert into sample.log values ('1'), ('2')`, `insert into sample.visit (place_id, at) values ('b', now())`)).toBe(true);
    expect(await contentOf(db)).toEqual(before);
    const { rows } = await sql<{ seq: string }>`insert into sample.visit (place_id, at) values ('b', now()) returning seq::text`.execute(db.kyselyFor<never>());
    expect(rows[0]?.seq).toBe('2');
    expect(await broughtBack()).toBe(true);
  });

  it('after updates and deletions, past foreign keys', async () => {
    expect(
      await broughtBack(`update sample.place set name = 'other' where id = 'b'`, `update sample.visit set price = 1, notes = null`, `delete from sample.visit`),
    ).toBe(true);
    expect(await contentOf(db)).toEqual(before);
    expect(await broughtBack('truncate sample.place, sample.visit cascade')).toBe(true);
    expect(await contentOf(db)).toEqual(before);
  });

  it('time after time, and when nothing was changed', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await broughtBack(`insert into sample.log values ('again')`)).toBe(true);
      expect(await contentOf(db)).toEqual(before);
    }
    expect(await broughtBack()).toBe(true);
  });

  it.each([
    ['a new table', 'create table sample.other (id text)'],
    ['a new column', 'alter table sample.log add column extra text'],
    ['a disabled trigger', 'alter table sample.log disable trigger keep'],
    ['another function body', `create or replace function sample.keep() returns trigger language plpgsql as $$ begin return new; end $$`],
  ])('but not after %s: that takes a new database', async (_what, act) => {
    expect(await broughtBack(act)).toBe(false);
  });
});

/** The engine beneath: of the embedded database itself, else when the server began. */
const engineOf = async (db: Database): Promise<unknown> =>
  db instanceof EmbeddedDatabase
    ? db.embedded
    : (await sql<{ began: string }>`select pg_postmaster_start_time()::text as began`.execute(db.kysely)).rows[0]?.began;

it('who opens a second database with the same content sees nothing of the first, which is closed, and no engine was started for it', async () => {
  const migrations = [{ plugin: 'sample', schema: 'sample', migrations: [{ name: '0001-sample', sql: SAMPLE }] }];
  const first = await openTestDatabase(migrations);
  const [before, engine] = [await contentOf(first), await engineOf(first)];
  await first.script(`delete from sample.visit; insert into sample.log values ('left behind')`);
  await first.close();
  const second = await openTestDatabase(migrations);
  expect(await contentOf(second)).toEqual(before);
  expect(await engineOf(second)).toBe(engine);
  await expect(first.script('select 1')).rejects.toThrow();
  await second.close();
});
