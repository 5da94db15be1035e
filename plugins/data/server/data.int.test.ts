import { connect, createServer, type Server, type Socket } from 'node:net';
import { isAppError } from '@nephra/plugin-sdk/contract';
import { type RawReply, siteTables, workLeasedRow } from '@nephra/plugin-sdk/server';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { siteTablesIn } from '../../../shell/server/db/index.ts';
import { type PostgresServer, startPostgres } from '../../../tests/support/databases/postgres-server.ts';
import { testEngine } from '../../../tests/support/databases/test-database.ts';
import { hostPlugins, type PluginHost, staff } from '../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../tests/support/records/record-suite-static.ts';
import { dataModelContract } from '../contract/model/data-model.contract.ts';
import { dataSourceContract } from '../contract/source/data-source.contract.ts';
import { dataSyncContract } from '../contract/sync/data-sync.contract.ts';
import data from './index.ts';
import { syncClaim, workSync } from './sync/sync-worker.ts';
import { dataSourceTable } from './tables/source.table.ts';
import type { DataDb, ReadCtx } from './tables/tables.ts';

const user = staff({ userId: 'admin', isAdministrator: true });
const { test, selector, create, edit, one, list, remove } = dataSourceContract.routes;
const model = dataModelContract.routes;
const sync = dataSyncContract.routes;
const OWN = { linkId: '0' };
const SECRET = 'geheim-password-1';

let host: PluginHost;
beforeAll(async () => {
  host = await hostPlugins({ data: data as never });
  host.provide(siteTables, siteTablesIn(host.db));
});
afterAll(() => host.close());

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error.key;
};
let made = 0;
const sourceBody = (over: object = {}) => {
  made += 1;
  const body = {
    fullName: `SIM 来源${made}`,
    dbType: 'PostgreSQL',
    host: '127.0.0.1',
    port: 6000,
    serviceName: 'sim',
    userName: 'reader',
    password: SECRET,
  } as const;
  return { ...body, ...over } as never;
};
const addSource = async (over: object = {}) => (await host.call('data', create, { user, body: sourceBody(over) })).id;
const probe = (body: object) => host.call('data', test, { user, body: body as never });
/** A server on loopback for this one test. */
async function listener(hear: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    hear(socket);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { readonly port: number }).port;
}

describe('[2.5-06] sources', () => {
  it('a password comes in, is kept sealed beside the row, and is neither answered nor put on record', async () => {
    const id = await addSource();
    const answers = [await host.call('data', one, { user, params: { id } }), await host.call('data', list, { user })];
    expect(answers[0]).toMatchObject({ password: '', passwordSet: 1 });
    const { rows } = await sql<{ password: string }>`select password from data.source_secret where source_id = ${id}`.execute(host.db.kyselyFor<DataDb>());
    expect(rows[0]?.password).toMatch(/^v1\./);
    expect(JSON.stringify([answers, host.audits])).not.toContain(SECRET);
    expect(JSON.stringify(host.audits)).not.toContain(rows[0]?.password);
    // Without one it stays, also where nothing else changes.
    const row = answers[0] as { readonly version: number };
    const kept = { ...(answers[0] as object), version: row.version, password: '' } as never;
    await host.call('data', edit, { user, params: { id }, body: kept });
    expect(await host.call('data', one, { user, params: { id } })).toMatchObject({ passwordSet: 1 });
    await host.call('data', remove, { user, params: { id } });
    expect((await sql`select 1 from data.source_secret where source_id = ${id}`.execute(host.db.kyselyFor<DataDb>())).rows).toEqual([]);
  });

  it('a password that is kept is told to no other server', async () => {
    const id = await addSource();
    const row = await host.call('data', one, { user, params: { id } });
    const moved = { ...row, host: 'evil.example', password: '' } as never;
    expect(await refusal(host.call('data', edit, { user, params: { id }, body: moved }))).toBe('data.source-password-again');
    const port = await listener(() => undefined);
    host.allowOutbound(`postgresql://127.0.0.1:${port}`);
    expect(await probe({ id, port })).toMatchObject({ ok: false, failure: 'no-password' });
  });

  it('a test says in words what is wrong: not listed, no driver, nobody there, one that never answers', async () => {
    expect(await probe(sourceBody({ port: 6001 }))).toMatchObject({ ok: false, failure: 'not-allowed', message: expect.stringContaining('registry.json') });
    expect(await probe(sourceBody({ host: '169.254.169.254', port: 80 }))).toMatchObject({ failure: 'not-allowed' });
    expect(await probe(sourceBody({ dbType: 'Oracle' }))).toMatchObject({ failure: 'no-driver', message: expect.stringContaining('Oracle') });
    host.allowOutbound('postgresql://127.0.0.1:1');
    expect(await probe(sourceBody({ port: 1 }))).toMatchObject({ failure: 'refused' });
    const port = await listener(() => undefined);
    host.allowOutbound(`postgresql://127.0.0.1:${port}`);
    host.waitAtMost(300);
    const hanging = await probe(sourceBody({ port }));
    host.waitAtMost(undefined);
    expect(hanging).toMatchObject({ ok: false, failure: 'timeout', message: expect.stringContaining(`127.0.0.1:${port}`) });
    expect(JSON.stringify(host.audits)).not.toContain(SECRET);
  });

  it('are for system administrators; the own database is always there to choose', async () => {
    const manager = staff({ userId: 'manager' });
    expect(await refusal(host.call('data', selector, { user: manager }))).toBe('core.system-only');
    expect(await refusal(host.call('data', test, { user: manager, body: {} }))).toBe('core.system-only');
    expect(await refusal(host.call('data', model.tables, { user: manager, params: { id: '0' }, query: {} }))).toBe('core.system-only');
    expect(await refusal(host.call('data', sync.runs, { user: manager, query: {} }))).toBe('core.system-only');
    const { list: groups } = await host.call('data', selector, { user });
    expect(groups[0]).toMatchObject({ id: 'own', children: [{ id: '0', usable: true }] });
  });
});

