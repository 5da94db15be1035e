/**
 * Rights and people at scale in a real browser on a processor four times slower: the authorise screen over 500 pages with 14,000 buttons,
 * columns and form fields, members among 20,000 people, the pages of 5,000 departments and of 20,000 users. Times run from the press to the
 * frame in which the answer stands on the screen. Other work on the machine only adds to the times, so the calmest round stands for each,
 * beside the median and the processor time that the page's main thread took.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busySeconds, fillCrowd, machineMs, median } from './crowd.mjs';
import { openBrowser } from './page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'Rights over 500 pages, 5,000 departments, 20,000 people (processor 4× slower)';

const SLOWER = 4;
const ROUNDS = 5;
/** Something opens. */
const OPENS_MS = 200;
/** A drawer that is two list pages side by side, each with its search and its pager. */
const TWO_LISTS_MS = 400;
/** An answer to a check or a keystroke. */
const ANSWERS_MS = 50;
/** An answer that puts a screenful of other rows in place of those there: up to a tenth of a second counts as at once. */
const SCREENFUL_MS = 100;
const AUTHORISE = '/permission/authorize?objectType=Role&id=role-nurse';

/** Runs in the page: acts, and tells when what it waits for was painted. `act` and `done` are sources of functions. */
const timeOf = ({ act, done }) =>
  new Promise((resolve, reject) => {
    // biome-ignore lint/security/noGlobalEval: sources come from this file alone
    const [start, isDone] = [eval(`(${act})`), eval(`(${done})`)];
    const late = setTimeout(() => reject(new Error(`never came: ${done}`)), 30_000);
    const began = performance.now();
    const look = () => {
      if (!isDone()) {
        requestAnimationFrame(look);
        return;
      }
      clearTimeout(late);
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    };
    start();
    look();
  });

const press = (text) => `() => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)}).click()`;
const key = (selector, name) =>
  `() => { const box = document.querySelector('${selector}'); box.focus(); box.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(name)}, bubbles: true, cancelable: true })); }`;
const typed = (selector, text) =>
  `() => { const box = document.querySelector('${selector}'); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, ${JSON.stringify(text)}); box.dispatchEvent(new Event('input', { bubbles: true })); }`;
const TREE = '.pm-rights-tree';
const SEARCH = '.pm-editor-tree input:not([type=checkbox])';
const rowsAre = (test) => `() => { const rows = document.querySelectorAll('${TREE} [role=treeitem]'); return ${test}; }`;
const states = (wanted) => rowsAre(`rows.length > 0 && [...rows].every((row) => row.getAttribute('aria-checked') === '${wanted}')`);

/** What is done on the authorise screen, one after the other: each begins where the one before has ended. */
const AUTHORISE_STEPS = [
  ['expand all', press('展开全部'), rowsAre('rows.length > 10 && [...rows].every((row) => row.getAttribute("aria-expanded") !== "false")'), OPENS_MS],
  [
    'one check by the space key',
    key(TREE, ' '),
    `() => document.querySelector('${TREE} [aria-selected=true]')?.getAttribute('aria-checked') !== window.__before`,
    ANSWERS_MS,
    true,
  ],
  ['arrow down', key(TREE, 'ArrowDown'), `() => document.querySelector('${TREE} [aria-selected=true]')?.id !== window.__at`, ANSWERS_MS, true],
  ['to the last row', key(TREE, 'End'), `() => document.querySelector('${TREE} [aria-selected=true]')?.textContent.includes('20之25')`, SCREENFUL_MS],
  [
    'to the first row',
    key(TREE, 'Home'),
    `() => document.querySelector('${TREE} [aria-selected=true]') !== null && !document.querySelector('${TREE} [aria-selected=true]').textContent.includes('20之25')`,
    SCREENFUL_MS,
  ],
  ['check all', press('全选'), states('true'), OPENS_MS],
  ['deselect all', press('取消全选'), states('false'), OPENS_MS],
  ['fold all', press('折叠全部'), rowsAre('rows.length > 0 && [...rows].every((row) => row.getAttribute("aria-level") === "1")'), OPENS_MS],
  ['search: first letter', typed(SEARCH, '演'), rowsAre('rows.length > 0 && [...rows].every((row) => row.textContent.includes("演示"))'), SCREENFUL_MS],
  ['search: a page', typed(SEARCH, '演示页面7之13'), rowsAre('rows.length === 2'), ANSWERS_MS],
  ['search: emptied', typed(SEARCH, ''), rowsAre('rows.length > 10'), ANSWERS_MS],
];

