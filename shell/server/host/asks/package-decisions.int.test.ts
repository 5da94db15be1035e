import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureOptions, packedPlugin, serverSource } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import type { PluginDetailsWire } from '../../../contract/plugins/plugin-details.contract.ts';

const HOSTS = ['https://gateway.example', 'https://other.example'];
const ADDRESS = '/api/fixture/asking';
const JOBS = `jobs: [{ name: 'tidy', when: 'demand', run: async () => undefined }, { name: 'fetch', when: 'demand', run: async () => undefined }],`;
/** Answers which of the hosts it may call. */
const BODY = `JSON.stringify(${JSON.stringify(HOSTS)}.filter((url) => ctx.outbound.allows(url)))`;

let server: TestServer;
let registry: string;
beforeAll(async () => {
  server = await startTestServer({ config: { pluginDevelopment: '1' } });
  registry = server.config.registryFile;
});
afterAll(async () => {
  await server?.close();
});

const asked = (version: string, more: Partial<FixtureOptions> = {}): FixtureOptions => ({
  id: 'asking',
  version,
  server: serverSource(ADDRESS, BODY, `schema: 'asking', ${JOBS}`),
  outboundHosts: HOSTS,
  jobs: ['tidy', 'fetch'],
  migrations: [],
  ...more,
});
const put = (options: FixtureOptions): void => writeFileSync(path.join(server.config.dataDir, '../asking.tgz'), packedPlugin(options));
const start = async (members: Record<string, unknown> = {}): Promise<void> =>
  await server.writeRegistry({
    site: { name: 'x' },
    plugins: [{ id: 'asking', source: path.join(server.config.dataDir, '../asking.tgz'), enabled: true, ...members }],
  });
const view = async (): Promise<PluginForAdministrator | undefined> => {
  const admin = await server.signIn('admin');
  const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
  return data.list[0];
};
const details = async (): Promise<PluginDetailsWire> =>
  (await (await server.signIn('admin')).get<PluginDetailsWire>('/api/registry/Plugins/asking/Details')).data;
const entry = (): Record<string, unknown> => (JSON.parse(readFileSync(registry, 'utf8')) as { plugins: Record<string, unknown>[] }).plugins[0] ?? {};
const setState = async (body: object) => await (await server.signIn('admin')).put('/api/registry/Plugins/asking/Actions/State', body);

