import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { RegistryEntry } from '@nephra/plugin-sdk/contract';
import { homeCards } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixtureOptions, packedPlugin, serverSource, writeBuilt, writePackage } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../../contract/index.ts';
import { packageProgram } from '../apart/program.ts';

/** A package that takes the server at its word wherever it hands something over. */
const SLY = String.raw`
import { Readable } from 'node:stream';
const row = (name, more = {}) => ({ method: 'GET', path: '/api/sly/' + name, summary: 'fixture', need: 'session', audit: 'none', reply: {}, ...more });
const write = (name, more = {}) => row(name, { method: 'POST', audit: 'write', body: {}, retry: 'never', retryReason: 'a fixture', ...more });
const contract = { name: 'sly', routes: {
  then: row('then'), error: row('error'), digits: row('digits'), audit: write('audit'), work: write('work'), anonymous: write('anonymous', { need: 'public' }), raw: row('raw/{kind}', { raw: true, params: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } } }),
} };
/** No promise when it is looked at; one when its members are sent. */
const sly = () => { let isSent = false; return new Proxy({ inner: 1, then: undefined }, {
  ownKeys: (of) => { isSent = true; return Reflect.ownKeys(of); },
  get: (of, key) => (key === 'then' && isSent ? () => undefined : Reflect.get(of, key)),
}); };
const text = Buffer.from('<script>alert(1)</script>');
const RAW = {
  html: () => ({ content: text, contentType: 'text/html' }),
  split: () => ({ content: text, contentType: 'text/plain\r\nset-cookie: a=b' }),
  disposition: () => ({ content: text, contentType: 'text/plain', disposition: 'inline; x' }),
  cache: () => ({ content: text, contentType: 'text/plain', cacheSeconds: '1\r\nx: y' }),
  nothing: () => null,
  pipe: () => ({ content: { pipe: 1, length: 3 }, contentType: 'text/plain' }),
  name: () => ({ content: text, contentType: 'text/plain', fileName: '../\ud800"\r\n.txt' }),
  longer: () => ({ content: Readable.from([Buffer.alloc(100, 97)]), contentType: 'text/plain', ranged: { size: 10, read: async () => Readable.from([]) } }),
  shorter: () => ({ content: Readable.from([Buffer.alloc(10, 97)]), contentType: 'text/plain', ranged: { size: 100, read: async () => Readable.from([]) } }),
  negative: () => ({ content: Readable.from([Buffer.alloc(10, 97)]), contentType: 'text/plain', ranged: { size: -1, read: async () => Readable.from([]) } }),
};
export default {
  extensions: [
    { token: { id: 'shell.home-card@1' }, create: () => ({ id: 'sly', menu: 'home', read: async () => ({ figures: [] }) }) },
    { token: { id: 'acme.note@1' }, create: () => ({ name: 'n', say: 'no function' }) },
  ],
  implementations: [{ contract, handlers: {
    then: async () => sly(),
    error: async () => { throw Object.assign(new Error('m'.repeat(1e6)), { code: 'c'.repeat(2e6), table: 't'.repeat(2e6), constraint: { deep: ['x'.repeat(2e6)] } }); },
    digits: (_input, ctx) => ctx.numbers.next('sly.bed', { prefix: 'B', digits: 400000000 }),
    audit: async (_input, ctx) => ctx.audit({ subjectId: 's', actor: { userId: 'u-admin', userName: 'Admin', account: 'admin', orgId: 'o' }, after: { text: 'x'.repeat(2e6) } }),
    anonymous: async (_input, ctx) => ctx.audit({ subjectId: 'anonymous', actor: { userId: 'u-admin', userName: 'Admin', account: 'admin', orgId: 'o' } }),
    work: async (_input, ctx) => ctx.auditWork({ class: 'security', action: 'session.login', by: { userId: 'u-admin', userName: 'Admin', orgId: 'o' }, subject: 'x', subjectId: 'y' }),
    raw: async ({ params }) => RAW[params.kind](),
  } }],
};
`;

/** A vendor with an extension point of its own. */
const ACME = serverSource(
  '/api/acme',
  "await Promise.all(ctx.extensions({ id: 'acme.note@1', shape: { name: 'text', say: 'function' } }).map(({ value }) => value.say()))",
  "extensions: [{ token: { id: 'acme.note@1' }, create: () => ({ name: 'own', say: async () => 'own' }) }],",
);

