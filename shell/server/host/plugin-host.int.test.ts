import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EnvelopeCode, type MenuContribution, type RegistryEntry } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packedPlugin, serverSource, writeBuilt, writePackage } from '../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import type { CurrentUser, PluginForAdministrator } from '../../contract/index.ts';

const site = { name: '测试医院' };
const menu = (enCode: string, more: Partial<MenuContribution> = {}): MenuContribution => ({
  enCode,
  type: 2,
  parent: 'his',
  title: { zh: enCode, zhtw: enCode, en: enCode },
  roleHints: ['doctor'],
  ...more,
});

describe('plugin host', () => {
  let server: TestServer;
  let folder: string;
  let admin: TestClient;
  let doctor: TestClient;

  beforeAll(async () => {
    server = await startTestServer();
    folder = mkdtempSync(path.join(tmpdir(), 'nephra-plugins-'));
    admin = await server.signIn('admin');
    await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
    doctor = await server.signIn('doctor');
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => server.writeRegistry({ site, plugins: [] }));

  const run = (...plugins: RegistryEntry[]) => server.writeRegistry({ site, plugins });
  const entry = (id: string, source: string, more: Partial<RegistryEntry> = {}): RegistryEntry => ({
    id,
    source: path.join(folder, source),
    enabled: true,
    ...more,
  });
  const views = async (): Promise<Record<string, PluginForAdministrator>> => {
    const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
    return Object.fromEntries(data.list.map((view) => [view.id, view]));
  };
  const menus = async (client: TestClient): Promise<string[]> => {
    const { data } = await client.get<CurrentUser>('/api/oauth/CurrentUser');
    return data.menuList.flatMap((top) => [top.enCode, ...(top.children ?? []).map((child) => child.enCode)]);
  };

  it('starts a plugin, shows its menu to the hinted role, and takes both back when it is switched off', async () => {
    writePackage(path.join(folder, 'one'), {
      id: 'one',
      server: serverSource('/api/fixture/one', '{ hello: ctx.user.account, plugin: ctx.pluginId }'),
      menus: [menu('fixture.one')],
    });
    expect((await doctor.get('/api/fixture/one')).status).toBe(404);
    await run(entry('one', 'one'));
    expect(await doctor.get('/api/fixture/one')).toMatchObject({ code: 200, data: { hello: 'doctor', plugin: 'one' } });
    expect(await menus(doctor)).toEqual(['his', 'fixture.one']);

    await run(entry('one', 'one', { enabled: false, reason: 'not needed' }));
    expect(await doctor.get('/api/fixture/one')).toMatchObject({ status: 404, code: EnvelopeCode.NotFound, extras: { error: 'core.unknown-route' } });
    expect(await menus(doctor)).toEqual([]);
    expect((await views()).one).toMatchObject({ state: 'disabled', enabled: false });

    // What an administrator took away stays away when the plugin comes back.
    await server.db.deleteFrom('core.permission_grant').where('menu_code', '=', 'fixture.one').execute();
    await run(entry('one', 'one'));
    expect(await menus(doctor)).toEqual([]);
    expect(await menus(admin)).toContain('fixture.one');
  });

  it('upgrades without a restart and keeps the version before for browsers that fall back', async () => {
    const build = (version: string) =>
      writeBuilt(server.config.buildDir, { id: 'up', version, server: serverSource('/api/fixture/up', `{ version: '${version}' }`) });
    mkdirSync(path.join(folder, 'up'), { recursive: true });
    writeFileSync(path.join(folder, 'up/plugin.ts'), '');
    build('1.0.0');
    await run(entry('up', 'up'));
    const session = async () =>
      (await doctor.get<{ revision: string; plugins: { base: string; entry: string; previousBase: string; previousEntry: string }[] }>('/api/registry/Session'))
        .data;
    const first = await session();
    expect((await doctor.get('/api/fixture/up')).data).toEqual({ version: '1.0.0' });

    build('1.1.0');
    expect((await admin.post('/api/registry/Actions/Reload')).code).toBe(200);
    expect((await doctor.get('/api/fixture/up')).data).toEqual({ version: '1.1.0' });
    const second = await session();
    expect(second.revision).not.toBe(first.revision);
    expect(second.plugins[0]).toMatchObject({ previousBase: first.plugins[0]?.base, previousEntry: 'entry.js' });
    for (const { base } of [first.plugins[0], second.plugins[0]] as { base: string }[]) {
      const file = await server.nobody.raw({ method: 'GET', url: `${base}entry.js` });
      expect(file.statusCode).toBe(200);
      expect(file.headers['cache-control']).toContain('immutable');
    }
    const files = await doctor.get<{ integrity: Record<string, string> }>(
      `/api/registry/Plugins/up/Files?base=${encodeURIComponent(first.plugins[0]?.base ?? '')}`,
    );
    expect(Object.keys(files.data.integrity)).toContain('entry.js');
    expect(Object.keys(files.data.integrity)).not.toContain('server.mjs');
  });

  it('serves listed browser files only: no server half, no manifest, nothing beside the folder', async () => {
    writePackage(path.join(folder, 'files'), {
      id: 'files',
      server: serverSource('/api/fixture/files', '1'),
      files: { 'server.mjs.map': '{}', 'pages/a.js': '1' },
    });
    await run(entry('files', 'files'));
    const { data } = await doctor.get<{ plugins: { base: string }[] }>('/api/registry/Session');
    const base = data.plugins[0]?.base ?? '';
    const status = async (file: string) => (await server.nobody.raw({ method: 'GET', url: base + file })).statusCode;
    expect(await status('entry.js')).toBe(200);
    expect(await status('pages/a.js')).toBe(200);
    for (const file of ['server.mjs', 'server.mjs.map', 'manifest.json', 'none.js', '../source.json', '%2e%2e/source.json', '..%2fsource.json', ''])
      expect(await status(file), file).toBe(404);
    expect((await server.nobody.raw({ method: 'GET', url: '/plugins/unknown/1.0.0-abc/entry.js' })).statusCode).toBe(404);
  });

  it.each([
    ['changed', (at: string) => appendFileSync(path.join(at, 'entry.js'), ' '), 'entry.js'],
    [
      'of the same length',
      (at: string) => writeFileSync(path.join(at, 'entry.js'), readFileSync(path.join(at, 'entry.js'), 'utf8').replace('System', 'Sxstem')),
      'entry.js',
    ],
    ['missing', (at: string) => rmSync(path.join(at, 'zh.json')), 'zh.json (missing)'],
    ['too many', (at: string) => writeFileSync(path.join(at, 'extra.js'), ''), 'extra.js (not in the manifest)'],
    ['a link', (at: string) => symlinkSync('/etc/hostname', path.join(at, 'link.js')), 'link.js (not a plain file)'],
    ['packed differently', (at: string) => writeFileSync(path.join(at, 'entry.js.gz'), 'not the same'), 'entry.js.gz'],
  ])('refuses a package with a file that is %s', async (_name, tamper, told) => {
    const at = writeBuilt(server.config.buildDir, { id: 'tampered', server: serverSource('/api/fixture/tampered', '1') });
    mkdirSync(path.join(folder, 'tampered'), { recursive: true });
    writeFileSync(path.join(folder, 'tampered/plugin.ts'), '');
    tamper(at);
    await run(entry('tampered', 'tampered'));
    const view = (await views()).tampered;
    expect(view).toMatchObject({ state: 'modified' });
    expect(view?.reason).toContain(told);
    expect((await doctor.get<{ plugins: unknown[] }>('/api/registry/Session')).data.plugins).toEqual([]);
  });

  it('stops serving a file that is changed while the plugin runs', async () => {
    const at = writeBuilt(server.config.buildDir, { id: 'live', server: serverSource('/api/fixture/live', '1') });
    mkdirSync(path.join(folder, 'live'), { recursive: true });
    writeFileSync(path.join(folder, 'live/plugin.ts'), '');
    await run(entry('live', 'live'));
    const url = `/plugins/live/${path.basename(at)}/entry.js`;
    expect((await server.nobody.raw({ method: 'GET', url })).statusCode).toBe(200);
    writeFileSync(path.join(at, 'entry.js'), readFileSync(path.join(at, 'entry.js'), 'utf8').replace('System', 'Sxstem'));
    expect((await server.nobody.raw({ method: 'GET', url })).statusCode).toBe(404);
    await run(entry('live', 'live'));
    expect((await views()).live?.state).toBe('modified');
    expect(await doctor.get('/api/fixture/live')).toMatchObject({ status: 200, code: EnvelopeCode.Unavailable, extras: { error: 'core.plugin-failed' } });
  });

  it('goes on with the running version when its upgrade was tampered with', async () => {
    writeFileSync(path.join(folder, 'good.tgz'), packedPlugin({ id: 'good', version: '1.0.0', server: serverSource('/api/fixture/good', "'old'") }));
    await run(entry('good', 'good.tgz'));
    expect((await doctor.get('/api/fixture/good')).data).toBe('old');
    writeFileSync(path.join(folder, 'good.tgz'), packedPlugin({ id: 'other', version: '2.0.0' }));
    await run(entry('good', 'good.tgz'));
    expect((await views()).good).toMatchObject({ state: 'incompatible', version: '1.0.0' });
    expect((await doctor.get('/api/fixture/good')).data).toBe('old');
  });

  it('goes on with the running version when the module of its upgrade cannot be loaded, and takes the mended one', async () => {
    const put = (version: string, server: string): Promise<void> => {
      writeFileSync(path.join(folder, 'hasty.tgz'), packedPlugin({ id: 'hasty', version, server }));
      return run(entry('hasty', 'hasty.tgz'));
    };
    await put('1.0.0', serverSource('/api/fixture/hasty', "'old'"));
    await put('1.1.0', `throw new Error('a file is missing');\n${serverSource('/api/fixture/hasty', "'new'")}`);
    expect((await views()).hasty).toMatchObject({ state: 'failed', runningVersion: '1.0.0', reason: expect.stringContaining('a file is missing') });
    expect((await doctor.get('/api/fixture/hasty')).data).toBe('old');
    await put('1.1.1', serverSource('/api/fixture/hasty', "'mended'"));
    expect((await doctor.get('/api/fixture/hasty')).data).toBe('mended');
  });

  it('refuses before any code runs: wrong SDK, missing dependency, circle, settings that do not fit, wrong version', async () => {
    const poison = "throw new Error('this code must not run');";
    writePackage(path.join(folder, 'sdk'), { id: 'sdk', sdk: '^9.0.0', server: poison });
    writePackage(path.join(folder, 'lonely'), { id: 'lonely', dependsOn: ['not-there'], server: poison });
    writePackage(path.join(folder, 'ring-a'), { id: 'ring-a', dependsOn: ['ring-b'], server: poison });
    writePackage(path.join(folder, 'ring-b'), { id: 'ring-b', dependsOn: ['ring-a'], server: poison });
    writePackage(path.join(folder, 'settings'), {
      id: 'settings',
      server: poison,
      settings: { type: 'object', properties: { region: { type: 'string' } }, required: ['region'] },
    });
    writePackage(path.join(folder, 'version'), { id: 'version', server: poison });
    await run(
      entry('sdk', 'sdk'),
      entry('lonely', 'lonely'),
      entry('ring-a', 'ring-a'),
      entry('ring-b', 'ring-b'),
      entry('settings', 'settings', { config: { region: 7 } }),
      entry('version', 'version', { version: '1.2.3' }),
      entry('none', 'none'),
    );
    const all = await views();
    expect(all.sdk).toMatchObject({ state: 'incompatible', reason: expect.stringMatching(/\^9\.0\.0.*1\.0\.0/) });
    expect(all.lonely).toMatchObject({ state: 'incompatible', reason: expect.stringContaining('not-there') });
    expect(all['ring-a']).toMatchObject({ state: 'incompatible', reason: expect.stringContaining('ring-a → ring-b → ring-a') });
    expect(all.settings).toMatchObject({ state: 'failed', reason: expect.stringContaining('region must be string') });
    expect(all.version).toMatchObject({ state: 'incompatible', reason: expect.stringMatching(/1\.2\.3.*1\.0\.0/) });
    expect(all.none).toMatchObject({ state: 'missing' });
  });

  it.each([
    ['menu code', { menus: [menu('fixture.same')] }, 'menu code “fixture.same”'],
    ['route', { server: serverSource('/api/fixture/SAME/{other}', '1') }, 'route “GET /api/fixture/SAME/{other}”'],
    ['permission code', { permissions: [{ enCode: 'fixture.extra', title: { zh: '', zhtw: '', en: '' } }] }, 'permission code “fixture.extra”'],
    ['page', { pages: ['fixture.same'] }, 'page “fixture.same”'],
    ['schema', { server: serverSource('/api/fixture/second', '1', "schema: 'first_schema', migrations: [],") }, 'schema “first_schema”'],
  ])('refuses a second claim on a %s and names both plugins', async (_kind, second, told) => {
    writePackage(path.join(folder, 'first'), {
      id: 'first',
      menus: [menu('fixture.same')],
      pages: ['fixture.same'],
      permissions: [{ enCode: 'fixture.extra', title: { zh: '', zhtw: '', en: '' } }],
      server: serverSource('/api/fixture/same/{id}', "'first'", "schema: 'first_schema', migrations: [],"),
    });
    writePackage(path.join(folder, 'second'), { id: 'second', ...second });
    await run(entry('first', 'first'), entry('second', 'second'));
    const all = await views();
    expect(all.first?.state).toBe('active');
    expect(all.second?.state).toBe('conflict');
    expect(all.second?.reason).toContain(told);
    expect(all.second?.reason).toMatch(/“first”.*“second”/);
    expect((await doctor.get('/api/fixture/same/1')).data).toBe('first');
  });

  it("refuses a claim on the shell's own routes and menus", async () => {
    writePackage(path.join(folder, 'thief'), { id: 'thief', server: serverSource('/api/oauth/currentuser', "'stolen'") });
    writePackage(path.join(folder, 'squatter'), { id: 'squatter', menus: [menu('system.plugins')] });
    await run(entry('thief', 'thief'), entry('squatter', 'squatter'));
    const all = await views();
    expect(all.thief).toMatchObject({ state: 'conflict', reason: expect.stringContaining('“shell”') });
    expect(all.squatter).toMatchObject({ state: 'conflict', reason: expect.stringContaining('“shell”') });
    expect((await doctor.get<CurrentUser>('/api/oauth/CurrentUser')).data.userInfo.userAccount).toBe('doctor');
  });

  it('takes a failing plugin for itself: at load, at start, in a migration, in a handler', async () => {
    writePackage(path.join(folder, 'load'), { id: 'load', server: "throw new Error('broken at load');" });
    writePackage(path.join(folder, 'start'), {
      id: 'start',
      server: serverSource('/api/fixture/start', '1', "start: async () => { throw new Error('broken at start'); },"),
    });
    writePackage(path.join(folder, 'migrate'), {
      id: 'migrate',
      server: serverSource(
        '/api/fixture/migrate',
        '1',
        "schema: 'migrate', migrations: [{ name: '0001-x', sql: 'create table half (id int); create tabel broken' }],",
      ),
    });
    writePackage(path.join(folder, 'handler'), {
      id: 'handler',
      server: serverSource('/api/fixture/handler', "(() => { throw new Error('secret detail'); })()"),
    });
    writePackage(path.join(folder, 'well'), { id: 'well', server: serverSource('/api/fixture/well', "'well'") });
    await run(entry('load', 'load'), entry('start', 'start'), entry('migrate', 'migrate'), entry('handler', 'handler'), entry('well', 'well'));
    let all = await views();
    expect(all.load).toMatchObject({ state: 'failed', reason: expect.stringContaining('broken at load') });
    expect(all.start).toMatchObject({ state: 'failed', reason: expect.stringContaining('broken at start') });
    expect(all.migrate).toMatchObject({ state: 'failed', reason: expect.stringContaining('tabel') });
    expect((await doctor.get('/api/fixture/well')).data).toBe('well');

    const fault = await doctor.get('/api/fixture/handler');
    expect(fault).toMatchObject({ status: 200, code: EnvelopeCode.Fault, data: null, extras: { error: 'core.fault', reference: expect.any(String) } });
    expect(JSON.stringify(fault)).not.toContain('secret detail');
    await server.server.plugins.host.settled();
    all = await views();
    expect(all.handler?.reason).toContain('faults lately: 1');
    expect(all.handler?.reports[0]).toMatchObject({
      kind: 'handler',
      where: 'GET /api/fixture/handler',
      message: 'secret detail',
      userName: expect.any(String),
    });
  });

  it('answers 503 with the reason on routes of a plugin that ran before and fails now', async () => {
    const place = (server_: string) => writePackage(path.join(folder, 'sick'), { id: 'sick', version: '1.0.0', server: server_ });
    place(serverSource('/api/fixture/sick', "'well'"));
    await run(entry('sick', 'sick'));
    place(serverSource('/api/fixture/sick', "'sick'", "start: async () => { throw new Error('no licence'); },"));
    await run(entry('sick', 'sick'));
    const answer = await doctor.get('/api/fixture/sick', { 'accept-language': 'en' });
    expect(answer).toMatchObject({ status: 200, code: EnvelopeCode.Unavailable, extras: { error: 'core.plugin-failed' } });
    expect(answer.msg).toContain('no licence');
    expect((await server.nobody.get('/api/health')).data).toMatchObject({ status: 'degraded', plugins: [{ id: 'sick', state: 'failed' }] });
  });

  it('lets plugins use services and events of others, and stops dependents with what they need', async () => {
    const offer = "services: [{ token: { id: 'greeter@1' }, create: (ctx) => ({ greet: (name) => ctx.settings.word + ' ' + name }) }],";
    writePackage(path.join(folder, 'giver'), {
      id: 'giver',
      settings: { type: 'object', properties: { word: { type: 'string', default: 'hello' }, secret: { type: 'string', writeOnly: true } } },
      server: serverSource('/api/fixture/giver', "(ctx.publish({ id: 'said@1' }, { by: ctx.user.account }), 'said')", offer),
    });
    writePackage(path.join(folder, 'taker'), {
      id: 'taker',
      dependsOn: ['giver'],
      server: serverSource(
        '/api/fixture/taker',
        "{ greeting: await ctx.service({ id: 'greeter@1' }).greet(ctx.user.account), heard: globalThis.fixtureHeard ?? [] }",
        "subscribers: [{ token: { id: 'said@1' }, handle: async (payload) => { (globalThis.fixtureHeard ??= []).push(payload.by); } }],",
      ),
    });
    await run(entry('taker', 'taker'), entry('giver', 'giver', { config: { word: '你好', secret: 'x' } }));
    await doctor.get('/api/fixture/giver');
    await server.server.plugins.host.settled();
    expect((await doctor.get('/api/fixture/taker')).data).toEqual({ greeting: '你好 doctor', heard: ['doctor'] });
    expect((await doctor.get<{ settings: unknown }>('/api/registry/Plugins/giver/Files')).data.settings).toEqual({ word: '你好' });

    await run(entry('taker', 'taker'), entry('giver', 'giver', { enabled: false }));
    expect((await views()).taker).toMatchObject({ state: 'failed', reason: expect.stringContaining('giver') });
    expect((await doctor.get('/api/fixture/taker')).code).toBe(EnvelopeCode.Unavailable);
  });

  it('lets a plugin finish the events it was given before it stops', async () => {
    const tell = '(globalThis.fixtureOrder ??= [])';
    writePackage(path.join(folder, 'busy'), {
      id: 'busy',
      server: serverSource(
        '/api/fixture/busy',
        "(ctx.publish({ id: 'work@1' }, {}), 'said')",
        `subscribers: [{ token: { id: 'work@1' }, handle: async () => { for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate); ${tell}.push('handled'); } }],
         stop: async () => { ${tell}.push('stopped'); },`,
      ),
    });
    // In this process, where the test sees what it does.
    await run(entry('busy', 'busy', { apart: false }));
    await doctor.get('/api/fixture/busy');
    await run(entry('busy', 'busy', { enabled: false, apart: false }));
    await server.server.plugins.host.settled();
    expect(Reflect.get(globalThis, 'fixtureOrder')).toEqual(['handled', 'stopped']);
  });

  it('keeps the last good registry when the file is malformed, and says where', async () => {
    writePackage(path.join(folder, 'stays'), { id: 'stays', server: serverSource('/api/fixture/stays', "'here'") });
    await run(entry('stays', 'stays'));
    writeFileSync(server.registryFile, '{\n  "site": { "name": "x" },\n  "plugins": [ { "id": "stays", "source": "x" "enabled": true } ]\n}\n');
    const reload = await admin.post('/api/registry/Actions/Reload', undefined, { 'accept-language': 'en' });
    expect(reload).toMatchObject({ code: EnvelopeCode.Refused, extras: { error: 'core.registry-invalid' } });
    expect((await doctor.get('/api/fixture/stays')).data).toBe('here');
    const list = await admin.get<{ fileError: string }>('/api/registry/Plugins');
    expect(list.data.fileError).toBe('line 3, column 47: a comma or } is missing');
    writeFileSync(server.registryFile, '{ "site": { "name": "x" },\n "plugins": [ { "id": "stays", "source": "x", "enabled": "yes" } ] }');
    await admin.post('/api/registry/Actions/Reload');
    expect((await admin.get<{ fileError: string }>('/api/registry/Plugins')).data.fileError).toBe('line 2, column 58: /plugins/0/enabled must be boolean');
  });

  it('writes the switch, and what whoever pressed it was shown, back into the file and touches nothing else', async () => {
    writePackage(path.join(folder, 'switch'), { id: 'switch', server: serverSource('/api/fixture/switch', "'on'") });
    const text = `{\n\t"site":   { "name": "医院" },\n\n  "plugins": [ { "id": "switch", "enabled": false, "source": ${JSON.stringify(path.join(folder, 'switch'))} } ]\n}`;
    writeFileSync(server.registryFile, text);
    await server.server.plugins.host.reload();
    expect((await doctor.put('/api/registry/Plugins/switch/Actions/State', { enabled: true })).code).toBe(EnvelopeCode.Forbidden);
    expect((await admin.put('/api/registry/Plugins/switch/Actions/State', { enabled: true, reason: '试用' })).code).toBe(200);
    expect(readFileSync(server.registryFile, 'utf8')).toBe(text.replace('"enabled": false', '"enabled": true, "reason": "试用", "uses": []'));
    expect((await doctor.get('/api/fixture/switch')).data).toBe('on');
    expect((await admin.put('/api/registry/Plugins/nobody/Actions/State', { enabled: true })).extras?.error).toBe('core.plugin-unknown');
    const audited = await server.db
      .selectFrom('core.audit')
      .select(['action', 'outcome', 'subject_id'])
      .where('subject_id', '=', 'switch')
      .orderBy('seq')
      .execute();
    expect(audited).toEqual(
      expect.arrayContaining([
        { action: 'registry.setState', outcome: 'refused', subject_id: 'switch' },
        { action: 'registry.setState', outcome: 'ok', subject_id: 'switch' },
        { action: 'plugin.state', outcome: 'ok', subject_id: 'switch' },
      ]),
    );
  });
});