describe('foreign systems and jobs of a package from outside', () => {
  it('one that is off shows what it asks for; it waits until somebody decided about each', async () => {
    put(asked('1.0.0'));
    await start({ enabled: false });
    expect(await view()).toMatchObject({
      state: 'disabled',
      // It is off, and its files were compared all the same; there is no other version that it could ask for more than.
      files: 'good',
      newly: { than: '', outboundHosts: [] },
      outside: true,
      asks: { outbound: [{ what: HOSTS[0], answer: 'undecided' }, { what: HOSTS[1] }], jobs: [{}, {}] },
    });
    await start();
    expect(await view()).toMatchObject({ state: 'incompatible', waits: 'allow', reason: expect.stringContaining('https://gateway.example') });
  });

  it('what is granted may be reached and runs, what is not is withheld, and the file keeps both', async () => {
    expect((await setState({ enabled: true, outbound: [HOSTS[0]], jobs: ['tidy'] })).code).toBe(200);
    expect(entry()).toMatchObject({ outbound: [HOSTS[0]], jobs: ['tidy'], withheld: { outbound: [HOSTS[1]], jobs: ['fetch'] } });
    expect(await view()).toMatchObject({ state: 'active', waits: '' });
    const admin = await server.signIn('admin');
    expect((await admin.get<string>(ADDRESS)).data).toBe(JSON.stringify([HOSTS[0]]));
    const { data } = await admin.get<{ list: { name: string }[] }>('/api/system/jobs');
    expect(data.list.map(({ name }) => name).filter((name) => name.startsWith('asking.'))).toEqual(['asking.tidy']);
  });

  it('an upgrade that asks for more waits, and the version before goes on', async () => {
    put(asked('1.1.0', { outboundHosts: [...HOSTS, 'https://third.example'] }));
    await server.server.plugins.host.reload();
    const newly = { than: '1.0.0', outboundHosts: ['https://third.example'], jobs: [], menus: [], privileges: [] };
    expect(await view()).toMatchObject({ state: 'incompatible', waits: 'allow', runningVersion: '1.0.0', version: '1.1.0', newly });
    // Also while it is off: then it is the one that ran.
    const waiting = entry();
    await start({ ...waiting, enabled: false });
    expect(await view()).toMatchObject({ state: 'disabled', runningVersion: '', newly });
    await server.writeRegistry({ site: { name: 'x' }, plugins: [waiting as unknown as RegistryEntry] });
    // So it does when the server starts anew: nothing ran, and the version before is the one that somebody decided about.
    const decided = entry();
    await server.writeRegistry({ site: { name: 'x' }, plugins: [] });
    expect(await view()).toBeUndefined();
    await server.writeRegistry({ site: { name: 'x' }, plugins: [decided as unknown as RegistryEntry] });
    expect(await view()).toMatchObject({ state: 'incompatible', waits: 'allow', runningVersion: '1.0.0' });
    expect((await setState({ enabled: true, outbound: [HOSTS[0]], jobs: ['tidy'] })).code).toBe(200);
    expect(await view()).toMatchObject({ state: 'active', version: '1.1.0', newly: { than: '' } });
  });

  it('the version before runs again and is held, until the one of the source is taken', async () => {
    expect((await details()).before).toEqual({ version: '1.0.0', refusal: '' });
    const admin = await server.signIn('admin');
    expect((await admin.put('/api/registry/Plugins/asking/Actions/Version', { version: 'before' })).code).toBe(200);
    expect(await view()).toMatchObject({ state: 'active', runningVersion: '1.0.0' });
    expect(entry()).toMatchObject({ version: '1.0.0', integrity: expect.stringMatching(/^sha384-/) });
    // The one that ran before this one is the one of the source: it is gone on to, and not offered a second time.
    expect(await details()).toMatchObject({ pinned: '1.0.0', inSource: '1.1.0', before: { version: '' } });
    expect((await admin.put('/api/registry/Plugins/asking/Actions/Version', { version: 'newest' })).code).toBe(200);
    expect(await view()).toMatchObject({ state: 'active', runningVersion: '1.1.0' });
    expect(Object.keys(entry())).not.toContain('integrity');
  });

  it('no way back over migrations that the version before does not know', async () => {
    const migrated = serverSource(ADDRESS, BODY, `schema: 'asking', ${JOBS} migrations: [{ name: '0001-first', sql: 'create table asking.one (id text)' }],`);
    put(asked('1.2.0', { server: migrated, outboundHosts: [HOSTS[0] ?? ''], migrations: ['0001-first'] }));
    await server.server.plugins.host.reload();
    expect(await view()).toMatchObject({ state: 'active', runningVersion: '1.2.0' });
    const { before } = await details();
    expect(before.version).toBe('1.1.0');
    expect(before.refusal).toContain('0001-first');
    const admin = await server.signIn('admin');
    expect(await admin.put('/api/registry/Plugins/asking/Actions/Version', { version: 'before' })).toMatchObject({
      code: expect.not.stringMatching('200'),
      msg: expect.stringContaining('0001-first'),
    });
    expect(await view()).toMatchObject({ runningVersion: '1.2.0' });
  });

  it('an upgrade that takes something of another plugin waits, and the version before goes on', async () => {
    // Written with the last decision.
    expect(entry()).toMatchObject({ uses: [] });
    const migrated = serverSource(ADDRESS, BODY, `schema: 'asking', ${JOBS} migrations: [{ name: '0001-first', sql: 'create table asking.one (id text)' }],`);
    const uses = { '@nephra/plugins/acme-ledger': ['billDirectory'], '@nephra/plugin-sdk/server': ['fileReaders'] };
    put(asked('1.3.0', { server: migrated, outboundHosts: [HOSTS[0] ?? ''], migrations: ['0001-first'], uses }));
    await server.server.plugins.host.reload();
    expect(await view()).toMatchObject({
      state: 'incompatible',
      waits: 'allow',
      runningVersion: '1.2.0',
      reason: expect.stringContaining('acme-ledger'),
      adds: { uses: ['acme-ledger: billDirectory'] },
      newly: { than: '1.2.0', uses: ['acme-ledger: billDirectory'], outboundHosts: [] },
    });
    expect((await setState({ enabled: true })).code).toBe(200);
    expect(await view()).toMatchObject({ state: 'active', runningVersion: '1.3.0' });
    expect(entry()).toMatchObject({ uses: ['acme-ledger'], jobs: ['tidy'] });
  });

  it('figures and log are those of this plugin', async () => {
    const { figures, log } = await details();
    expect(figures.calls).toBeGreaterThan(0);
    expect(log.every(({ number }) => number > 0)).toBe(true);
    const doctor = await server.signIn('admin');
    expect((await doctor.get('/api/registry/Plugins/nobody/Details')).code).toBe(404);
  });
});
