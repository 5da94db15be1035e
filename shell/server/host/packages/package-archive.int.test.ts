import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarGz } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import type { PluginForAdministrator } from '../../../contract/index.ts';

describe('archives of plugins', () => {
  let server: TestServer;
  let folder: string;
  let admin: TestClient;

  beforeAll(async () => {
    server = await startTestServer();
    folder = mkdtempSync(path.join(tmpdir(), 'nephra-plugins-'));
    admin = await server.signIn('admin');
    await admin.put('/api/permission/Users/Current/SystemLanguage', { language: 'en' });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Registers an archive with these bytes. @returns how the administrator sees it */
  const received = async (content: string | Buffer): Promise<PluginForAdministrator | undefined> => {
    writeFileSync(path.join(folder, 'bad.tgz'), content);
    await server.writeRegistry({ site: { name: '测试医院' }, plugins: [{ id: 'bad', source: path.join(folder, 'bad.tgz'), enabled: true }] });
    const { data } = await admin.get<{ list: PluginForAdministrator[] }>('/api/registry/Plugins');
    return data.list.find((view) => view.id === 'bad');
  };

  it.each([
    ['a path out of the folder', [{ name: 'package/../../evil.js', content: 'x' }], 'is not allowed'],
    ['an absolute path', [{ name: '/tmp/evil.js', content: 'x' }], 'is not allowed'],
    ['a link', [{ name: 'package/link', type: '2' }], 'neither a file nor a folder'],
    [
      'a name twice',
      [
        { name: 'manifest.json', content: '{}' },
        { name: 'manifest.json', content: '{ }' },
      ],
      'refused',
    ],
    ['a huge file', [{ name: 'big.js', size: 40 * 1_048_576 }], 'larger than 32 MB'],
    ['no manifest', [{ name: 'a.js', content: 'x' }], 'manifest.json'],
  ])('refuses an archive with %s and leaves nothing behind', async (_name, entries, told) => {
    const view = await received(tarGz(entries));
    expect(view?.state).toBe('modified');
    expect(view?.reason).toContain(told);
    const installed = path.join(server.config.dataDir, 'plugins/bad');
    expect(existsSync(installed) ? readdirSync(installed) : []).toEqual([]);
  });

  it('refuses what is no archive at all', async () => {
    expect((await received('hello'))?.state).toBe('modified');
  });
});