const ward = (over: object = {}) => ({
  tableInfo: { table: 'sim_ward', tableName: '病区' },
  tableFieldList: [
    { field: 'id', dataType: 'int', primaryKey: 1 as const },
    { field: 'name', fieldName: '名称', dataType: 'varchar', dataLength: '20' },
  ],
  ...over,
});
const rowsOf = async (table: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(`site.${table}`)} order by 1`.execute(host.db.kyselyFor<DataDb>())).rows;

describe('[2.5-06] tables of the site', () => {
  it('are made, filled, widened and dropped; what would harm rows is refused, and the ledger can make them anew', async () => {
    await host.call('data', model.create, { user, params: OWN, body: ward() });
    expect(await refusal(host.call('data', model.create, { user, params: OWN, body: ward() }))).toBe('data.table-taken');
    expect(await host.call('data', model.tables, { user, params: { id: '0' }, query: { keyword: '病' } })).toMatchObject({
      list: [{ table: 'sim_ward', tableName: '病区' }],
    });
    await sql`insert into site.sim_ward (id, name) values (1, ${'甲'.repeat(20)}), (2, null)`.execute(host.db.kyselyFor<DataDb>());

    const [id, name] = ward().tableFieldList;
    const narrower = ward({ tableFieldList: [id, { ...name, dataLength: '10' }] });
    expect(await refusal(host.call('data', model.edit, { user, params: OWN, body: narrower as never }))).toBe('data.type-has-rows');
    const wider = ward({
      tableInfo: { table: 'sim_ward', newTable: 'sim_room', tableName: '房间' },
      tableFieldList: [id, { ...name, dataLength: '40' }, { field: 'note', dataType: 'text' }],
    });
    await host.call('data', model.edit, { user, params: OWN, body: wider as never });
    expect(await host.call('data', model.one, { user, params: { linkId: '0', id: 'sim_room' } })).toMatchObject({
      tableInfo: { table: 'sim_room', tableName: '房间' },
      tableFieldList: [
        { field: 'id', dataType: 'int', primaryKey: 1, allowNull: 0 },
        { field: 'name', fieldName: '名称', dataType: 'varchar', dataLength: '40' },
        { field: 'note', dataType: 'text' },
      ],
      ...{ mayChange: true, empty: false },
    });

    const preview = (query: Record<string, unknown>) => host.call('data', model.preview, { user, params: { linkId: '0', table: 'sim_room' }, query });
    expect(await preview({})).toMatchObject({
      list: [
        { id: '1', note: null },
        { id: '2', name: null },
      ],
      pagination: { total: 2 },
    });
    expect(await preview({ keyword: '甲', field: 'name' })).toMatchObject({ pagination: { total: 1 } });
    expect(await preview({ keyword: '%' })).toMatchObject({ pagination: { total: 0 } });
    expect(await refusal(preview({ field: 'gone"; drop', keyword: 'x' }))).toBe('data.column-missing');

    const drop = (query: Record<string, unknown>) => host.call('data', model.remove, { user, params: { linkId: '0', id: 'sim_room' }, query });
    expect(await refusal(drop({}))).toBe('data.table-has-rows');
    await drop({ confirm: 'sim_room' });
    // Sent twice it is done all the same.
    await drop({ confirm: 'sim_room' });
    const { rows: ledger } = await sql<{ name: string; sql: string }>`select name, sql from core.migration where plugin = 'site' order by position`.execute(
      host.db.kyselyFor<never>(),
    );
    expect(ledger.map((entry) => entry.name)).toEqual(['000001-create-sim_ward', '000002-alter-sim_ward', '000003-drop-sim_room']);
    for (const entry of ledger) await host.db.script(entry.sql);
  });

  it('tables of patients and of the product are not there, whatever is asked', async () => {
    const { list: tables } = await host.call('data', model.tables, { user, params: { id: '0' }, query: {} });
    expect(tables.map(({ table }) => table)).not.toContain('data_source');
    for (const table of ['data_source', 'data.data_source', 'source_secret', 'core"."migration', 'migration'])
      expect(await refusal(host.call('data', model.preview, { user, params: { linkId: '0', table }, query: {} }))).toBe('data.table-missing');
    const body = ward({ tableInfo: { table: 'data.data_source', tableName: '' } });
    expect(await refusal(host.call('data', model.create, { user, params: OWN, body }))).toBe('data.name-form');
    expect(await refusal(host.call('data', model.create, { user, params: { linkId: 'other' }, body: ward() }))).toBe('data.source-read-only');
  });
});

/** On the embedded engine there is no server that could stand for a foreign one: what follows runs where the tests run on PostgreSQL. */
describe.runIf(testEngine === 'postgres')('[2.5-06] a foreign PostgreSQL', () => {
  let server: PostgresServer;
  let door: Server;
  let port: number;
  let sourceId: string;
  const ROWS = 1_234;
  const foreign = async (statements: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(statements);
    await client.end();
  };
  beforeAll(async () => {
    const started = await startPostgres();
    if (typeof started === 'string') throw new Error(started);
    server = started;
    // The server listens at a file; a door at loopback leads to it, and the reader has to say a password there.
    const home = new URL(server.url.replace('@/', '@x/')).searchParams.get('host') ?? '';
    door = createServer((socket) => {
      const inner = connect(`${home}/.s.PGSQL.5432`);
      socket.on('error', () => undefined).on('close', () => inner.destroy());
      inner.on('error', () => undefined).on('close', () => socket.destroy());
      socket.pipe(inner).pipe(socket);
    });
    await new Promise<void>((ready) => door.listen(0, '127.0.0.1', ready));
    port = (door.address() as { readonly port: number }).port;
    await foreign(`create role reader login password '${SECRET}';
      create table public.sim_copy (a int not null, c2 text not null, price numeric(12,3), on_ boolean, at timestamptz, note text, primary key (a, c2));
      insert into sim_copy select i / 10, 'k' || i, 5000 - i + 0.125, i % 2 = 0, timestamptz '2026-03-02 10:00+08' + make_interval(mins => i), case when i % 3 = 0 then null else repeat('字', 300) end
        from generate_series(1, ${ROWS}) as i;
      comment on table sim_copy is '样本';
      create table sim_bare (a int); create table sim_empty (a int primary key);
      create table sim_fit (a int primary key, name text); insert into sim_fit select i, repeat('x', i) from generate_series(1, 30) as i;
      create table sim_secret (a int primary key); create view sim_slow as select pg_sleep(60)::text as a;
      grant select on sim_copy, sim_bare, sim_empty, sim_fit, sim_slow to reader; analyze;
      copy (select 'local all reader scram-sha-256' union all select 'local all all trust') to '${home}/data/pg_hba.conf'; select pg_reload_conf();`);
    host.allowOutbound(`postgresql://127.0.0.1:${port}`);
    sourceId = await addSource({ port, serviceName: 'postgres' });
  });
  afterAll(async () => {
    door?.close();
    await server?.stop();
  });

  it('answers a test; a wrong password, user or database is told as that', async () => {
    expect(await probe({ id: sourceId })).toMatchObject({ ok: true, failure: '', serverVersion: expect.stringMatching(/^\d/) });
    expect(await probe({ id: sourceId, password: 'geheim-wrong' })).toMatchObject({ failure: 'password', message: expect.stringContaining('reader') });
    expect(await probe({ id: sourceId, serviceName: 'gone' })).toMatchObject({ failure: 'database' });
    expect(JSON.stringify(host.audits)).not.toContain('geheim');
  });

  it('shows what its user may read, cut and paged, and is changed by nothing', async () => {
    const { list: tables } = await host.call('data', model.tables, { user, params: { id: sourceId }, query: {} });
    expect(tables.map(({ table }) => table)).toEqual(['sim_bare', 'sim_copy', 'sim_empty', 'sim_fit', 'sim_slow']);
    expect(tables[1]).toMatchObject({ tableName: '样本', sum: ROWS });
    expect(await host.call('data', model.fields, { user, params: { linkId: sourceId, table: 'sim_copy' }, query: {} })).toMatchObject({
      list: [
        { field: 'a', dataType: 'int4', primaryKey: 1 },
        { field: 'c2', primaryKey: 1 },
        { field: 'price', dataType: 'numeric', dataLength: '12,3' },
        {},
        {},
        {},
      ],
    });
    // As a file it is the table of the site that takes its rows.
    const file = (await host.call('data', model.exportFile, { user, params: { linkId: sourceId, id: 'sim_copy' } })) as unknown as RawReply;
    const fields = JSON.parse(file.content.toString()).tableFieldList as { readonly field: string; readonly dataType: string }[];
    expect([file.fileName, ...fields.slice(0, 3).map(({ field, dataType }) => `${field} ${dataType}`)]).toEqual([
      'sim_copy.json',
      'a int',
      'c2 varchar',
      'price decimal',
    ]);
    const preview = (table: string, query: Record<string, unknown> = {}) =>
      host.call('data', model.preview, { user, params: { linkId: sourceId, table }, query });
    const page = await preview('sim_copy', { currentPage: 3, pageSize: 20 });
    expect(page.pagination.total).toBe(1_000);
    expect(page.list.map(({ a }) => a)).toEqual(Array.from({ length: 20 }, (_, at) => String(Math.floor((at + 41) / 10))));
    expect(Math.max(...page.list.map(({ note }) => note?.length ?? 0))).toBe(200);
    expect((await preview('sim_copy', { currentPage: 51, pageSize: 20 })).list).toEqual([]);
    expect(await refusal(preview('sim_secret'))).toBe('data.source-denied');
    host.waitAtMost(300);
    expect(await refusal(preview('sim_slow'))).toBe('data.source-timeout');
    host.waitAtMost(undefined);
    const context = host.context<DataDb>('data');
    const target = { host: '127.0.0.1', port, database: 'postgres', user: 'reader', password: SECRET };
    await expect(context.outbound.databases.read(target, ({ rows }) => rows('create temp table x (a int)'))).rejects.toMatchObject({ state: '25006' });
  });

  const question = (dbTable: string) => ({ dbConnectionFrom: sourceId, dbConnectionTo: '0', dbTable });
  const check = (table: string) => host.call('data', sync.check, { user, body: question(table) });
  const begin = (table: string, type: number) => host.call('data', sync.execute, { user, body: { ...question(table), type } });
  const runOf = async (id: string) => {
    const { list: runs } = await host.call('data', sync.runs, { user, query: {} });
    return runs.find((run) => run.id === id);
  };
  const work = (id: string, owner: string, ctx: ReadCtx = host.context<DataDb>('data')) =>
    workLeasedRow(
      ctx,
      syncClaim,
      id,
      { owner, leaseMs: 30_000, stopping: () => false },
      (lease) => workSync(ctx, id, lease),
      () => () => undefined,
    );
  const later = (ms: number): void => {
    host.time.now = new Date(host.time.now.getTime() + ms);
  };

  it('is copied batch by batch; a copy that is killed between its rows and their commit goes on elsewhere, and nothing is doubled', async () => {
    expect([await check('sim_copy'), await check('sim_empty')]).toEqual([2, 1]);
    expect(await refusal(check('sim_bare'))).toBe('data.sync-no-key');
    expect(await refusal(check('gone'))).toBe('data.sync-source-missing');
    expect(await refusal(begin('sim_copy', 0))).toBe('data.sync-changed');
    expect(await refusal(begin('sim_empty', 1))).toBe('data.sync-empty');
    const { id } = await begin('sim_copy', 2);
    expect(await refusal(begin('sim_copy', 0))).toBe('data.sync-running');
    expect(await refusal(host.call('data', model.remove, { user, params: { linkId: '0', id: 'sim_copy' }, query: {} }))).toBe('data.table-in-sync');

    const context = host.context<DataDb>('data');
    let transactions = 0;
    const dying: ReadCtx = {
      ...context,
      transaction: (act, options) =>
        context.transaction(async () => {
          const result = await act();
          transactions += 1;
          if (transactions === 2) throw new Error('killed before its commit');
          return result;
        }, options),
    };
    await expect(work(id, 'one', dying)).rejects.toThrow('killed');
    expect(await runOf(id)).toMatchObject({ state: 'running', rowsRead: 500, rowsWritten: 500, rowsExpected: ROWS });
    // Its lease is its own until it ends.
    expect(await work(id, 'two')).toBe(false);
    later(31_000);
    expect(await work(id, 'two')).toBe(true);
    expect(await runOf(id)).toMatchObject({ state: 'done', rowsRead: ROWS, rowsWritten: ROWS, rowsRefused: 0 });
    const rows = await rowsOf('sim_copy');
    expect(rows).toHaveLength(ROWS);
    expect(rows.find(({ c2 }) => c2 === 'k7')).toMatchObject({ a: 0, price: '4993.125', on_: 0, at: new Date('2026-03-02T02:07:00Z'), note: '字'.repeat(300) });
    expect(host.audits.map(({ route }) => route)).toContain('data.sync-ended');
    expect(await check('sim_copy')).toBe(3);
    // Once more: the target is emptied with the first batch.
    const again = await begin('sim_copy', 3);
    await work(again.id, 'three');
    expect(await rowsOf('sim_copy')).toHaveLength(ROWS);
    expect(await refusal(host.call('data', sync.resume, { user, params: { id: again.id } }))).toBe('data.sync-done');
  });

  it('rows that do not fit are told by their key, and the others go on; a cancelled copy goes on when somebody says so', async () => {
    const fields = [
      { field: 'a', dataType: 'int', primaryKey: 1 as const },
      { field: 'name', dataType: 'varchar', dataLength: '28' },
    ];
    await host.call('data', model.create, { user, params: OWN, body: { tableInfo: { table: 'sim_fit', tableName: '' }, tableFieldList: fields } });
    const { id } = await begin('sim_fit', 0);
    await sql`insert into site.sim_fit (a, name) values (5, 'here')`.execute(host.db.kyselyFor<DataDb>());
    await host.call('data', sync.cancel, { user, params: { id } });
    await work(id, 'one');
    expect(await runOf(id)).toMatchObject({ state: 'cancelled', rowsRead: 0 });
    later(1_000);
    await host.call('data', sync.resume, { user, params: { id } });
    await work(id, 'two');
    expect(await runOf(id)).toMatchObject({ state: 'done', rowsRead: 30, rowsWritten: 27, rowsRefused: 3 });
    const { list: refused } = await host.call('data', sync.refusals, { user, params: { id } });
    expect(refused.map(({ rowKey }) => rowKey).sort()).toEqual(['29', '30', '5']);
    expect(refused.find(({ rowKey }) => rowKey === '29')?.reason).toContain('name');
    expect(await rowsOf('sim_fit')).toHaveLength(28);
  });

  it('a source that is gone in between ends the copy with its reason', async () => {
    await host.call('data', model.remove, { user, params: { linkId: '0', id: 'sim_fit' }, query: { confirm: 'sim_fit' } });
    const { id } = await begin('sim_fit', 2);
    await foreign('drop table sim_fit');
    await work(id, 'one');
    expect(await runOf(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('sim_fit') });
  });
});

recordSuite(dataSourceContract, {
  host: () => host,
  by: user,
  unique: ['fullName'],
  reader: staff({ userId: 'reader' }),
  given: { dbType: 'Oracle', password: '' },
  readByCode: ['password'],
});
recordStaticSuite(dataSourceContract, { host: () => host, table: dataSourceTable, byCode: ['password'] });
