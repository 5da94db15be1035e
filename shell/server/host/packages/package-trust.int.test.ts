import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EnvelopeCode, type RegistryTrust } from '@nephra/plugin-sdk/contract';
import { newKeyPair, signPackage } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FixtureOptions, fixtureFiles, packedPlugin, serverSource, writeBuilt, writePackage } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../../contract/index.ts';

describe('packages of publishers', () => {
  let server: TestServer;
  let folder: string;
  let admin: TestClient;
  const [publisher, otherPublisher] = [newKeyPair(), newKeyPair()];
  const acme: FixtureOptions = { id: 'acme', server: serverSource('/api/acme', "'runs'"), routes: ['GET /api/acme'] };

  beforeAll(async () => {
    server = await startTestServer();
    folder = mkdtempSync(path.join(tmpdir(), 'nephra-trust-'));
    admin = await server.signIn('admin');
    await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
    writeFileSync(path.join(folder, 'acme.pub.pem'), publisher.publicKey);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => server.writeRegistry({ site: { name: 'x' }, plugins: [] }));

  const bytesOf = (options: FixtureOptions) => new Map([...fixtureFiles(options)].map(([name, text]) => [name, Buffer.from(text)]));
  const signatureOf = (options: FixtureOptions, key = publisher.privateKey) => JSON.stringify(signPackage(bytesOf(options), key));
  /** Puts an archive and its signature into the folder, runs it, and tells what the administrator sees. */
  const run = async (file: string, signature: string | undefined, trust?: RegistryTrust, options = acme): Promise<PluginForAdministrator | undefined> => {
    rmSync(path.join(folder, `${file}.sig.json`), { force: true });
    if (file.endsWith('.tgz')) writeFileSync(path.join(folder, file), packedPlugin(options));
    else writePackage(path.join(folder, file), options);
    if (signature !== undefined) writeFileSync(path.join(folder, `${file}.sig.json`), signature);
    const plugins = [{ id: options.id, source: path.join(folder, file), enabled: true }];
    await server.writeRegistry({ site: { name: 'x' }, plugins, ...(trust ? { trust } : {}) });
    return (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data.list.find(({ id }) => id === options.id);
  };
  const keys = () => [path.join(folder, 'acme.pub.pem')];

  it.each(['signed.tgz', 'signed'])('run when a trusted key signed them (%s)', async (file) => {
    expect(await run(file, signatureOf(acme), { keys: keys(), signedOnly: true })).toMatchObject({ state: 'active', reason: expect.any(String) });
    expect((await admin.get('/api/acme')).data).toBe('runs');
    expect(await run(file, signatureOf(acme), { keys: [otherPublisher.publicKey, publisher.publicKey] })).toMatchObject({ state: 'active' });
  });

  it('tell whose signature they bear, and whether they run within the server, before they are enabled and while they run', async () => {
    const KEY = expect.stringMatching(/^[0-9a-f]{64}$/);
    const source = path.join(folder, 'told.tgz');
    writeFileSync(source, packedPlugin(acme));
    writeFileSync(`${source}.sig.json`, signatureOf(acme));
    const seen = async (members: object, trust?: RegistryTrust) => {
      await server.writeRegistry({ site: { name: 'x' }, plugins: [{ id: 'acme', source, enabled: false, ...members }], ...(trust ? { trust } : {}) });
      return (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data.list[0];
    };
    expect(await seen({}, { keys: keys() })).toMatchObject({ state: 'disabled', outside: true, publisher: KEY, inServer: false });
    expect(await seen({ apart: false }, { keys: keys() })).toMatchObject({ publisher: KEY, inServer: true });
    // Somebody signed it, but nobody whom this hospital trusts.
    expect(await seen({}, { keys: [otherPublisher.publicKey] })).toMatchObject({ state: 'disabled', publisher: '' });
    expect(await seen({ enabled: true }, { keys: keys() })).toMatchObject({ state: 'active', publisher: KEY, inServer: false });
    rmSync(`${source}.sig.json`);
    expect(await seen({ enabled: true }, { keys: keys() })).toMatchObject({ state: 'active', publisher: '' });
  });

  it('are refused with a sentence when the key is unknown, the signature is forged, of other files, or no signature at all', async () => {
    const refused = async (signature: string | undefined, sentence: RegExp, trust: RegistryTrust | 'none' = { keys: keys() }) =>
      expect(await run('bad.tgz', signature, trust === 'none' ? undefined : trust)).toMatchObject({
        state: 'modified',
        reason: expect.stringMatching(sentence),
      });
    await refused(signatureOf(acme, otherPublisher.privateKey), /signed with the key [0-9a-f]{16}…, which is not trusted/);
    await refused(signatureOf(acme), /which is not trusted/, 'none');
    await refused(signatureOf(acme).replace('"version":"1.0.0"', '"version":"1.0.1"'), /not valid/);
    await refused(signatureOf({ ...acme, server: serverSource('/api/acme', "'other'") }), /differ from what the publisher signed: manifest\.json, server\.mjs/);
    await refused('{', /cannot be read/);
    await refused('{"schema":1,"files":null,"signature":""}', /cannot be read/);
    await refused(undefined, /“bad\.tgz\.sig\.json” is missing/, { keys: keys(), signedOnly: true });
  });

  it('answer 503 with the plugin and the reason on the routes they would have, even when they never ran', async () => {
    const before: FixtureOptions = { id: 'never', server: serverSource('/api/never', "'runs'"), routes: ['GET /api/never'] };
    await run('never', signatureOf(before, otherPublisher.privateKey), { keys: keys() }, before);
    const answer = await admin.get('/api/never', { 'accept-language': 'en' });
    expect(answer).toMatchObject({ status: 200, code: EnvelopeCode.Unavailable, extras: { error: 'core.plugin-failed', params: { plugin: 'never' } } });
    expect(answer.msg).toMatch(/“never”.*not trusted/);
    await server.writeRegistry({ site: { name: 'x' }, plugins: [{ id: 'never', source: path.join(folder, 'never'), enabled: false }] });
    expect(await admin.get('/api/never')).toMatchObject({ status: 404, code: EnvelopeCode.NotFound, extras: { error: 'core.unknown-route' } });
    await server.writeRegistry({ site: { name: 'x' }, plugins: [] });
    expect((await admin.get('/api/never')).status).toBe(404);
  });

  it('stop running when their key is taken away, at that moment; a key that cannot be read is named, and stops nothing', async () => {
    const answer = async () => (await admin.get('/api/acme')).data;
    expect(await run('later.tgz', signatureOf(acme), { keys: keys() })).toMatchObject({ state: 'active' });
    expect(await run('later.tgz', signatureOf(acme), { keys: ['no-such.pem'] })).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('no-such.pem'),
    });
    expect(await answer()).toBe('runs');
    expect(await run('later.tgz', signatureOf(acme), { keys: [] })).toMatchObject({ state: 'modified', runningVersion: '' });
    expect(await answer()).toBeNull();
    writeFileSync(path.join(folder, 'odd.pem'), 'not a key');
    expect(await run('later.tgz', signatureOf(acme), { keys: [path.join(folder, 'odd.pem')] })).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('trust.keys'),
    });
  });

  it('change keys in turn: with both in force what runs goes on untouched; once the old one is out, what it alone signed does not start, the version before included', async () => {
    const source = path.join(folder, 'turn.tgz');
    const of = (version: string, outboundHosts: readonly string[]): FixtureOptions => ({
      id: 'turn',
      version,
      outboundHosts,
      server: serverSource('/api/turn', `'${version}'`),
      routes: ['GET /api/turn'],
    });
    const [old, next] = [publisher, otherPublisher];
    const put = (version: string, key: string, outboundHosts: readonly string[] = []) => {
      writeFileSync(source, packedPlugin(of(version, outboundHosts)));
      writeFileSync(`${source}.sig.json`, signatureOf(of(version, outboundHosts), key));
    };
    const seen = async (trusted: readonly string[], members: object = {}) => {
      const trust = { keys: [...trusted], signedOnly: true };
      await server.writeRegistry({ site: { name: 'x' }, plugins: [{ id: 'turn', source, enabled: true, ...members }], trust });
      return (await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins')).data.list[0];
    };
    const live = () => server.server.plugins.host.snapshot.live.find(({ id }) => id === 'turn');
    put('1.0.0', old.privateKey);
    expect(await seen([old.publicKey])).toMatchObject({ state: 'active', runningVersion: '1.0.0' });
    const first = live();
    expect(await seen([old.publicKey, next.publicKey])).toMatchObject({ state: 'active', runningVersion: '1.0.0' });
    expect(live()).toBe(first);
    const { version, integrity } = { version: '1.0.0', integrity: first?.found.manifestIntegrity };
    put('1.1.0', next.privateKey);
    expect(await seen([old.publicKey, next.publicKey])).toMatchObject({ state: 'active', runningVersion: '1.1.0' });
    const second = live();
    expect(await seen([next.publicKey])).toMatchObject({ state: 'active', runningVersion: '1.1.0' });
    expect(live()).toBe(second);
    const refused = { state: 'modified', runningVersion: '1.1.0', reason: expect.stringMatching(/not trusted/) };
    expect(await seen([next.publicKey], { version, integrity })).toMatchObject(refused);
    expect(await seen([old.publicKey, next.publicKey], { version, integrity })).toMatchObject({ state: 'active', runningVersion: '1.0.0' });
    // While a newer one waits to be decided about, the one before goes on only as long as its own key is in force.
    put('1.2.0', next.privateKey, ['https://gateway.example']);
    const waits = { state: 'incompatible', waits: 'allow', version: '1.2.0' };
    expect(await seen([old.publicKey, next.publicKey])).toMatchObject({ ...waits, runningVersion: '1.0.0' });
    expect(await seen([next.publicKey])).toMatchObject({ ...waits, runningVersion: '' });
    put('1.1.0', next.privateKey);
    // Exactly this version and exactly this package, or none.
    expect(await seen([next.publicKey], { version: '1.2.0' })).toMatchObject({ state: 'incompatible', reason: expect.stringContaining('1.2.0') });
    expect(await seen([next.publicKey], { integrity: `sha384-${'A'.repeat(64)}` })).toMatchObject({ state: 'modified' });
  });

  it('that are built on the spot need no signature', async () => {
    const own: FixtureOptions = { id: 'own', server: serverSource('/api/own', "'runs'") };
    writeBuilt(server.config.buildDir, own);
    mkdirSync(path.join(folder, 'own'));
    await server.writeRegistry({
      site: { name: 'x' },
      plugins: [{ id: 'own', source: path.join(folder, 'own'), enabled: true }],
      trust: { keys: [], signedOnly: true },
    });
    expect((await admin.get('/api/own')).data).toBe('runs');
  });
});
