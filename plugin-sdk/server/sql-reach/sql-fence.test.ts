import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { loadSqlParser, migrationFaults, type SqlParser, statementFaults } from './sql-fence.ts';

let parser: SqlParser;
beforeAll(async () => {
  parser = await loadSqlParser();
});
const verdict = (sql: string, opened: readonly string[] = []): string[] =>
  statementFaults(parser, sql, { schema: 'beds', opened: new Set(opened) }).map(({ code, what }) => `${code} ${what}`);
const migration = (sql: string): string[] => migrationFaults(parser, sql, { schema: 'beds' }).map(({ code, what }) => `${code} ${what}`);

it('lets a plugin work in its own tables', () => {
  for (const sql of [
    'select "w"."id", count(*) filter (where "w"."used") from "beds"."ward" as "w" where "w"."org_id" = any($1) group by 1 having count(*) > 1 for update of "w"',
    'with recursive up as (select id from beds.ward union all select w.id from beds.ward w join up on up.id = w.parent_id) select * from up',
    "insert into beds.ward (id, note) values ($1, 'from core.user_account') on conflict (id) do update set note = excluded.note returning *",
    'delete from beds.ward using beds.room where room.id = ward.room_id',
    `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), json_agg(x order by y), coalesce(sum(z), 0)::numeric(14, 2) from beds.ward, generate_series(1, 3) as n`,
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  ])
    expect([sql, verdict(sql)]).toEqual([sql, []]);
});

it('sees through what hides a table', () => {
  for (const [sql, fault] of [
    ['select * from U&"\\0063ore".user_account', 'foreign-table core.user_account'],
    ['table core.user_account', 'foreign-table core.user_account'],
    ['select 1 from beds.ward where exists (select from "patient" . patient)', 'foreign-table patient.patient'],
    ['with gone as (delete from patient.patient returning id) select id from gone', 'foreign-table patient.patient'],
    ['merge into patient.patient p using beds.ward w on p.id = w.id when matched then delete', 'foreign-table patient.patient'],
    ['select * into core.copy from beds.ward', 'foreign-table core.copy'],
    [`select query_to_xml('select * from core.user_account', true, true, '')`, 'function query_to_xml'],
    [`select pg_catalog.pg_read_file('/etc/passwd')`, 'function pg_catalog.pg_read_file'],
    [`select * from ts_stat('select * from core.user_account')`, 'function ts_stat'],
    [`select set_config('search_path', 'core', false)`, 'function set_config'],
    ['select rolpassword from pg_authid', 'no-schema pg_authid'],
    ['with pg_authid as (select 1) select * from pg_authid', 'no-schema pg_authid'],
    ['select * from user_account', 'no-schema user_account'],
    ['set search_path = core', 'statement VariableSet'],
    [`do $$ begin execute 'drop table core.user_account'; end $$`, 'statement Do'],
    [`copy beds.ward to program 'curl'`, 'statement Copy'],
    ['drop table patient.patient', 'statement Drop'],
    ['select 1; drop table patient.patient', 'statement Drop'],
    ['prepare x as select 1', 'statement Prepare'],
    ['select from where', 'not-sql syntax error at or near "where"'],
  ] as const)
    expect([sql, verdict(sql)]).toEqual([sql, expect.arrayContaining([fault])]);
});

it('opens what privileges open', () => {
  expect(verdict('select id from core.org', ['core.org'])).toEqual([]);
  expect(verdict('select id from core.session', ['core.org'])).toEqual(['foreign-table core.session']);
  expect(verdict('select id from site.ward', ['site.*'])).toEqual([]);
});

