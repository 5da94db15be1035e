import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Privilege } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longRun } from '../../../../tests/support/cases/effort.ts';
import { type FixtureOptions, packedPlugin, serverSource } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { packageProgram } from '../apart/program.ts';
import { asPlugin } from './plugin-scope.ts';
import { STRIKE_FILE } from './watchdog/watchdog.ts';

let server: TestServer;
beforeAll(async () => {
  await packageProgram();
  server = await startTestServer();
});
afterAll(async () => {
  await server?.close();
});

interface Entry {
  readonly id: string;
  readonly source: string;
  readonly enabled: boolean;
  readonly privileges?: Privilege[];
}
const outside = (options: FixtureOptions, privileges?: Privilege[]): Entry => {
  const source = path.join(server.config.dataDir, `../${options.id}.tgz`);
  writeFileSync(source, packedPlugin(options));
  return { id: options.id, source, enabled: true, ...(privileges && { privileges }) };
};
const run = (...plugins: readonly Entry[]): Promise<void> => server.writeRegistry({ site: { name: 'x' }, plugins: [...plugins] });
/** Limits are read at each start and each upgrade: short ones for what never ends alone, so that all else has its time on a slow machine. */
const within = async (name: 'pluginMigrationSeconds', seconds: number, work: () => Promise<void>): Promise<void> => {
  const { config } = server.server.core.parts;
  const usual = config[name];
  Object.assign(config, { [name]: seconds });
  await work().finally(() => Object.assign(config, { [name]: usual }));
};
const views = async (): Promise<Map<string, PluginForAdministrator>> => {
  const admin = await server.signIn('admin');
  const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
  return new Map(data.list.map((one) => [one.id, one]));
};
const migrating = (id: string, sql: string): FixtureOptions => ({
  id,
  server: serverSource(`/api/fixture/${id}`, "'ran'", `schema: '${id}', migrations: [{ name: '0001-first', sql: ${JSON.stringify(sql)} }],`),
});

