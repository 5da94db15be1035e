import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packedPlugin, serverSource } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../../contract/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: ['message'], config: { safeMode: '1' } });
});
afterAll(async () => {
  await server?.close();
});

it('in safe mode plugins of the product run, packages from outside do not, and the page says why and what ends it', async () => {
  const source = path.join(server.config.dataDir, '../outside.tgz');
  // Its module ends the process that reads it: none may.
  writeFileSync(source, packedPlugin({ id: 'outside', server: `process.exit(1);\n${serverSource('/api/fixture/outside', "'runs'")}` }));
  const { plugins } = server.server.plugins.host.snapshot.registry;
  await server.writeRegistry({ site: { name: 'x' }, plugins: [...plugins, { id: 'outside', source, enabled: true }] });
  const admin = await server.signIn('admin');
  const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
  const found = new Map(data.list.map((one) => [one.id, one]));
  expect(found.get('message')).toMatchObject({ state: 'active' });
  expect(found.get('outside')).toMatchObject({ state: 'failed', waits: 'safe-mode', reason: expect.stringMatching(/安全模式.*--safe/) });
  expect((await admin.get('/api/fixture/outside')).code).not.toBe(200);
});
