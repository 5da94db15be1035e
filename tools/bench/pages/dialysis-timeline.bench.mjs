/**
 * The time line of a patient with 800 treatments, in a real browser on a processor four times slower: from the press on "chart" to the frame in which all
 * lines stand there; a step of the window by a key; and the one answer that brings it all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { busySeconds, median } from './crowd.mjs';
import { openBrowser } from './page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'Patient timeline: 800 treatments (processor 4× slower)';

const SLOWER = 4;
const ROUNDS = 7;
const TREATMENTS = 800;
const DRAW_BUDGET_MS = 300;
const KEY_BUDGET_MS = 200;
const ANSWER_BUDGET_MS = 150;
const PATIENT = 'patient-0003';

/** Treatments of five years before those of the demo, as far as the axis reads them. */
const FILL = `
  insert into dialysis_session.session (id, org_id, day, shift_id, slot_id, station_id, station_code, patient_id, origin, mode, state, sections,
    pre_weight, post_weight, uf_volume, minutes, systolic_before, diastolic_before, systolic_after, diastolic_after, created_at, updated_at)
  select 'bench-' || at, org_id, first - at * 2, shift_id, 'bench-' || at, station_id, station_code, patient_id, 'pattern', 'HD', 5, sections,
    dry + 2 + sin(at) * 0.8, dry + cos(at) * 0.3, 2000 + (at * 37 % 1500), 240, 130 + (at * 7 % 40), 75 + (at % 15), 118 + (at * 5 % 35), 70 + (at % 12), now(), now()
  from (select *, min(day) over () as first, avg(post_weight) over () as dry, count(*) over () as held from dialysis_session.session where patient_id = '${PATIENT}' and state = 5 limit 1) one
  cross join lateral generate_series(1, (${TREATMENTS} - held)::int) at`;

async function fill(dataDir) {
  const { openDatabase } = await import(pathToFileURL(path.resolve('.build/server/database.mjs')).href);
  const quiet = { info: () => undefined, warn: console.warn, error: console.error, debug: () => undefined };
  const db = await openDatabase({ kind: 'embedded', dataDir }, quiet);
  try {
    await db.script(FILL);
    await db.script('analyze dialysis_session.session');
  } finally {
    await db.close();
  }
}

/** Runs in the page: acts, and tells when what it waits for was painted. */
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

const press = (text) => `() => [...document.querySelectorAll('.nk-chips button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)}).click()`;
const drawn = `() => document.querySelector('.dr-chart [data-drawn]') !== null`;
const key = (name) =>
  `() => { const bar = document.querySelector('.dr-span'); bar.dataset.before = bar.textContent; bar.dispatchEvent(new KeyboardEvent('keydown', { key: '${name}', bubbles: true, cancelable: true })); }`;
const moved = `() => { const bar = document.querySelector('.dr-span'); return bar.textContent !== bar.dataset.before; }`;

async function drawing(browser, { url }, token) {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 1000 } });
  await asSignedIn(url, token)(context);
  const page = await context.newPage();
  await page.goto(`${url}/dialysis/timeline?patientId=${PATIENT}`);
  await page.locator('.dr-chart [data-drawn]').waitFor({ timeout: 60_000 });
  await page.evaluate(timeOf, { act: press('全部'), done: drawn });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const [draw, step, work] = [[], [], []];
  for (let at = 0; at < ROUNDS; at += 1) {
    await page.evaluate(timeOf, { act: press('表格'), done: `() => document.querySelector('.dr-chart') === null` });
    const before = await busySeconds(devtools);
    draw.push(await page.evaluate(timeOf, { act: press('曲线'), done: drawn }));
    work.push(((await busySeconds(devtools)) - before) * 1000);
    step.push(await page.evaluate(timeOf, { act: key(at % 2 === 0 ? 'ArrowUp' : 'ArrowDown'), done: moved }));
  }
  await context.close();
  return { draw, step, work };
}

async function answering(session) {
  const times = [];
  let treatments = 0;
  for (let at = 0; at < ROUNDS; at += 1) {
    const began = performance.now();
    const { code, data, msg } = await session.call('GET', `/api/dialysis/Round/Timeline/${PATIENT}`);
    times.push(performance.now() - began);
    if (code !== 200) throw new Error(msg);
    treatments = data.treatments.id.length;
  }
  return { times, treatments };
}

export async function run() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    await (await startSystem({ dataDir })).stop();
    await fill(dataDir);
    const system = await startSystem({ dataDir });
    const browser = await openBrowser();
    try {
      const session = await signIn(system.url, 'admin');
      const { times, treatments } = await answering(session);
      const { draw, step, work } = await drawing(browser, system, session.token);
      const note = (list) => `calmest of ${list.length}; median ${median(list).toFixed(0)}`;
      return [
        {
          what: `${treatments} treatments: press to painted`,
          value: Math.min(...draw),
          unit: 'ms',
          budget: DRAW_BUDGET_MS,
          note: `${note(draw)}, of it main thread ${median(work).toFixed(0)}`,
        },
        { what: 'a step of the window by a key', value: Math.min(...step), unit: 'ms', budget: KEY_BUDGET_MS, note: note(step) },
        { what: 'the answer', value: Math.min(...times), unit: 'ms', budget: ANSWER_BUDGET_MS, note: `${note(times)}; processor not slowed` },
      ];
    } finally {
      await browser.close();
      await system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
