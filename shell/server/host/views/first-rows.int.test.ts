import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSource, writePackage } from '../../../../tests/support/processes/fixture-plugin.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';

const PAGE = 'fixture.rows';
const ROWS = '/api/fixture/rows';

let server: TestServer;
let folder: string;
let doctor: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(path.join(tmpdir(), 'nephra-rows-'));
  doctor = await server.signIn('doctor');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The plugin runs, and its page begins with that list. */
async function beginWith(list: string): Promise<void> {
  writePackage(folder, {
    id: 'rows',
    menus: [{ enCode: PAGE, type: 2, parent: 'his', title: { zh: PAGE, zhtw: PAGE, en: PAGE }, roleHints: ['doctor'] }],
    pages: [PAGE],
    lists: { [PAGE]: list },
    server: serverSource(ROWS, '1'),
    routes: [`GET ${ROWS}`],
  });
  await server.writeRegistry({ site: { name: '测试医院' }, plugins: [{ id: 'rows', source: folder, enabled: true }] });
}

const start = async (client: TestClient) =>
  (await client.get<{ start?: { id: string; list?: string } }>('/api/registry/Session?page=/fixture/rows')).data.start;

it('the rows that a page begins with are named to whoever holds the page, and never a call of another plugin', async () => {
  await beginWith(ROWS);
  expect(await start(doctor)).toMatchObject({ id: 'rows', list: `${ROWS}?currentPage=1&pageSize=20` });
  expect(await start(await server.signIn('nurse'))).not.toHaveProperty('list');

  await beginWith('/api/oauth/Logout');
  expect(await start(doctor)).toMatchObject({ id: 'rows' });
  expect(await start(doctor)).not.toHaveProperty('list');

  // What an administrator takes away counts at once.
  await beginWith(ROWS);
  expect(await start(doctor)).toHaveProperty('list');
  await server.db.deleteFrom('core.permission_grant').where('menu_code', '=', PAGE).execute();
  await beginWith(ROWS);
  expect(await start(doctor)).not.toHaveProperty('list');
});
