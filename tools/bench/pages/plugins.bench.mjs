import { brotliCompressSync } from 'node:zlib';
import { openBrowser, pageCost } from './page-cost.mjs';
import { registryWithStubs } from './stub-plugins.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'Boot cost per registered plugin';

const COUNTS = [10, 100, 500];

export async function run() {
  const browser = await openBrowser();
  const measured = [];
  try {
    for (const count of COUNTS) {
      const system = await startSystem({ env: { REGISTRY_FILE: registryWithStubs(count) } });
      try {
        const { token, call } = await signIn(system.url, 'admin');
        const { data } = await call('GET', '/api/registry/Session');
        const menu = await call('GET', '/api/oauth/CurrentUser');
        const page = await pageCost(browser, { url: `${system.url}/home`, ready: 'main', prepare: asSignedIn(system.url, token), runs: 5 });
        measured.push({ count, answer: brotliCompressSync(JSON.stringify(data)).length, menu: brotliCompressSync(JSON.stringify(menu.data)).length, page });
      } finally {
        await system.stop();
      }
    }
  } finally {
    await browser.close();
  }
  const [few, some, many] = measured;
  const perPlugin = (a, b, read) => (read(b) - read(a)) / (b.count - a.count);
  return [
    { what: 'registry answer per plugin, 10 → 500, brotli', value: perPlugin(few, many, (row) => row.answer), unit: 'bytes', budget: 250 },
    { what: 'menu answer per plugin, 10 → 500, brotli', value: perPlugin(few, many, (row) => row.menu), unit: 'bytes' },
    { what: 'home ready, 500 plugins ÷ 10 plugins', value: many.page.readyMs / few.page.readyMs, unit: '×', budget: 1.15 },
    { what: 'home ready, 100 plugins ÷ 10 plugins', value: some.page.readyMs / few.page.readyMs, unit: '×' },
    { what: 'home ready per plugin, 10 → 500', value: perPlugin(few, many, (row) => row.page.readyMs) * 1000, unit: 'µs', note: 'goal 30' },
  ];
}
