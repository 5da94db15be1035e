import { longestChain, recordRequests } from './load-chain.mjs';
import { openBrowser } from './page-cost.mjs';
import { asSignedIn, signIn, startSystem } from './system.mjs';

export const title = 'First list page after sign-in, and changing pages';

const KB = 1024;
const RUNS = 3;
const ROWS = 'table tbody tr td, [role="grid"] [role="row"] [role="gridcell"]';
/** A line as small clinics have it. */
const CLINIC_LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
/** Time after which a page that was changed to has done what it does by itself. */
const SETTLED_MS = 1500;

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function fresh(browser, system, token) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  await asSignedIn(system.url, token)(context);
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** One opening with an empty cache: milliseconds until rows stand, and the requests until then. */
async function firstPage(browser, system, token, line) {
  const { context, page, devtools } = await fresh(browser, system, token);
  const { done } = await recordRequests(devtools);
  if (line) await devtools.send('Network.emulateNetworkConditions', line);
  await page.goto(`${system.url}/his/patient`);
  await page.waitForSelector(ROWS);
  const readyMs = await page.evaluate(() => performance.now());
  const requests = done();
  await context.close();
  return { readyMs, steps: longestChain(requests).length, bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0) };
}

const medianOf = async (count, once) => {
  const rows = [];
  for (let run = 0; run < count; run += 1) rows.push(await once());
  return Object.fromEntries(Object.keys(rows[0]).map((key) => [key, median(rows.map((row) => row[key]))]));
};

/** Addresses of all pages of the menu, as the side menu links them. */
const menuPages = async ({ call }) => {
  const { data } = await call('GET', '/api/oauth/CurrentUser');
  const walk = (items) => (items ?? []).flatMap((item) => [...(item.type === 2 ? [item] : []), ...walk(item.children)]);
  return walk(data.menuList).map(({ enCode, fullName, urlAddress }) => ({
    name: fullName,
    path: `/${(urlAddress || enCode.replaceAll('.', '/')).split('?')[0].replace(/^\//, '')}`,
  }));
};

/** Longest task of changing to each page of the menu, with its code loaded before, on a processor slowed four times; milliseconds. */
export async function pageChanges(browser, system, account) {
  const { token, call } = await signIn(system.url, account);
  const { context, page, devtools } = await fresh(browser, system, token);
  const pages = await menuPages({ call });
  const go = async (path) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await page.waitForTimeout(SETTLED_MS);
  };
  await page.goto(`${system.url}/home`);
  await page.waitForSelector('main');
  await page.evaluate(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });
    localStorage.setItem('jnpf_useCache', 'false|Boolean');
  });
  for (const { path } of pages) await go(path);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const found = [];
  for (const { name, path } of pages) {
    await go('/menuMore');
    await page.evaluate(() => globalThis.longTasks.splice(0));
    await go(path);
    const tasks = await page.evaluate(() => [...globalThis.longTasks]);
    found.push({ name, path, longest: Math.max(0, ...tasks) });
  }
  await context.close();
  return found;
}

export async function run() {
  const system = await startSystem();
  const browser = await openBrowser();
  try {
    const { token } = await signIn(system.url, 'doctor');
    await firstPage(browser, system, token);
    const calm = await medianOf(RUNS, () => firstPage(browser, system, token));
    const clinic = await medianOf(RUNS, () => firstPage(browser, system, token, CLINIC_LINE));
    const changes = [...(await pageChanges(browser, system, 'admin'))].sort((a, b) => b.longest - a.longest);
    return [
      { what: 'first list page, requests one after another', value: clinic.steps, unit: '', budget: 4 },
      { what: 'first list page, all bytes', value: clinic.bytes / KB, unit: 'KB', budget: 400 },
      { what: 'first list page, rows stand', value: calm.readyMs, unit: 'ms' },
      { what: 'first list page, 10 Mbit/s with 40 ms ÷ no line at all', value: clinic.readyMs / calm.readyMs, unit: '×' },
      { what: 'page change at 4× processor, longest task, median of pages', value: median(changes.map(({ longest }) => longest)), unit: 'ms', note: 'goal 50' },
      ...changes.map(({ name, longest }) => ({ what: `  ${name}`, value: longest, unit: 'ms' })),
    ];
  } finally {
    await browser.close();
    await system.stop();
  }
}