it('a migration makes and changes its own schema alone', () => {
  expect(
    migration(`create table ward (id text primary key, parent_id text references beds.ward);
      create index ward_idx on beds.ward (parent_id) where id <> '';
      alter table beds.ward add column note text not null default '';
      create function beds.touch() returns trigger language plpgsql as $$ begin new.note := lower(new.note); perform 1 from beds.ward; return new; end $$;
      create trigger touch before update on beds.ward for each row execute function beds.touch();
      insert into ward (id) select id from beds.ward; drop table if exists beds.old; comment on table beds.ward is 'x';
      do $$ declare n int; begin select count(*) into n from beds.ward; if n > 1 then delete from beds.ward where id = ''; end if; end $$`),
  ).toEqual([]);
  for (const [sql, fault] of [
    ['create table patient.evil (id text)', 'foreign-table patient.evil'],
    [`update patient.patient set patient_name = ''`, 'foreign-table patient.patient'],
    ['alter table patient.patient drop column phone', 'foreign-table patient.patient'],
    ['drop table patient.patient', 'foreign-table patient.patient'],
    ['drop schema patient cascade', 'foreign-table patient.*'],
    ['create table x (id text references core.user_account (id))', 'foreign-table core.user_account'],
    [`create function f() returns int language plpgsql as $$ begin execute 'select 1'; return 1; end $$`, 'statement EXECUTE'],
    ['create function f() returns int language plpgsql as $$ begin perform 1 from core.user_account; return 1; end $$', 'foreign-table core.user_account'],
    ['create function f() returns int language sql as $$ select count(*)::int from patient.patient $$', 'foreign-table patient.patient'],
    [`create function f() returns int language c as 'x', 'y'`, 'language c'],
    ['create trigger t after insert on patient.patient for each row execute function beds.touch()', 'foreign-table patient.patient'],
    ['create extension dblink', 'statement CreateExtension'],
    ['grant all on schema core to public', 'statement Grant'],
    ['alter role postgres superuser', 'statement AlterRole'],
    [`select pg_read_file('/etc/passwd')`, 'function pg_read_file'],
    [`do $$ begin insert into beds.ward select * from core.session; end $$`, 'foreign-table core.session'],
  ] as const)
    expect([sql, migration(sql)]).toEqual([sql, expect.arrayContaining([fault])]);
});

it('no spelling of a foreign name passes', () => {
  const spelling = fc.tuple(
    fc.constantFrom('core', 'CORE', 'Core', '"core"', 'U&"c\\006fre"'),
    fc.constantFrom('.', ' . ', '/**/./**/', '\n.--\n'),
    fc.constantFrom('user_account', '"user_account"'),
  );
  const place = fc.constantFrom(
    (t: string) => `select * from ${t}`,
    (t: string) => `select (select max(id) from only ${t})`,
    (t: string) => `insert into beds.ward select * from ${t}`,
    (t: string) => `update beds.ward set x = y.z from ${t} as y`,
    (t: string) => `select * from beds.ward w join lateral (select 1 from ${t}) l on true`,
    (t: string) => `with a as not materialized (table ${t}) select * from a`,
  );
  fc.assert(
    fc.property(spelling, place, ([schema, dot, table], write) => {
      expect(verdict(write(schema + dot + table))).toContain('foreign-table core.user_account');
    }),
  );
});

it('migrations of the product pass it but for those that were written before it', () => {
  const plugins = path.resolve(import.meta.dirname, '../../../plugins');
  const refused = readdirSync(plugins).flatMap((plugin) => {
    const folder = path.join(plugins, plugin, 'server/migrations');
    let names: string[] = [];
    try {
      names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    } catch {
      return [];
    }
    return names
      .filter((name) => migrationFaults(parser, readFileSync(path.join(folder, name), 'utf8'), { schema: plugin.replaceAll('-', '_') }).length > 0)
      .map((name) => `${plugin}/${name}`);
  });
  // Tables that moved from one plugin to another, and constraints that were looked up by what they say.
  expect(refused).toEqual([
    'catalogue/0001-catalogue.sql',
    'charging/0007-drawer-bills.sql',
    'prescription/0013-catalogue-moved.sql',
    // What 0013 took away where a version was skipped.
    'prescription/0016-interaction-orders.sql',
  ]);
});