async function openPage(browser, system, token, address, ready) {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  await asSignedIn(system.url, token)(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${system.url}${address}`);
  await page.locator(ready).first().waitFor({ timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, devtools, close: () => context.close() };
}

/** Times of each step over all rounds. */
class Steps {
  constructor() {
    this.found = new Map();
  }
  async step({ page, devtools }, what, act, done, budget, remember) {
    if (remember) {
      await page.evaluate((tree) => {
        const row = document.querySelector(`${tree} [aria-selected=true]`);
        window.__at = row?.id;
        window.__before = row?.getAttribute('aria-checked');
      }, TREE);
    }
    const before = await busySeconds(devtools);
    const time = await page.evaluate(timeOf, { act, done });
    const work = ((await busySeconds(devtools)) - before) * 1000;
    const known = this.found.get(what) ?? { times: [], work: [], budget };
    known.times.push(time);
    known.work.push(work);
    this.found.set(what, known);
  }
  rows() {
    return [...this.found].map(([what, { times, work, budget }]) => ({
      what,
      value: Math.min(...times),
      unit: 'ms',
      budget,
      note: `calmest of ${times.length}; median ${median(times).toFixed(0)}, of it main thread ${median(work).toFixed(0)}`,
    }));
  }
}

async function round(browser, system, token, steps) {
  const authorise = await openPage(browser, system, token, AUTHORISE, TREE);
  await steps.step(
    authorise,
    'authorise: another role, press to its rights',
    `() => [...document.querySelectorAll('.pm-objects [role=treeitem]')].find((one) => one.textContent.trim() === '医生').click()`,
    `() => document.querySelector('.pm-editor-name')?.textContent.startsWith('医生') && document.querySelector('${TREE} [role=treeitem]') !== null`,
    OPENS_MS,
  );
  for (const [what, ...rest] of AUTHORISE_STEPS) await steps.step(authorise, `authorise: ${what}`, ...rest);
  await authorise.close();

  const role = await openPage(browser, system, token, '/permission/role', 'tbody button');
  await steps.step(
    role,
    'members of a role: press to 20,000 people',
    press('成员'),
    `() => document.querySelectorAll('.pm-members tbody tr').length > 20`,
    TWO_LISTS_MS,
  );
  await role.close();

  const department = await openPage(browser, system, token, '/permission/department', '.nk-tree-table tbody tr');
  const words = '.nk-tree-search input';
  await steps.step(
    department,
    'departments: fold a branch',
    `() => document.querySelector('.nk-tree-table button.nk-twist').click()`,
    `() => document.querySelector('.nk-tree-table button.nk-twist').textContent === '▸'`,
    OPENS_MS,
  );
  await steps.step(
    department,
    'departments: a letter of the search',
    typed(words, '病'),
    `() => document.querySelector('${words}').value === '病'`,
    ANSWERS_MS,
  );
  await department.close();

  const users = await openPage(browser, system, token, '/permission/user', 'tbody button');
  await steps.step(
    users,
    'users: next page of 20,000',
    `() => document.querySelector('.nk-pager button[aria-label="下一页"]').click()`,
    `() => document.querySelector('.nk-pager [aria-current]')?.textContent === '2' && document.querySelectorAll('tbody tr').length > 10`,
    OPENS_MS,
  );
  await users.close();
}

/** On a system that holds the crowd. */
export async function measure(system, browser, rounds = ROUNDS) {
  const { token } = await signIn(system.url, 'admin');
  const steps = new Steps();
  for (let at = 0; at < rounds; at += 1) await round(browser, system, token, steps);
  return steps.rows();
}

export async function run() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const before = machineMs();
  try {
    await (await startSystem({ dataDir })).stop();
    await fillCrowd(dataDir, { menus: true });
    const system = await startSystem({ dataDir });
    const browser = await openBrowser();
    try {
      return [...(await measure(system, browser)), { what: 'fixed work after ÷ before (1 = an idle machine)', value: machineMs() / before, unit: '×' }];
    } finally {
      await browser.close();
      await system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
