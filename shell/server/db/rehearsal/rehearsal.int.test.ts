import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, testEngine } from '../../../../tests/support/databases/test-database.ts';
import { type Database, type PluginMigrations, type RehearsalOrder, rehearseMigrations, runMigrations } from '../index.ts';

const BEDS: PluginMigrations = {
  plugin: 'beds',
  schema: 'beds',
  migrations: [
    {
      name: '0001-beds',
      sql: `create type beds.kind as enum ('bed', 'chair');
        create table beds.room (id integer primary key, name char(6) not null);
        create table beds.place (id serial primary key, room integer not null references beds.room, kind beds.kind not null, kinds beds.kind[] not null,
          facts jsonb not null, bytes bytea, at timestamptz, day date, price numeric(10,2), label text generated always as (price::text || ' fen') stored,
          beside integer references beds.place);
        insert into beds.room values (0, 'seed');
        create function beds.told() returns trigger language plpgsql as $$ begin new.day := '2001-01-01'; return new; end $$;
        create trigger told before insert on beds.place for each row execute function beds.told();`,
    },
  ],
};

let db: Database;
const run = async (text: string): Promise<readonly unknown[]> => (await sql.raw(text).execute(db.kysely)).rows;
const rehearse = (statements: readonly string[], more: Partial<RehearsalOrder> = {}) =>
  rehearseMigrations(db, { plugin: 'beds', schema: 'beds', migrations: [{ name: '0002-more', statements }], seconds: 20, ...more });
const state = async (): Promise<unknown> =>
  await run(`select (select json_agg(p order by id) from beds.place p) as places, (select json_agg(r order by id) from beds.room r) as rooms,
    (select json_agg(nspname order by 1) from pg_namespace where nspname like '%beds%') as schemas,
    (select json_agg(relname::text order by 1) from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = 'beds') as made`);

beforeAll(async () => {
  db = await openTestDatabase();
  await runMigrations(db, [BEDS]);
  await db.script(`insert into beds.room values (1, 'east'), (2, 'west');
    insert into beds.place (room, kind, kinds, facts, bytes, at, price, beside) values
      (1, 'bed', '{bed,chair}', 'null', '\\x00ff', '2026-01-02T03:04:05.123456Z', 12.30, null), (2, 'chair', '{}', '{"床": [1, null]}', null, null, null, 1)`);
});
afterAll(async () => await db?.close());

describe(`migrations on a copy, ${testEngine}`, () => {
  it('they find every row as it is, numbers go on, and nothing of it is left', async () => {
    const before = await state();
    const told = await rehearse([
      "do $$ begin if (select count(*) from beds.place where kind = 'bed' and kinds = '{bed,chair}' and facts = 'null' and bytes = '\\x00ff' and label = '12.30 fen' and day = '2001-01-01' and at = '2026-01-02T03:04:05.123456Z') <> 1 then raise 'rows differ'; end if; end $$",
      "insert into place (room, kind, kinds, facts) values (2, 'bed', '{}', '{}')",
      "do $$ begin if (select max(id) from place) <> 3 or (select count(*) from room) <> 3 then raise 'numbers differ'; end if; end $$",
      "alter table beds.place add column note text not null default 'none'",
      'drop table beds.place; drop table beds.room',
    ]);
    expect(told).toMatchObject({ copy: 'whole', why: '', removes: ['place (2)', 'room (3)'] });
    expect(await state()).toEqual(before);
  });

  it('what they remove of the rows there are is told: tables, columns, rows; another name, an empty table and more rows are no loss', async () => {
    const removed = ['alter table beds.place drop column price cascade', "delete from beds.place where kind = 'chair'"];
    expect(await rehearse(removed)).toMatchObject({ removes: ['place.price', 'place.label', 'place (2 → 1)'] });
    const harmless = [
      'alter table beds.place rename column bytes to content',
      'alter table beds.place rename to bed',
      'create table beds.extra (id text); drop table beds.extra',
      "insert into beds.room values (3, 'north')",
    ];
    expect(await rehearse(harmless)).toMatchObject({ removes: [] });
    expect(await rehearse(removed, { maxBytes: 0 })).toMatchObject({ copy: 'structure', removes: ['place.price', 'place.label'] });
  });

  it('one that fails is told with its migration and its statement, and with its rows: a key that they break is found', async () => {
    const before = await state();
    await expect(rehearse(['create table beds.extra (id text)', 'alter table beds.place alter column bytes set not null'])).rejects.toMatchObject({
      fault: 'failed',
      migration: '0002-more',
      statement: 'alter table beds.place alter column bytes set not null',
      reason: expect.stringContaining('null values'),
    });
    expect(await state()).toEqual(before);
  });

  it('one that takes too long is ended, and others work with the very tables meanwhile', async () => {
    const before = await state();
    const trial = rehearse(['alter table beds.place add column slow text', 'do $$ begin while true loop perform 1; end loop; end $$'], { seconds: 2 });
    let over = false;
    const ended = expect(trial)
      .rejects.toMatchObject({ fault: 'too-long', statement: expect.stringContaining('loop') })
      .finally(() => {
        over = true;
      });
    let worked = 0;
    while (!over) {
      await db.script('begin; update beds.place set facts = facts; commit');
      worked += 1;
      // waits: somebody works with the tables as people do
      await new Promise((done) => setTimeout(done, 20));
    }
    await ended;
    expect(worked).toBeGreaterThan(10);
    expect(await state()).toEqual(before);
    // The next one is not disturbed by the end of this one.
    expect(await rehearse(['select 1'])).toMatchObject({ copy: 'whole' });
  });

  it('one that fills more memory, or disk, than a copy may is ended by that, and the next one is not disturbed', async () => {
    const before = await state();
    const growing = 'do $$ begin loop insert into beds.pile select repeat(n::text, 500) from generate_series(1, 1000) n; end loop; end $$';
    const limits = { seconds: 60, maxGrowthBytes: 48 * 1024 * 1024 };
    await expect(rehearse(['create table beds.pile (words text)', growing], limits)).rejects.toMatchObject({
      fault: 'too-large',
      migration: '0002-more',
      statement: expect.stringContaining('repeat'),
    });
    expect(await state()).toEqual(before);
    expect(await rehearse(['select 1'])).toMatchObject({ copy: 'whole' });
  });

  it('of tables that are too large the structure alone is copied, and of a first version nothing', async () => {
    expect(
      await rehearse(['truncate beds.place', "do $$ begin if exists (select from beds.room where name = 'east') then raise 'rows'; end if; end $$"], {
        maxBytes: 1,
      }),
    ).toMatchObject({
      copy: 'structure',
    });
    const first = {
      plugin: 'new',
      schema: 'new_one',
      migrations: [{ name: '0001', statements: ['create table new_one.a (id int)', 'select * from a'] }],
      seconds: 20,
    };
    expect(await rehearseMigrations(db, first)).toMatchObject({ copy: 'whole', bytes: 0 });
    expect(await run("select 1 from pg_namespace where nspname = 'new_one'")).toEqual([]);
  });

  it('tables that others changed beside the migrations cannot be copied: that is told, and nothing is left of the attempt', async () => {
    await db.script('alter table beds.room drop column name');
    const before = await state();
    expect(await rehearse(['select 1'])).toMatchObject({ copy: 'none', why: expect.stringContaining('name') });
    expect(await state()).toEqual(before);
  });
});