let server: TestServer;
let admin: TestClient;
let folder: string;
const logged: string[] = [];
beforeAll(async () => {
  await packageProgram();
  server = await startTestServer({ config: { logLevel: 'error' }, logTo: { write: (line: string) => void logged.push(line) } });
  folder = path.join(server.config.dataDir, '../packages');
  mkdirSync(folder, { recursive: true });
  admin = await server.signIn('admin');
  await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
});
afterAll(async () => {
  await server?.close();
});

const packed = (options: FixtureOptions): RegistryEntry => {
  const source = path.join(folder, `${options.id}.tgz`);
  writeFileSync(source, packedPlugin(options));
  return { id: options.id, source, enabled: true };
};
const run = async (...plugins: readonly RegistryEntry[]): Promise<void> => await server.writeRegistry({ site: { name: 'x' }, plugins: [...plugins] });
const view = async (id: string): Promise<PluginForAdministrator | undefined> =>
  (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data.list.find((one) => one.id === id);

describe('what a hostile server half hands over', () => {
  beforeAll(() => run(packed({ id: 'sly', server: SLY, uses: { '@nephra/plugins/acme': ['note'] } }), packed({ id: 'acme', server: ACME })));

  it('an answer that would be waited for by itself ends in a sentence, not in a call that nobody ends', async () => {
    expect(await admin.get('/api/sly/then')).toMatchObject({ extras: { error: 'core.fault' } });
  });

  it('an error is logged and told as long as a line may be', async () => {
    logged.length = 0;
    expect(await admin.get('/api/sly/error')).toMatchObject({ extras: { error: 'core.fault' } });
    await expect.poll(() => logged.some((line) => line.includes('a handler failed'))).toBe(true);
    expect(Math.max(...logged.map(({ length }) => length))).toBeLessThan(60_000);
  });

  it('an addition that lacks what others read of it is left out, and told by its name', async () => {
    expect(server.server.plugins.host.extensions(homeCards).map(({ pluginId }) => pluginId)).not.toContain('sly');
    await expect.poll(async () => (await view('sly'))?.reports.map(({ message }) => message)).toContainEqual(expect.stringContaining('has no title'));
  });

  it('so it is at the extension point of another package, by the shape that this declares; its log says whose was left out', async () => {
    expect((await admin.get('/api/acme')).data).toEqual(['own']);
    await expect.poll(() => logged.some((line) => line.includes('acme.note@1 has no say that others can read') && line.includes('"plugin":"acme"'))).toBe(true);
  });

  it('numbers have as many digits as people read', async () => {
    expect(await admin.get('/api/sly/digits')).toMatchObject({ extras: { error: 'core.fault' } });
  });

  it('its entries of audit have an end and stand in the name of whoever called; of what others do it writes none', async () => {
    expect((await admin.post('/api/sly/audit', {})).code).toBe(200);
    expect((await server.nobody.post('/api/sly/anonymous', {})).code).toBe(200);
    expect(await admin.post('/api/sly/work', {})).toMatchObject({ extras: { error: 'core.fault' } });
    await server.server.core.parts.audit.settled();
    const rows = await server.db
      .selectFrom('core.audit')
      .select(['action', 'user_id', 'subject_id', 'body'])
      .where('action', 'in', ['sly.audit', 'sly.anonymous', 'session.login'])
      .execute();
    const found = rows.filter(({ action, subject_id }) => action !== 'session.login' || subject_id === 'y');
    expect(found.map(({ action, user_id, body }) => [action, user_id.includes('admin') && user_id !== 'u-admin', JSON.stringify(body).length < 5_000])).toEqual(
      [
        ['sly.audit', true, true],
        ['sly.anonymous', false, true],
      ],
    );
    expect(found.map(({ user_id }) => user_id)).not.toContain('u-admin');
  });

  it('a file is sent as one that runs nowhere, under a name that is one; what is none is a refusal, and no header is its to write', async () => {
    const asked = async (kind: string) => await admin.raw({ method: 'GET', url: `/api/sly/raw/${kind}` });
    expect((await asked('html')).headers).toMatchObject({ 'content-security-policy': expect.stringContaining('sandbox'), 'x-content-type-options': 'nosniff' });
    expect((await asked('name')).headers['content-disposition']).toMatch(/^attachment; filename="[^"\r\n]*"; filename\*=UTF-8''[\w.%-]+$/);
    for (const kind of ['split', 'disposition', 'cache', 'nothing', 'pipe', 'negative']) {
      const answer = await asked(kind);
      expect([kind, answer.headers['set-cookie'], answer.json()]).toEqual([
        kind,
        undefined,
        expect.objectContaining({ extras: expect.objectContaining({ error: 'core.fault' }) }),
      ]);
    }
  });

  it('a file of another length than it says breaks off: nothing of it is taken for the next answer', async () => {
    const isWhole = async (kind: string): Promise<boolean> =>
      await admin.raw({ method: 'GET', url: `/api/sly/raw/${kind}` }).then(
        ({ headers, rawPayload }) => Number(headers['content-length']) === rawPayload.length && !rawPayload.includes('aaaaaaaaaaa'),
        () => true, // it broke off
      );
    expect([await isWhole('longer'), await isWhole('shorter')]).toEqual([true, true]);
  });
});

describe('what a hostile package says that the server should do later', () => {
  const rule = (sql: string, rowsOf = 'later.thing') => ({ name: 'a rule', zh: '规则', zhtw: '規則', sql, rowsOf });
  const withRules = (rules: unknown, concerns: unknown = 'later:read'): RegistryEntry =>
    packed({
      id: 'later',
      server: serverSource(
        '/api/fixture/later',
        "'runs'",
        `schema: 'later', migrations: [{ name: '0001-thing', sql: "create table later.thing (id text primary key, org_id text not null); insert into later.thing values ('one', 'org-1')" }], invariants: ${JSON.stringify({ concerns, rules })},`,
      ),
      migrations: ['0001-thing'],
    });

  it('a rule of the nightly check over rows of the hospital keeps it out, with the name of the rule and what it tried', async () => {
    await run(withRules([rule('select password_hash from core.user_account')]));
    expect(await view('later')).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^The nightly check “a rule” is not allowed .*core\.user_account/),
    });
  });

  it.each([
    ['is called like one of the shell', "name: 'session'", "path: '/api/later/x'", 'belongs to “shell”'],
    ['would hear what is meant for a plugin that is off', "name: 'later'", "path: '/api/{plugin}/{what}'", '/api/{plugin}/{what}'],
    ['stands where pages are', "name: 'later'", "path: '/login'", 'GET /login'],
  ])('a contract that %s keeps it out', async (_what, name, route, told) => {
    await run(packed({ id: 'later', server: serverSource('/x', "'runs'").replace("name: 'fixture'", name).replace("path: '/x'", route) }));
    expect((await view('later'))?.reason).toContain(told);
    expect((await view('later'))?.state).toMatch(/^(conflict|incompatible)$/);
  });

  it('a plugin of the product keeps what it claims, wherever a package stands in the file', async () => {
    writeBuilt(server.config.buildDir, { id: 'own', server: serverSource('/api/own', "'ours'") });
    mkdirSync(path.join(folder, 'own'), { recursive: true });
    await run(packed({ id: 'later', server: serverSource('/api/own', "'theirs'") }), { id: 'own', source: path.join(folder, 'own'), enabled: true });
    expect([(await view('later'))?.state, (await admin.get('/api/own')).data]).toEqual(['conflict', 'ours']);
  });

  it('a rule over its own rows is looked at, within its fence and as long as a statement of it may take', async () => {
    await run(withRules([rule('select id from later.thing -- all of them'), rule("select id from later.thing where id = 'none'")]));
    expect(await view('later')).toMatchObject({ state: 'active' });
    const { findings } = await server.server.dataCheck.check();
    expect(findings.filter(({ pluginId }) => pluginId === 'later')).toEqual([
      expect.objectContaining({ orgId: 'org-1', count: 1, sample: ['one'], error: '' }),
    ]);
  });
});

