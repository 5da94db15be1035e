/**
 * The list of a record page (positions) with 10,000 rows beside one with 100, each on a system of its own, turn by turn in one browser: how many times longer it takes
 * to open, to turn a page, to sort and to search for one row. The time of the page's main thread is compared beside it: what the server takes does not count there.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { busySeconds, machineMs, median } from '../pages/crowd.mjs';
import { openBrowser } from '../pages/page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'A record list of 10,000 rows beside one of 100';

const [FEW, MANY] = [100, 10_000];
const ROUNDS = process.env.BENCH_SHORT ? 3 : 9;
/** As fast: what differs is a count and an index of two more levels. */
const MAX_RATIO = 1.25;
const ADDRESS = '/permission/position';
const ROWS = 'tbody tr';

/** Sorted by name they come the other way round. */
const fillWith = (rows) => [
  `insert into core.position (id, org_id, en_code, full_name, sort_code, search_grams)
    select 'bench-p' || n, 'org-gz', code, '演示岗位' || lpad((${2 * MANY} - n)::text, 6, '0'), n,
      array['演', '示', '岗', '位', '演示', '示岗', '岗位'] || array(select distinct substr(lower(code), at, long) from generate_series(1, 9) at, generate_series(1, 3) long
        where at + long - 1 <= length(code))
    from (select n, 'SIMB' || lpad(n::text, 5, '0') as code from generate_series(1, ${rows}) n) made`,
  // As the system itself does a minute after so many rows were added (see `Maintenance`).
  'vacuum (analyze) core.position',
];

async function fill(dataDir, rows) {
  const { openDatabase } = await import(pathToFileURL(path.resolve('.build/server/database.mjs')).href);
  const quiet = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const db = await openDatabase({ kind: 'embedded', dataDir }, quiet);
  try {
    for (const part of fillWith(rows)) await db.script(part);
  } finally {
    await db.close();
  }
}

/** Runs in the page: presses, and tells when the list shows an answer that came after it. `press` and `isThere` are sources of functions. */
const timeOf = ({ what, press, isThere }) =>
  new Promise((resolve, reject) => {
    // biome-ignore lint/security/noGlobalEval: sources come from this file alone
    const [start, done] = [eval(`(${press})`), eval(`(${isThere})`)];
    const late = setTimeout(() => reject(new Error(`${what}: no other row came`)), 30_000);
    const began = performance.now();
    const look = () => {
      if (!done()) return requestAnimationFrame(look);
      clearTimeout(late);
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    };
    start();
    look();
  });

const firstRow = `(document.querySelector('${ROWS}')?.textContent ?? '')`;
const pager = (label) => `() => { window.__before = ${firstRow}; document.querySelector('.nk-pager button[aria-label="${label}"]').click(); }`;
const isAnother = `() => ${firstRow} !== '' && ${firstRow} !== window.__before && document.querySelector('[aria-busy=true]') === null`;
const sorted = (heading) =>
  `() => { window.__before = ${firstRow}; const cell = [...document.querySelectorAll('th')].find((one) => one.textContent.includes('${heading}')); (cell.querySelector('button') ?? cell).click(); }`;
const searched = (text) => `() => {
  window.__before = ${firstRow};
  const box = document.querySelector('.nk-search input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '${text}');
  box.dispatchEvent(new Event('input', { bubbles: true }));
  document.querySelector('.nk-search').requestSubmit();
}`;
const STEPS = [
  ['next page', pager('下一页')],
  ['previous page', pager('上一页')],
  ['sorted by name', sorted('岗位名称')],
  ['searched by a code', searched('SIMB00077')],
];

/** One screen of a system: its times by what was done, and those of its main thread. */
async function visit(browser, { url, token }, found) {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  try {
    await asSignedIn(url, token)(context);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`${url}/home`);
    await page.locator('main').waitFor();
    await page.waitForLoadState('networkidle');
    const note = async (what, work) => {
      const busy = await busySeconds(devtools);
      const ms = await work();
      const known = found[what] ?? { times: [], main: [] };
      known.times.push(ms);
      known.main.push(((await busySeconds(devtools)) - busy) * 1000);
      found[what] = known;
    };
    await page.goto(`${url}${ADDRESS}`);
    await page.locator(ROWS).nth(19).waitFor();
    await page.waitForLoadState('networkidle');
    await note('opened', async () => {
      const began = performance.now();
      await page.reload({ waitUntil: 'commit' });
      await page.locator(ROWS).nth(19).waitFor();
      return performance.now() - began;
    });
    await page.waitForLoadState('networkidle');
    for (const [what, press] of STEPS) await note(what, () => page.evaluate(timeOf, { what, press, isThere: isAnother }));
  } finally {
    await context.close();
  }
}

export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const dataDirs = [FEW, MANY].map((rows) => path.join(folder, String(rows)));
  const before = machineMs();
  const systems = [];
  const browser = await openBrowser();
  try {
    await (await startSystem({ dataDir: dataDirs[0] })).stop();
    cpSync(dataDirs[0], dataDirs[1], { recursive: true });
    for (const [at, rows] of [FEW, MANY].entries()) {
      await fill(dataDirs[at], rows);
      const system = await startSystem({ dataDir: dataDirs[at] });
      systems.push(system);
      Object.assign(system, { token: (await signIn(system.url, 'admin')).token, found: {} });
    }
    // The first visits fill caches.
    for (const system of systems) await visit(browser, system, {});
    for (let at = 0; at < ROUNDS; at += 1) for (const system of at % 2 === 0 ? systems : [...systems].reverse()) await visit(browser, system, system.found);
    const [few, many] = systems.map(({ found }) => found);
    return [
      ...Object.keys(few).flatMap((what) => [
        {
          what: `${what}: ${MANY} rows ÷ ${FEW}`,
          value: Math.min(...many[what].times) / Math.min(...few[what].times),
          unit: '×',
          budget: MAX_RATIO,
          note: `calmest ${Math.min(...few[what].times).toFixed(0)} and ${Math.min(...many[what].times).toFixed(0)} ms, median ${median(few[what].times).toFixed(0)} and ${median(many[what].times).toFixed(0)}`,
        },
        { what: `${what}: main thread of the page`, value: median(many[what].main) / median(few[what].main), unit: '×', budget: MAX_RATIO },
      ]),
      { what: 'fixed work after ÷ before (1 = an idle machine)', value: machineMs() / before, unit: '×' },
    ];
  } finally {
    await browser.close();
    for (const system of systems) await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
