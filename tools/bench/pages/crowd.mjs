/**
 * A hospital group of 5,000 departments and 20,000 people, and a menu of 500 pages, written into the embedded database of a stopped system.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '../../..');

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

/** 500 pages in 20 directories, each page with 8 buttons, 12 columns and 8 form fields, as an administrator of the site may make them. */
const MENU = [
  `insert into core.menu (id, en_code, owner, type, title_zh, title_zhtw, title_en, parent_code, icon, sort_code)
  select 'bench-dir' || n, 'bench' || n, 'site', 1, '演示目录' || n, '示範目錄' || n, 'Demo directory ' || n, null, 'icon-ym icon-ym-sysMenu', 900 + n
  from generate_series(1, 20) n`,
  `insert into core.menu (id, en_code, owner, type, title_zh, title_zhtw, title_en, parent_code, icon, url_address, sort_code)
  select 'bench-page' || n || '-' || m, 'bench' || n || '.page' || m, 'site', 7, '演示页面' || n || '之' || m, '示範頁面' || n || '之' || m, 'Demo page ' || n || '.' || m,
    'bench' || n, '', 'https://example.invalid/', m
  from generate_series(1, 20) n cross join generate_series(1, 25) m`,
  ...['button', 'column', 'form'].map(
    (kind, at) => `insert into core.menu_item (id, menu_code, kind, en_code, title_zh, title_zhtw, title_en, sort_code)
  select 'bench-${kind}' || row_number() over (), en_code, '${kind}', '${kind}_' || k, '${['按钮', '列', '表单项'][at]}' || k, '${['按鈕', '欄', '表單項'][at]}' || k, '${kind} ' || k, k
  from core.menu cross join generate_series(1, ${[8, 12, 8][at]}) k where id like 'bench-page%'`,
  ),
];

const SURNAMES = [...'张王李赵陈杨黄周吴徐孙马朱胡郭何林高罗郑'];
const GIVEN = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂英华文玉'];
/** Name of the n-th person. */
export const nameOf = (at) => SURNAMES[at % 20] + GIVEN[Math.floor(at / 20) % 26] + GIVEN[Math.floor(at / 520) % 26];

const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** Fills the database of a stopped system. Names come with the pieces that the product itself would make. */
export async function fillCrowd(dataDir, { menus = false } = {}) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const { pinyin } = await import('pinyin-pro');
  const db = await openDatabase({ kind: 'embedded', dataDir }, log);
  try {
    for (const part of [...CROWD, ...(menus ? MENU : [])]) await db.script(part);
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
    for (const table of ['department', 'user_account', 'user_org', 'menu', 'menu_item']) await db.script(`analyze core.${table}`);
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

/** How busy the machine is: a fixed piece of work, the same before and after. */
export function machineMs() {
  const began = performance.now();
  let sum = 0;
  for (let at = 0; at < 30_000_000; at += 1) sum = (sum + at * 7) % 1_000_003;
  return sum < 0 ? 0 : performance.now() - began;
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Processor time of the page's main thread: what the machine does besides does not count. */
export async function busySeconds(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