describe('what lies where a package should', () => {
  it.each([
    ['a pipe in place of its manifest', (at: string) => spawnSync('mkfifo', [path.join(at, 'manifest.json')]), 'neither a file nor a folder'],
    ['a link in place of its manifest', (at: string) => symlinkSync('/etc/passwd', path.join(at, 'manifest.json')), 'neither a file nor a folder'],
    ['a manifest of 50 MB', (at: string) => writeFileSync(path.join(at, 'manifest.json'), Buffer.alloc(50 * 1_048_576, 32)), 'larger than 32 MB'],
    ['a manifest of 7 MB', (at: string) => writeFileSync(path.join(at, 'manifest.json'), Buffer.alloc(7 * 1_048_576, 32)), 'at most 6000000'],
  ])('%s is refused by what it is, whether it is on or off, and holds nobody', async (_what, put, told) => {
    const source = path.join(folder, 'odd');
    writePackage(source, { id: 'odd' });
    rmSync(path.join(source, 'manifest.json'));
    put(source);
    for (const enabled of [false, true]) await run({ id: 'odd', source, enabled });
    expect((await view('odd'))?.reason).toContain(told);
  });

  it.each([
    ['a pipe', (at: string) => spawnSync('mkfifo', [path.join(at, 'more')]), '"more" is neither a file nor a folder'],
    ['a link', (at: string) => symlinkSync('/etc', path.join(at, 'more')), '"more" is neither a file nor a folder'],
  ])('a folder with %s in it is refused before that is opened', async (_what, put, told) => {
    const source = path.join(folder, 'odd');
    writePackage(source, { id: 'odd' });
    put(source);
    await run({ id: 'odd', source, enabled: true });
    expect(await view('odd')).toMatchObject({ state: 'modified', reason: expect.stringContaining(told) });
  });

  it('a pipe in place of its signature holds nobody either', async () => {
    const entry = packed({ id: 'odd' });
    spawnSync('mkfifo', [`${entry.source}.sig.json`]);
    await run(entry);
    expect(await view('odd')).toMatchObject({ state: 'modified', reason: expect.stringContaining('signature') });
    rmSync(`${entry.source}.sig.json`);
  });

  it('of its files scripts, styles and texts alone are what they are: nothing else runs in our pages, decided about or not', async () => {
    const files = {
      'evil.html': '<script src="entry.js"></script>',
      'EVIL.HTML': '<b>x</b>',
      'evil.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    };
    await run(packed({ id: 'odd', files, outboundHosts: ['https://example.com'] }));
    expect(await view('odd')).toMatchObject({ waits: 'allow' });
    const found = await server.server.plugins.packages.find({ id: 'odd', source: path.join(folder, 'odd.tgz'), enabled: true }, folder);
    for (const name of Object.keys(files)) {
      const answer = await server.nobody.raw({ method: 'GET', url: `/plugins/odd/${found.dirName}/${name}` });
      expect([name, answer.statusCode, answer.headers['content-security-policy']]).toEqual([name, 200, expect.stringMatching(/default-src 'none'.*sandbox/)]);
    }
    expect((await server.nobody.raw({ method: 'GET', url: `/plugins/odd/${found.dirName}/entry.js` })).headers['content-security-policy']).toBe(
      "default-src 'self'",
    );
  });

  it('an entry that says nothing of whom it takes something from means the version that ran: an upgrade that names one more waits', async () => {
    const version = (number: string, uses?: FixtureOptions['uses']): RegistryEntry =>
      packed({ id: 'quiet', version: number, server: serverSource('/api/fixture/quiet', `'${number}'`), ...(uses && { uses }) });
    const ofLedger = { '@nephra/plugins/acme-ledger': ['bills'] };
    await run(version('1.0.0', ofLedger));
    await run(version('1.1.0', ofLedger));
    expect(await view('quiet')).toMatchObject({ state: 'active', runningVersion: '1.1.0' });
    await run(version('1.2.0', { ...ofLedger, '@nephra/plugins/acme-till': ['bills'] }));
    expect(await view('quiet')).toMatchObject({ waits: 'allow', runningVersion: '1.1.0', reason: expect.stringContaining('acme-till') });
    expect((await admin.put('/api/registry/Plugins/quiet/Actions/State', { enabled: true })).code).toBe(200);
    expect(await view('quiet')).toMatchObject({ state: 'active', runningVersion: '1.2.0', reason: 'Running' });
    // A fault of the version before stands on its page: what is said of it speaks of that.
    await server.db
      .insertInto('core.plugin_report')
      .values({
        id: 'r',
        plugin_id: 'quiet',
        version: '1.1.0',
        created_at: new Date(),
        place: 'GET /',
        kind: 'handler',
        message: 'x',
        user_name: '',
        request_id: '',
      })
      .execute();
    expect(await view('quiet')).toMatchObject({ reason: 'Running; faults lately: 1' });
  });
});
