/**
 * Pickers over a hospital group of 5,000 departments and 20,000 people: from the press to the first painted entries in a real browser on a
 * processor four times slower, and the answers of a search by name, account and pinyin. Each picker opens on a page of its own visit,
 * so nothing of its data is there before; its code is, because fields fetch it while nobody waits. Other work on the machine only adds to the
 * times, so the calmest round stands for each, beside the processor time that the page's main thread took.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './page-cost.mjs';
import { asSignedIn, signIn, startSystem } from './system.mjs';

export const title = 'Pickers over 5,000 departments and 20,000 people (processor 4× slower)';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SLOWER = 4;
const ROUNDS = 7;
const BUDGET_MS = 200;

/** 250 departments with 19 below each, four people in each of the 5,000; names of all sounds. */
const CROWD = [
  'set statement_timeout = 0',
  `insert into core.department (id, org_id, parent_id, en_code, full_name, sort_code, search_grams)
  select 'bench-d' || n, 'org-gz', null, 'SIMB' || n, '演示科室' || n, n, array['演示', '示科', '科室', 'sim', 'imb', n::text]
  from generate_series(1, 250) n`,
  `insert into core.department (id, org_id, parent_id, en_code, full_name, sort_code, search_grams)
  select 'bench-d' || n || '-' || m, 'org-gz', 'bench-d' || n, 'SIMB' || n || '.' || m, '演示病区' || n || '之' || m, m, array['演示', '示病', '病区', 'sim', 'imb']
  from generate_series(1, 250) n cross join generate_series(1, 19) m`,
  `insert into core.user_account (id, account, real_name, en_code, org_id, department_id, sort_code)
  select 'bench-u' || n, 'simb' || n, 'x', 'B' || n, 'org-gz',
    'bench-d' || (n % 250 + 1) || case when n / 250 % 20 = 0 then '' else '-' || n / 250 % 20 end, n
  from generate_series(1, 20000) n`,
  `insert into core.user_org (user_id, org_id, department_id, is_major)
  select id, org_id, department_id, true from core.user_account where id like 'bench-u%'`,
];
const SURNAMES = [...'张王李赵陈杨黄周吴徐孙马朱胡郭何林高罗郑'];
const GIVEN = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华文玉'];
const nameOf = (at) => SURNAMES[at % 20] + GIVEN[Math.floor(at / 20) % 26] + GIVEN[Math.floor(at / 520) % 26];

const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** Fills the embedded database of a stopped system. Names come with the pieces that the product itself would make. */
async function fill(dataDir) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const { pinyin } = await import('pinyin-pro');
  const db = await openDatabase({ kind: 'embedded', dataDir }, log);
  try {
    for (const part of CROWD) await db.script(part);
    for (let from = 1; from <= 20_000; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, at) => {
        const name = nameOf(from + at);
        const grams = gramsOf(
          [name, 2],
          [`simb${from + at}`, 3],
          [pinyin(name, { toneType: 'none', type: 'array' }).join(''), 3],
          [pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' }).join(''), 3],
        );
        return `('bench-u${from + at}', '${name}', array[${grams.map((gram) => `'${gram}'`).join()}])`;
      });
      await db.script(
        `update core.user_account as person set real_name = made.name, search_grams = made.grams from (values ${rows.join()}) as made(id, name, grams) where person.id = made.id`,
      );
    }
    for (const table of ['department', 'user_account', 'user_org']) await db.script(`analyze core.${table}`);
  } finally {
    await db.close();
  }
}

function gramsOf(...texts) {
  const grams = new Set();
  for (const [text, longest] of texts) {
    const letters = [...text];
    for (let length = 1; length <= longest; length += 1)
      for (let at = 0; at + length <= letters.length; at += 1) grams.add(letters.slice(at, at + length).join(''));
  }
  return [...grams];
}

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

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Processor time of the page's main thread: what the machine does besides does not count. */
async function busySeconds(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

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

/** How busy the machine is: a fixed piece of work, the same before and after. */
function machineMs() {
  const began = performance.now();
  let sum = 0;
  for (let at = 0; at < 30_000_000; at += 1) sum = (sum + at * 7) % 1_000_003;
  return sum < 0 ? 0 : performance.now() - began;
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
    await fill(dataDir);
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
