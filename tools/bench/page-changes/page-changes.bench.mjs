/**
 * Changing to each page of the menu with its code loaded before, on a processor four times slower: the longest task of the main thread. Once with pages that
 * are drawn anew, and once with pages that were kept behind their tabs, a handful open at a time.
 */
import { median } from '../pages/crowd.mjs';
import { openBrowser } from '../pages/page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';
import { taskTimes } from './main-thread.mjs';

export const title = 'Changing pages: longest task of the main thread (processor 4× slower)';

const SLOWER = 4;
const GOAL_MS = 50;
const ROUNDS = process.env.BENCH_SHORT ? 1 : 3;
/** Tabs that are open at a time. */
const TABS = 8;
/** Time after which a page that was changed to has done what it does by itself. */
const SETTLED_MS = 1000;
/** Without tiles and figures of its own: pages are changed to from here. */
const BETWEEN = '/menuMore';

/** Addresses of all pages of the menu, as the side menu links them. */
const menuPages = async ({ call }) => {
  const { data } = await call('GET', '/api/oauth/CurrentUser');
  const walk = (items) => (items ?? []).flatMap((item) => [...(item.type === 2 ? [item] : []), ...walk(item.children)]);
  return walk(data.menuList).map(({ enCode, fullName, urlAddress }) => ({
    name: fullName,
    path: `/${(urlAddress || enCode.replaceAll('.', '/')).split('?')[0].replace(/^\//, '')}`,
  }));
};

/** @param kept whether pages stay behind their tabs */
async function changes(browser, system, pages, token, kept) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  await asSignedIn(system.url, token)(context);
  await context.addInitScript(`localStorage.setItem('jnpf_useCache', '${kept}|Boolean')`);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const during = taskTimes(devtools);
  const go = async (path) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await page.waitForTimeout(SETTLED_MS);
  };
  const found = pages.map(() => []);
  for (let from = 0; from < pages.length; from += TABS) {
    const some = pages.slice(from, from + TABS);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await page.goto(`${system.url}/home`);
    await page.waitForSelector('main');
    for (const { path } of some) await go(path);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [at, { path }] of some.entries()) {
        await go(BETWEEN);
        const [longest = 0] = await during(() => go(path));
        found[from + at].push(longest);
      }
    }
  }
  await context.close();
  return pages.map(({ name }, at) => ({ name, longest: median(found[at]) })).sort((a, b) => b.longest - a.longest);
}

const rowsOf = (what, found) => [
  { what: `${what}, median of ${found.length} pages`, value: median(found.map(({ longest }) => longest)), unit: 'ms', note: `goal ${GOAL_MS}` },
  { what: `${what}, worst`, value: found[0].longest, unit: 'ms', note: found[0].name },
  { what: `${what}, pages above ${GOAL_MS} ms`, value: found.filter(({ longest }) => longest > GOAL_MS).length, unit: '' },
  ...found.map(({ name, longest }) => ({ what: `  ${name}`, value: longest, unit: 'ms' })),
];

export async function run() {
  const system = await startSystem();
  const browser = await openBrowser();
  try {
    const session = await signIn(system.url, 'admin');
    const wanted = process.env.BENCH_PAGES?.split(',');
    const pages = (await menuPages(session)).filter(({ path }) => wanted?.includes(path) ?? true);
    return [
      ...rowsOf('a page drawn anew', await changes(browser, system, pages, session.token, false)),
      ...rowsOf('a page behind its tab', await changes(browser, system, pages, session.token, true)),
    ];
  } finally {
    await browser.close();
    await system.stop();
  }
}
