import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, silentLog, testEngine } from '../../../../../tests/support/databases/test-database.ts';
import { type Database, type PluginMigrations, runMigrations } from '../../../db/index.ts';
import { SchemaRoles } from './schema-roles.ts';

const migrationOf = (schema: string, table: string): PluginMigrations => ({
  plugin: schema,
  schema,
  migrations: [{ name: '0001-first', sql: `create table ${table} (id serial primary key, name text); insert into ${table} (name) values ('of ${schema}')` }],
});
const RAW = { schema: 'raw', id: 'raw' };

/** The parser finds nothing wrong with anything: what stands is the database's own fence. */
const nothingWrong = (): undefined => undefined;

describe.runIf(testEngine === 'postgres')('the role of a package on a server, with the parser switched off', () => {
  let db: Database;
  let roles: SchemaRoles;
  let role: string;
  let its: Kysely<never>;
  let late: Kysely<never>;
  beforeAll(async () => {
    db = await openTestDatabase();
    await runMigrations(db, [migrationOf('raw', 'thing'), migrationOf('other', 'person'), migrationOf('opened', 'unit')]);
    roles = new SchemaRoles(db, silentLog);
    role = (await roles.take({ ...RAW, opened: new Set(['opened.unit']) })) ?? '';
    its = db.kyselyFor<never>(nothingWrong, role);
    late = db.lateKyselyFor<never>(nothingWrong, role);
  });
  afterAll(async () => {
    await db?.close();
  });
  const names = async (): Promise<readonly unknown[]> =>
    (await sql<{ name: string }>`select name from raw.thing order by id`.execute(db.kysely)).rows.map(({ name }) => name);
  const ask = (text: string) => sql.raw(text).execute(its);
  const stream = async (text: string): Promise<unknown[]> => {
    const got: unknown[] = [];
    const query = { ...sql.raw(text).compile(its), queryId: { queryId: 'test' } } as CompiledQuery;
    for await (const { rows } of its.getExecutor().stream(query, 10)) got.push(...rows);
    return got;
  };
  const rolesNow = async (): Promise<unknown> =>
    (await sql<{ name: string }>`select rolname as name from pg_roles where rolname = ${role}`.execute(db.kysely)).rows.length;

  it('works on its own tables and what was opened to it: alone, in a transaction, late, as a stream; what stands beside it is the server’s', async () => {
    await ask("insert into raw.thing (name) values ('alone')");
    await db.transaction(async () => {
      await ask("insert into raw.thing (name) values ('within')");
      await sql`insert into other.person (name) values ('of the server')`.execute(db.kysely);
      await sql.raw("insert into raw.thing (name) values ('late')").execute(late);
      expect(await stream('select name from opened.unit')).toEqual([{ name: 'of opened' }]);
      expect(await Promise.all([ask('select current_user::text as name'), sql`select current_user = session_user as name`.execute(db.kysely)])).toMatchObject([
        { rows: [{ name: role }] },
        { rows: [{ name: true }] },
      ]);
    });
    expect(await names()).toEqual(['of raw', 'alone', 'within', 'late']);
  });

  it.each([
    ['another schema', 'select * from other.person'],
    ['secrets of the system', 'select * from pg_catalog.pg_authid'],
    ['files of the server', "select pg_read_file('/etc/passwd')"],
    ['programs of the server', "copy raw.thing to program 'id'"],
    ['text that runs as a statement', "select query_to_xml('select * from other.person', true, true, '')"],
    ['tables of its own making', 'create table raw.more (id int)'],
    ['changes of its own tables', 'alter table raw.thing add column more int'],
    ['tables of the shell', 'select * from core.migration'],
  ])('is refused %s by the database itself', async (_what, text) => {
    const refused = { code: '42501' }; // insufficient_privilege
    await expect(ask(text)).rejects.toMatchObject(refused);
    await expect(db.transaction(() => ask(text))).rejects.toMatchObject(refused);
    if (text.startsWith('select')) await expect(stream(text)).rejects.toMatchObject(refused);
  });

  it('does not shake it off for its next statement, and leaves none of it on a connection, after refusals neither', async () => {
    await expect(
      db.transaction(async () => {
        await ask('set local role none');
        await ask('select * from other.person');
      }),
    ).rejects.toMatchObject({ code: '42501' });
    await ask('set role none');
    await ask('reset role');
    await expect(ask('select * from other.person')).rejects.toMatchObject({ code: '42501' });
    const users = await Promise.all(Array.from({ length: 12 }, () => sql<{ own: boolean }>`select current_user = session_user as own`.execute(db.kysely)));
    expect(users.flatMap(({ rows }) => rows.map(({ own }) => own))).toEqual(Array.from({ length: 12 }, () => true));
  });

  it('a table of a later version is its own at the next start, and what the hospital takes back is shut', async () => {
    await db.script('create table raw.later (id int)');
    await expect(ask('select * from raw.later')).rejects.toMatchObject({ code: '42501' });
    expect(await roles.take({ ...RAW, opened: new Set() })).toBe(role);
    await ask('select * from raw.later');
    await expect(ask('select * from opened.unit')).rejects.toMatchObject({ code: '42501' });
  });

  it('one that may do what it is to, no more and no less, costs a start no grant; whatever somebody changed of it is put right', async () => {
    const opened = new Set(['opened.unit', 'core.*']);
    const again = async (): Promise<number> => {
      let gave = 0;
      const transaction = ((work: () => Promise<unknown>) => {
        gave += 1;
        return db.transaction(work);
      }) as Database['transaction'];
      expect(await new SchemaRoles({ engine: 'postgres', kysely: db.kysely, transaction } as Database, silentLog).take({ ...RAW, opened })).toBe(role);
      return gave;
    };
    expect([await again(), await again()]).toEqual([1, 0]);
    const refused = { code: '42501' };
    for (const [change, text] of [
      ['revoke select on opened.unit from', ''],
      ['revoke usage on schema raw from', ''],
      ['revoke usage on sequence raw.thing_id_seq from', ''],
      ['grant truncate on raw.thing to', 'truncate raw.thing'],
      ['grant select on other.person to', 'select * from other.person'],
      ['grant select (name) on other.person to', 'select name from other.person'],
      ['grant create on schema raw to', 'create table raw.more (id int)'],
    ] as const) {
      await db.script(`${change} "${role}"`);
      expect([change, await again(), await again()]).toEqual([change, 1, 0]);
      if (text) await expect(ask(text)).rejects.toMatchObject(refused);
    }
    await ask("insert into raw.thing (name) values ('still')");
    await ask('select * from opened.unit');
    await ask("delete from raw.thing where name = 'still'");
  });

  it('goes with the last version of a package that is off, not with one that makes room for another', async () => {
    await roles.leave(role, false);
    expect(await rolesNow()).toBe(1);
    await roles.leave(role, true);
    expect(await rolesNow()).toBe(0);
    await expect(ask('select * from raw.thing')).rejects.toThrow(/does not exist/);
    expect(await roles.take({ ...RAW, opened: new Set() })).toBe(role);
    expect((await ask('select * from raw.thing')).rows).toHaveLength(4);
    await roles.leave(role, true);
  });

  it('where the user of the database may make none, the parser stands alone, and that is said once', async () => {
    const plain = `${role}_plain`.slice(0, 60);
    await db.script(`create role "${plain}"; grant usage on schema core to "${plain}"; grant select, update on core.migration_lock to "${plain}"`);
    const transaction = <T>(work: () => Promise<T>): Promise<T> =>
      db.transaction(async () => {
        await db.script(`set local role "${plain}"`);
        return await work();
      });
    const warned: string[] = [];
    const poor = new SchemaRoles({ engine: 'postgres', kysely: db.kysely, transaction } as unknown as Database, {
      ...silentLog,
      warn: (_fields: object, text: string) => void warned.push(text),
    });
    for (const id of ['one', 'two']) expect(await poor.take({ id, schema: id, opened: new Set() })).toBeUndefined();
    expect(warned).toEqual([expect.stringContaining('parser alone')]);
    await db.script(`drop owned by "${plain}"; drop role "${plain}"`);
  });
});

it.runIf(testEngine === 'embedded')('the embedded engine has one user, so there is no role', async () => {
  expect(await new SchemaRoles({ engine: 'embedded' } as Database, silentLog).take({ ...RAW, opened: new Set() })).toBeUndefined();
});
