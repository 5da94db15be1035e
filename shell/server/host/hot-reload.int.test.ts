import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { defineContract, get, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, type RecordDocument } from '@nephra/plugin-sdk/record';
import { column, defineServerPlugin, defineTable, implement, kept, serveRecord } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packedPlugin } from '../../../tests/support/processes/fixture-plugin.ts';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import type { PluginFiles, PluginForAdministrator } from '../../contract/index.ts';

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

const gate = defineRecord('yard.gate', {
  title: ['大门', '大門', 'Gate'],
  wire: { at: '/api/yard/Gate' },
  fields: { fullName: field.text(20).required().label('名称', '名稱', 'Name'), note: field.text(20).label('备注', '備註', 'Note') },
  list: { columns: ['fullName', 'note'], order: 'fullName' },
  acts: { create: {} },
});
const gateTable = defineTable('yard.gate', {
  id: column.id(),
  orgId: column.org(),
  fullName: column.text(20),
  note: column.text(20),
  searchGrams: column.grams('fullName'),
  ...kept,
});
const yard: InlinePlugin = {
  definition: { id: 'yard', version: '1.0.0', sdk: '^1.0.0', name: { zh: '院子', zhtw: '院子', en: 'Yard' } },
  server: defineServerPlugin({
    schema: 'yard',
    migrations: [
      {
        name: '0001-gate',
        sql: `create table yard.gate (id text primary key, org_id text not null, full_name text not null, note text not null, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz)`,
      },
    ],
    implementations: [serveRecord()(recordContract(gate), gateTable, {})],
  }) as never,
};

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

  it('puts the changes of a site upon a record, and keeps the last good ones when others are wrong', async () => {
    server.packages.put(yard);
    const write = (records: Readonly<Record<string, unknown>>) =>
      server.writeRegistry({ site: { name: 'x' }, plugins: [{ id: 'yard', source: 'inline:yard', enabled: true }], overrides: { records } });
    const admin = await server.signIn('admin');
    const add = async (fullName: string) => (await admin.post('/api/yard/Gate', { fullName })).code;
    const told = async () => {
      const { data } = await admin.get<{ fileError: string; list: PluginForAdministrator[] }>('/api/registry/Plugins');
      const [plugin] = data.list;
      return { file: data.fileError, state: plugin?.state, reason: plugin?.reason };
    };
    const sent = async () => {
      const { data } = await admin.get<PluginFiles>('/api/registry/Plugins/yard/Files');
      return (data.records?.['yard.gate'] as RecordDocument | undefined)?.fields.note;
    };
    await write({});
    expect([await add('东门'), await sent()]).toEqual([200, undefined]);
    await write({ 'yard.gate': { format: 1, fields: { note: { required: true, label: { zh: '说明' } } } } });
    expect([await add('西门'), await sent()]).toEqual([400, expect.objectContaining({ required: true, label: { zh: '说明', zhtw: '備註', en: 'Note' } })]);
    await write({ 'yard.gate': { format: 1, fields: { nota: { required: true } } } });
    expect(await told()).toMatchObject({ state: 'failed', reason: expect.stringContaining('REC-111 yard.gate fields.nota: no such field. Near: note') });
    expect([await add('南门'), await sent()]).toEqual([400, expect.objectContaining({ required: true })]);
    await write({ 'yard.gat': { format: 1 } });
    expect(await told()).toMatchObject({ reason: expect.stringContaining('REC-118 yard.gat: no such record. Near: yard.gate') });
    await write({ 'yord.gate': { format: 1 } });
    expect((await told()).file).toMatch(/^line \d+, column \d+: \/overrides\/records\/yord\.gate is a record of no plugin that stands here/);
    await write({});
    expect([await add('北门'), await sent(), (await told()).state]).toEqual([200, undefined, 'active']);
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
