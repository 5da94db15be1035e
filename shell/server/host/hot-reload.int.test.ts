import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { defineContract, get, Type } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, implement } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedPlugin } from '../../../tests/support/processes/fixture-plugin.ts';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../contract/index.ts';

const contract = defineContract('slow', {
  wait: get('/api/slow', { summary: 'wait', need: 'session', audit: 'none', reply: Type.String() }),
});

const happened: string[] = [];

interface Signal {
  readonly wait: Promise<void>;
  readonly fire: () => void;
}
function signal(): Signal {
  let fire: () => void = () => undefined;
  const wait = new Promise<void>((resolve) => {
    fire = resolve;
  });
  return { wait, fire };
}
const entered = signal();
const release = signal();

const version = (number: string, handler: () => Promise<string>): InlinePlugin => ({
  definition: { id: 'slow', version: number, sdk: '^1.0.0', name: { zh: '慢', zhtw: '慢', en: 'Slow' } },
  server: defineServerPlugin({
    implementations: [implement()(contract, { wait: handler })],
    start: async () => void happened.push(`start ${number}`),
    stop: async () => void happened.push(`stop ${number}`),
  }) as never,
});

describe('hot reload', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      inline: [
        version('1.0.0', async () => {
          entered.fire();
          await release.wait;
          return 'answer of 1.0.0';
        }),
      ],
    });
  });
  afterAll(() => server.close());

  it('lets running calls finish on the version they began with, and stops it afterwards', async () => {
    const doctor = await server.signIn('doctor');
    const running = doctor.get('/api/slow');
    await entered.wait;
    server.packages.put(version('2.0.0', async () => 'answer of 2.0.0'));
    await server.server.plugins.host.reload();
    expect((await doctor.get('/api/slow')).data).toBe('answer of 2.0.0');
    expect(happened).toEqual(['start 1.0.0', 'start 2.0.0']);
    release.fire();
    expect((await running).data).toBe('answer of 1.0.0');
    await server.server.plugins.host.settled();
    expect(happened).toEqual(['start 1.0.0', 'start 2.0.0', 'stop 1.0.0']);
  });

  it('notices that registry.json was changed on the disk', async () => {
    await server.server.listen();
    const changed = new Promise<string>((resolve) => server.server.plugins.host.onChange(({ registry }) => resolve(registry.site.name)));
    writeFileSync(server.registryFile, JSON.stringify({ site: { name: '新院区' }, plugins: [] }));
    expect(await changed).toBe('新院区');
    await server.server.plugins.host.settled();
    expect(happened.at(-1)).toBe('stop 2.0.0');
    const kept = await server.db.selectFrom('core.registry_revision').select('content').execute();
    expect(kept.some((row) => row.content.includes('新院区'))).toBe(true);
  });

  it('packs the files of an archive for browsers when it installs it', async () => {
    const archive = path.join(server.config.dataDir, '../vendor.tgz');
    const script = 'export const text = "x";'.repeat(200);
    writeFileSync(archive, packedPlugin({ id: 'vendor', files: { 'page.js': script } }));
    await server.writeRegistry({ site: { name: 'x' }, plugins: [{ id: 'vendor', source: archive, enabled: true }] });
    const doctor = await server.signIn('doctor');
    const { data } = await doctor.get<{ plugins: { base: string }[] }>('/api/registry/Session');
    const answer = await server.nobody.raw({ method: 'GET', url: `${data.plugins[0]?.base}page.js`, headers: { 'accept-encoding': 'br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script);
  });

  it('counts what a plugin lets escape against it, and faults that browsers report', async () => {
    await server.writeRegistry({ site: { name: 'x' }, plugins: [{ id: 'slow', source: 'inline:slow', enabled: true }] });
    const { host } = server.server.plugins;
    const error = new Error('escaped');
    error.stack = `Error: escaped\n    at timer (file://${path.join('inline:slow', 'server.mjs')}:1:1)`;
    expect(host.blame(error, 'exception')).toBe(true);
    expect(host.blame(new Error('of the shell'), 'exception')).toBe(false);
    await host.settled();
    const doctor = await server.signIn('doctor');
    const report = (pluginId: string) =>
      doctor.post('/api/registry/Reports', { pluginId, version: '2.0.0', kind: 'render', where: 'slow.page', message: 'x is undefined' });
    expect((await report('slow')).code).toBe(200);
    expect((await report('unknown')).extras?.error).toBe('core.plugin-unknown');
    const admin = await server.signIn('admin');
    const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
    expect(data.list[0]?.reports.map(({ kind, message }) => `${kind}: ${message}`).sort()).toEqual(['exception: escaped', 'render: x is undefined']);
  });
});
