/**
 * Pickers over a hospital group of 5,000 departments and 20,000 people: from the press to the first painted entries in a real browser on a
 * processor four times slower, and the answers of a search by name, account and pinyin. Each picker opens on a page of its own visit,
 * so nothing of its data is there before; its code is, because fields fetch it while nobody waits. Other work on the machine only adds to the
 * times, so the calmest round stands for each, beside the processor time that the page's main thread took.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { busySeconds, fillCrowd, machineMs, median, nameOf } from './crowd.mjs';
import { openBrowser } from './page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'Pickers over 5,000 departments and 20,000 people (processor 4× slower)';

const SLOWER = 4;
const ROUNDS = 7;
const BUDGET_MS = 200;

/** Runs in the page: presses, and tells when the first entry was painted. */
const timeToEntries = (label) =>
  new Promise((resolve) => {
    const opener = [...document.querySelectorAll('[data-example] button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent).startsWith(label));
    const began = performance.now();
    const watch = new MutationObserver(() => {
      if (document.querySelectorAll('[role="treeitem"]').length < 2) return;
      watch.disconnect();
      // The frame after the one that lays it out has it on the screen.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    watch.observe(document.body, { childList: true, subtree: true });
    opener.click();
  });

async function measureOpening(browser, system, token, widget) {
  const label = widget.endsWith('Dialog') ? '打开' : '示例字段';
  const times = [];
  const work = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
    await asSignedIn(system.url, token)(context);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(`${system.url}/extend/widgets?widget=${widget}`);
    await page.locator(`[data-example="${widget}:usual"] button`).first().waitFor();
    await page.waitForLoadState('networkidle');
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const before = await busySeconds(devtools);
    times.push(await page.evaluate(timeToEntries, label));
    work.push(((await busySeconds(devtools)) - before) * 1000);
    await context.close();
  }
  return { calmest: Math.min(...times), median: median(times), work: median(work) };
}

async function measureSearch({ call }, keyword) {
  const times = [];
  let hits = 0;
  for (let round = 0; round < 15; round += 1) {
    const began = performance.now();
    const answer = await call('POST', '/api/permission/Users/ImUser/Selector/0', { keyword });
    if (answer.code !== 200 || answer.data.list.length === 0) throw new Error(`nothing found by ${keyword}: ${answer.msg}`);
    hits = answer.data.list.length;
    times.push(performance.now() - began);
  }
  return { median: median(times), hits };
}

const PICKERS = [
  'UserPickerDialog',
  'UserSelectDialog',
  'OrganizationSelectDialog',
  'UserSelectField',
  'OrganizationPicker',
  'DepartmentSelect',
  'PositionSelect',
  'RoleSelect',
];

export async function run() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const before = machineMs();
  try {
    await (await startSystem({ dataDir })).stop();
    await fillCrowd(dataDir);
    const system = await startSystem({ dataDir });
    const browser = await openBrowser();
    try {
      const session = await signIn(system.url, 'admin');
      const rows = [];
      for (const widget of PICKERS) {
        const { calmest, median: usual, work } = await measureOpening(browser, system, session.token, widget);
        const note = `calmest of ${ROUNDS}; median ${usual.toFixed(0)}, of it main thread ${work.toFixed(0)}`;
        rows.push({ what: `${widget}: press to first entries`, value: calmest, unit: 'ms', budget: BUDGET_MS, note });
      }
      for (const [kind, keyword] of [
        ['name', nameOf(777)],
        ['one character', '张'],
        ['account', 'simb1234'],
        ['pinyin', 'zhangwei'],
        ['initials', 'zwf'],
      ]) {
        const { median: value, hits } = await measureSearch(session, keyword);
        rows.push({ what: `search by ${kind}`, value, unit: 'ms', note: `${hits} hits` });
      }
      const began = performance.now();
      const whole = await session.call('GET', '/api/permission/Organize/Department/Selector/0');
      rows.push({ what: 'whole tree of departments, for older clients', value: performance.now() - began, unit: 'ms', note: `code ${whole.code}` });
      rows.push({ what: 'fixed work after ÷ before (1 = an idle machine)', value: machineMs() / before, unit: '×' });
      return rows;
    } finally {
      await browser.close();
      await system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