describe('packages from outside', () => {
  it('a migration that touches others is refused before any of it runs, by name', async () => {
    await run(
      outside(migrating('greedy', 'create table greedy.mine (id text); create table core.evil (id text)')),
      outside(migrating('modest', 'create table modest.mine (id text)')),
    );
    const found = await views();
    expect(found.get('greedy')).toMatchObject({ state: 'failed', reason: expect.stringContaining('core.evil') });
    expect(found.get('modest')).toMatchObject({ state: 'active' });
    const { rows } = await server.server.core.parts.database
      .kyselyFor<{ 'pg_catalog.pg_tables': { schemaname: string; tablename: string } }>()
      .selectFrom('pg_catalog.pg_tables')
      .select(['schemaname', 'tablename'])
      .where('schemaname', 'in', ['greedy', 'modest', 'core'])
      .where('tablename', 'in', ['mine', 'evil'])
      .execute()
      .then((all) => ({ rows: all }));
    expect(rows).toEqual([{ schemaname: 'modest', tablename: 'mine' }]);
  });

  it('an upgrade whose migrations fail or take too long on a copy of its tables is refused by name and statement; the version before goes on with its rows', async () => {
    const count = "Number((await ctx.db.selectFrom('steady.thing').select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()).n)";
    const first = { name: '0001-thing', sql: 'create table steady.thing (id int, note text); insert into steady.thing values (1, null), (2, null)' };
    const version = (number: string, ...more: readonly { readonly name: string; readonly sql: string }[]): Entry =>
      outside({
        id: 'steady',
        version: number,
        server: serverSource('/api/fixture/steady', count, `schema: 'steady', migrations: ${JSON.stringify([first, ...more])},`),
      });
    await run(version('1.0.0'));
    const doctor = await server.signIn('doctor');
    expect(await doctor.get('/api/fixture/steady')).toMatchObject({ data: 2 });
    const good = { name: '0002-one-more', sql: 'insert into steady.thing values (3, null)' };
    await run(version('2.0.0', good, { name: '0003-note', sql: 'alter table steady.thing alter column note set not null' }));
    expect((await views()).get('steady')).toMatchObject({
      version: '2.0.0',
      runningVersion: '1.0.0',
      reason: expect.stringMatching(/steady.*0003-note.*alter table steady\.thing alter column note set not null/),
    });
    // Not even the first of the two stayed.
    expect(await doctor.get('/api/fixture/steady')).toMatchObject({ data: 2 });
    const endless = version('3.0.0', { name: '0002-slow', sql: 'do $$ begin while true loop perform 1; end loop; end $$' });
    await within('pluginMigrationSeconds', 3, () => run(endless));
    expect((await views()).get('steady')).toMatchObject({ reason: expect.stringMatching(/steady.*0002-slow.* 3 秒.*while true loop/) });
    expect(await doctor.get('/api/fixture/steady')).toMatchObject({ data: 2 });
    await run(version('4.0.0', good));
    expect((await views()).get('steady')).toMatchObject({ state: 'active' });
    expect(await doctor.get('/api/fixture/steady')).toMatchObject({ data: 3 });
    // One that would remove rows of its own waits until somebody who was told says so.
    const forgetful = { name: '0003-fresh', sql: 'alter table steady.thing drop column note; delete from steady.thing where id > 1' };
    await run(version('5.0.0', good, forgetful));
    expect((await views()).get('steady')).toMatchObject({
      waits: 'allow',
      runningVersion: '4.0.0',
      reason: expect.stringMatching(/5\.0\.0.*thing\.note, thing \(3 → 1\)/),
    });
    expect(await doctor.get('/api/fixture/steady')).toMatchObject({ data: 3 });
    const admin = await server.signIn('admin');
    expect((await admin.put('/api/registry/Plugins/steady/Actions/State', { enabled: true })).code).toBe(200);
    expect((await views()).get('steady')).toMatchObject({ state: 'active', runningVersion: '5.0.0' });
    expect(await doctor.get('/api/fixture/steady')).toMatchObject({ data: 1 });
  });

  it('a statement that leaves its schema is refused, however it is written', async () => {
    const ask = (text: string) =>
      `(await ctx.db.executeQuery({ sql: ${JSON.stringify(text)}, parameters: [], query: { kind: 'RawNode', sqlFragments: [''], parameters: [] }, queryId: { queryId: '1' } })).rows.length`;
    await run(
      outside({ id: 'curious', server: serverSource('/api/fixture/curious', ask('select * from U&"\\0063ore".user_account')) }),
      outside({ id: 'sly', server: serverSource('/api/fixture/sly', ask("select query_to_xml('select 1', true, true, '')")) }),
      outside({ id: 'honest', server: serverSource('/api/fixture/honest', ask('select 1 as one')) }),
    );
    const doctor = await server.signIn('doctor');
    expect((await doctor.get('/api/fixture/curious')).extras?.error).toBe('core.foreign-table');
    expect((await doctor.get('/api/fixture/sly')).extras?.error).toBe('core.foreign-statement');
    expect(await doctor.get('/api/fixture/honest')).toMatchObject({ code: 200, data: 1 });
  });

  it('what it may do beyond its own tables is said by the hospital, not by its manifest', async () => {
    const entry = outside({ id: 'asking', privileges: ['identity'], server: serverSource('/api/fixture/asking', "'runs'") });
    await run(entry);
    expect((await views()).get('asking')).toMatchObject({
      state: 'incompatible',
      waits: 'allow',
      reason: expect.stringContaining('identity'),
      adds: { privileges: ['identity'] },
    });
    const admin = await server.signIn('admin');
    expect((await admin.put('/api/registry/Plugins/asking/Actions/State', { enabled: true, privileges: ['operations'] })).code).not.toBe(200);
    expect((await admin.put('/api/registry/Plugins/asking/Actions/State', { enabled: true, privileges: ['identity'] })).code).toBe(200);
    expect((await views()).get('asking')).toMatchObject({ state: 'active', waits: '' });
    const written = JSON.parse(readFileSync(server.config.registryFile, 'utf8')) as { plugins: Entry[] };
    expect(written.plugins[0]).toMatchObject({ id: 'asking', privileges: ['identity'] });
    // An upgrade that asks for more waits, and the version before goes on.
    await run(
      outside({ id: 'asking', version: '2.0.0', privileges: ['identity', 'operations'], server: serverSource('/api/fixture/asking', "'runs more'") }, [
        'identity',
      ]),
    );
    expect((await views()).get('asking')).toMatchObject({ state: 'incompatible', waits: 'allow', adds: { privileges: ['identity', 'operations'] } });
    const doctor = await server.signIn('doctor');
    expect(await doctor.get('/api/fixture/asking')).toMatchObject({ data: 'runs' });
  });

  it('it takes nothing of a plugin that its manifest does not name, and says nothing in the name of another', async () => {
    const giver = `schema: 'giver', services: [{ token: { id: 'giver.secret@1' }, create: () => ({ tell: () => 'a secret' }) }],
      subscribers: [{ token: { id: 'giver.told@1' }, handle: async () => { heard += 1; } }],`;
    const take = "await ctx.service({ id: 'giver.secret@1' }).tell()";
    const forge = "(ctx.publish({ id: 'giver.told@1' }, {}), ctx.publish({ id: 'forger.told@1' }, {}), 'said')";
    await run(
      outside({ id: 'giver', server: `let heard = 0;${serverSource('/api/fixture/giver', 'heard', giver)}` }),
      outside({ id: 'taker', server: serverSource('/api/fixture/taker', take) }),
      outside({ id: 'friend', dependsOn: ['giver'], server: serverSource('/api/fixture/friend', take) }),
      outside({ id: 'forger', server: serverSource('/api/fixture/forger', forge) }),
      outside({
        id: 'spy',
        server: serverSource('/api/fixture/spy', "'runs'", "subscribers: [{ token: { id: 'giver.told@1' }, handle: async () => undefined }],"),
      }),
      outside({ id: 'rival', server: serverSource('/api/fixture/rival', "'runs'", "services: [{ token: { id: 'giver.other@1' }, create: () => ({}) }],") }),
      outside({
        id: 'gatekeeper',
        server: serverSource('/api/fixture/gatekeeper', "'runs'", "extensions: [{ token: { id: 'sign-in.provider@1' }, create: () => ({ code: 'evil' }) }],"),
      }),
    );
    const doctor = await server.signIn('doctor');
    expect(await doctor.get('/api/fixture/taker')).toMatchObject({ code: 403, extras: { error: 'core.reach-undeclared' } });
    expect(await doctor.get('/api/fixture/friend')).toMatchObject({ code: 200, data: 'a secret' });
    expect(await doctor.get('/api/fixture/forger')).toMatchObject({ code: 200, data: 'said' });
    expect(await doctor.get('/api/fixture/giver')).toMatchObject({ code: 200, data: 0 });
    const found = await views();
    expect(found.get('spy')).toMatchObject({ state: 'incompatible', reason: expect.stringMatching(/giver.*giver\.told@1.*dependsOn/) });
    expect(found.get('rival')).toMatchObject({ state: 'conflict', reason: expect.stringMatching(/giver\.other@1.*giver.*rival/) });
    expect(found.get('gatekeeper')).toMatchObject({ state: 'incompatible', reason: expect.stringContaining('identity') });
  });

  it('one whose settings are judged for ever, that brings 10,000 menus or 3,000 routes, is refused by what it is; others start', async () => {
    const settings = { type: 'object', properties: { code: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(60)}!` } } };
    const menus = Array.from({ length: 10_000 }, (_, at) => ({ enCode: `crowd.page${at}`, type: 1 as const, title: { zh: '页', zhtw: '頁', en: 'Page' } }));
    const many = "for (let n = 0; n < 3000; n += 1) { contract.routes['r' + n] = { ...contract.routes.read, path: '/api/fixture/many/' + n }; }";
    await run(
      outside({ id: 'stalling', settings, server: serverSource('/api/fixture/stalling', "'runs'") }),
      outside({ id: 'crowd', menus, server: serverSource('/api/fixture/crowd', "'runs'") }),
      outside({ id: 'many', server: serverSource('/api/fixture/many', "'runs'").replace('export default', `${many}\nexport default`) }),
      outside({ id: 'after', server: serverSource('/api/fixture/after', "'runs'") }),
    );
    const found = await views();
    expect(found.get('stalling')).toMatchObject({ state: 'failed', reason: expect.stringMatching(/ 2 秒.*pattern/) });
    expect(found.get('crowd')).toMatchObject({ state: 'incompatible', reason: expect.stringContaining('10000 menus; at most 300') });
    expect(found.get('many')).toMatchObject({ state: 'incompatible', reason: expect.stringContaining('3001 routes; at most 2000') });
    expect(found.get('after')).toMatchObject({ state: 'active' });
  });

  it('a start that never ends is given up, and others start', async () => {
    const endless = outside({ id: 'endless', server: serverSource('/api/fixture/endless', "'never'", 'start: () => new Promise(() => undefined),') });
    const after = outside({ id: 'after', server: serverSource('/api/fixture/after', "'runs'") });
    const { config } = server.server.core.parts;
    const usual = config.pluginStartSeconds;
    // They start one after the other, and each looks twice: the host, and what starts its process.
    const looks = [7, 7];
    Object.defineProperty(config, 'pluginStartSeconds', { configurable: true, get: () => looks.pop() ?? usual });
    await run(endless, after).finally(() => Object.defineProperty(config, 'pluginStartSeconds', { value: usual, writable: true, enumerable: true }));
    const found = await views();
    expect(found.get('endless')).toMatchObject({ state: 'failed', reason: expect.stringContaining('7') });
    expect(found.get('after')).toMatchObject({ state: 'active' });
  });

  // The server waits eight seconds for it.
  it.runIf(longRun)('a stop that never ends is given up: it goes, and comes back', async () => {
    const clinging = outside({ id: 'clinging', server: serverSource('/api/fixture/clinging', "'runs'", 'stop: () => new Promise(() => undefined),') });
    const after = outside({ id: 'after', server: serverSource('/api/fixture/after', "'runs'") });
    await run(clinging, after);
    expect((await views()).get('clinging')).toMatchObject({ state: 'active' });
    await run(after);
    expect((await views()).has('clinging')).toBe(false);
    const { host } = server.server.plugins;
    await host.settled();
    await run(clinging, after);
    const doctor = await server.signIn('doctor');
    for (const id of ['clinging', 'after']) expect(await doctor.get(`/api/fixture/${id}`)).toMatchObject({ code: 200, data: 'runs' });
  });

  it('an error that it lets escape is told by its name, with or without a stack', async () => {
    await run(outside({ id: 'loose', server: serverSource('/api/fixture/loose', "'runs'") }));
    const { host } = server.server.plugins;
    expect(asPlugin('loose', () => host.blame('a text', 'exception'))).toBe(true);
    expect(host.blame(new Error('of the shell'), 'exception')).toBe(false);
    await host.settled();
    expect((await views()).get('loose')?.reports.map(({ message }) => message)).toEqual(['a text']);
  });

  it('one that held the server is put aside, longer each time, until an administrator lets it run', async () => {
    const entry = outside({ id: 'holding', server: serverSource('/api/fixture/holding', "'runs'") });
    const file = path.join(path.resolve(server.config.dataDir), STRIKE_FILE);
    const line = `${JSON.stringify({ pluginId: 'holding', version: '1.0.0', kind: 'hang', place: 'loop', at: 1 })}\n`;
    writeFileSync(file, `${line}{"cut`);
    await run(entry);
    expect((await views()).get('holding')).toMatchObject({ state: 'failed', waits: 'let-run', reason: expect.stringContaining('loop') });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, line + line);
    await server.server.plugins.host.reload();
    expect((await views()).get('holding')).toMatchObject({ state: 'failed', waits: 'let-run', reason: expect.stringMatching(/3/) });
    const admin = await server.signIn('admin');
    expect((await admin.put('/api/registry/Plugins/holding/Actions/State', { enabled: true })).code).toBe(200);
    expect((await views()).get('holding')).toMatchObject({ state: 'active', waits: '' });
  });
});
