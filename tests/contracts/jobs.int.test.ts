import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JobView } from '../../shell/contract/jobs.contract.ts';
import { ALL_PLUGINS, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS });
});
afterAll(() => server.close());

const HAN = /\p{Script=Han}/u;

it('every job of the product says in three languages what it is called and what it does, and names its plugin', async () => {
  const admin = await server.signIn('admin');
  const { list } = (await admin.get<{ list: JobView[] }>('/api/system/Jobs')).data;
  expect(list.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['core.forget-old', 'charging.month-runs', 'insurance.doubtful-settlements', 'permission.forget-imports']),
  );
  for (const job of list) {
    for (const text of [job.title, job.purpose, job.pluginName]) {
      expect([job.name, HAN.test(text.zh), HAN.test(text.zhtw), text.en === '' || HAN.test(text.en)]).toEqual([job.name, true, true, false]);
    }
  }
});
