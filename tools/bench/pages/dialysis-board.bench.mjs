/**
 * The board of treatments, 24 stations × 3 shifts × 6 days with every place taken, in a real browser on a processor four times slower: from the press on
 * "week" to the frame in which all of it stands there; picking somebody up by a key; and a change on 30 open screens.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import WebSocket from 'ws';
import { busySeconds, median } from './crowd.mjs';
import { openBrowser } from './page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'Dialysis board: 24 stations × 3 shifts × 6 days (processor 4× slower)';

const SLOWER = 4;
const ROUNDS = 5;
const DRAW_BUDGET_MS = 200;
const KEY_BUDGET_MS = 50;
const SCREENS = 30;
const CHANGES = 3;
const AT = '/api/his/dialysis-schedule';
const CHANGE_BUDGET_MS = 1_000;
/** Of one screen's main thread for one change, until what is read behind it is drawn too. */
const SCREEN_BUDGET_MS = 60;
/** A session has no more windows than this that hear of changes. */
const WINDOWS = 5;
const PLACES = 24 * 3 * 6;

/** Fills every place of this week, each with some patient of the demo; a patient may stand there often, which no index forbids across shifts. */
const FILL = `
  insert into dialysis_schedule.slot (id, org_id, slot_day, shift_id, station_id, zone, patient_id, origin, state, held, created_at, updated_at)
  select 'bench-' || d || '-' || sh.at || '-' || st.id, 'org-gz', date_trunc('week', now() at time zone 'Asia/Shanghai')::date + d, sh.id, st.id, st.zone,
    'patient-' || lpad(((st.at + sh.at * 24 + d * 7) % 80 + 1)::text, 4, '0'), 'added', 'planned', true, now(), now()
  from generate_series(0, 5) d
  cross join (select id, zone, row_number() over (order by sort_code, en_code) as at from dialysis_schedule.station where org_id = 'org-gz' and deleted_at is null) st
  cross join (values ('class-gz-morning', 0), ('class-gz-afternoon', 1), ('class-gz-evening', 2)) sh(id, at)
  on conflict do nothing`;

async function fill(dataDir) {
  const { openDatabase } = await import(pathToFileURL(path.resolve('.build/server/database.mjs')).href);
  const quiet = { info: () => undefined, warn: console.warn, error: console.error, debug: () => undefined };
  const db = await openDatabase({ kind: 'embedded', dataDir }, quiet);
  try {
    await db.script(FILL);
    await db.script('analyze dialysis_schedule.slot');
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

const CELLS = `document.querySelectorAll('.ds-board td[data-cell]').length`;
const press = (text) => `() => [...document.querySelectorAll('.ds-views button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)}).click()`;
const enter = `() => { const cell = document.querySelector('.ds-board td.ds-planned'); cell.focus(); cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })); }`;
const letGo = `() => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))`;

async function openBoard(browser, url, token) {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  await asSignedIn(url, token)(context);
  const page = await context.newPage();
  await page.goto(`${url}/his/dialysisSchedule`);
  await page.locator('.ds-board td[data-cell]').first().waitFor({ timeout: 60_000 });
  return { context, page };
}

/** The week is read before, so that drawing alone is measured: day and week of the same days are drawn in turn from what is there. */
async function drawing(browser, { url }, token) {
  const [draw, pick, work] = [[], [], []];
  const { context, page } = await openBoard(browser, url, token);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // Answers come at once, as from a server next door: what is measured is the page.
  const answers = new Map();
  await page.route('**/api/his/dialysis-schedule/Board**', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const key = `${searchParams.get('from')} ${searchParams.get('to')}`;
    if (!answers.has(key)) {
      const response = await route.fetch();
      answers.set(key, { status: response.status(), headers: response.headers(), body: await response.body() });
    }
    await route.fulfill(answers.get(key));
  });
  await page.evaluate(timeOf, { act: press('周'), done: `() => ${CELLS} >= ${PLACES}` });
  await page.evaluate(timeOf, { act: press('日'), done: `() => ${CELLS} < 100 && ${CELLS} > 0` });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (let at = 0; at < ROUNDS; at += 1) {
    const before = await busySeconds(devtools);
    draw.push(await page.evaluate(timeOf, { act: press('周'), done: `() => document.querySelectorAll('.ds-board .ds-taken').length >= ${PLACES * 0.9}` }));
    work.push(((await busySeconds(devtools)) - before) * 1000);
    pick.push(await page.evaluate(timeOf, { act: enter, done: `() => document.querySelector('.ds-board[data-picked]') !== null` }));
    await page.evaluate(timeOf, { act: letGo, done: `() => document.querySelector('.ds-board[data-picked]') === null` });
    await page.evaluate(timeOf, { act: press('日'), done: `() => ${CELLS} < 100 && ${CELLS} > 0` });
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  return { draw, pick, work };
}

async function openScreens(browser, { url }, count) {
  const contexts = [];
  const pages = [];
  while (pages.length < count) {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1000, height: 700 } });
    contexts.push(context);
    await asSignedIn(url, (await signIn(url, 'admin')).token)(context);
    for (let at = 0; at < WINDOWS && pages.length < count; at += 1) {
      const page = await context.newPage();
      await page.goto(`${url}/his/dialysisSchedule`);
      await page.locator('.ds-board td[data-cell]').first().waitFor({ timeout: 60_000 });
      pages.push(page);
    }
  }
  return { contexts, pages };
}

/** Plain readers: each hears the push on a socket and reads the change, as a board does, without drawing it. */
async function plainReaders({ url }, count) {
  const sockets = [];
  let session;
  while (sockets.length < count) {
    if (sockets.length % WINDOWS === 0) session = await signIn(url, 'admin');
    const { token, call } = session;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/message/websocket`, { origin: url });
    await once(socket, 'open');
    socket.send(JSON.stringify({ method: 'OnConnection', token, mobileDevice: false }));
    socket.on('message', (text) => {
      const { method, date, slotIds, stamp } = JSON.parse(text);
      if (method === 'dialysisBoardChanged')
        void call('GET', `${AT}/Changes?${new URLSearchParams({ date, ids: slotIds.join(), stamp })}`, undefined, { 'X-Background': '1' });
    });
    sockets.push(socket);
  }
  return () => {
    for (const socket of sockets) socket.close();
  };
}

/** Milliseconds from sending a change to the frame in which the last of these pages shows it. */
async function changeSeen(pages, session) {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());
  const { data } = await session.call('GET', `${AT}/Board?from=${day}&to=${day}`);
  const slot = data.slots.find(({ state }) => state === 'planned');
  const cell = `.ds-board td[data-cell="${day}|${slot.shiftId}|${slot.stationId}"]`;
  const began = performance.now();
  const seen = pages.map((page) =>
    page
      .locator(`${cell}:not(.ds-taken)`)
      .waitFor({ timeout: 30_000 })
      .then(() => performance.now() - began),
  );
  const answer = await session.call('PUT', `${AT}/Slot/${slot.slotId}/Actions/Suspend`, { version: slot.version, reason: 'SIM' });
  if (answer.code !== 200) throw new Error(answer.msg);
  return Math.max(...(await Promise.all(seen)));
}

/** @param readers that listen besides, without a browser */
async function changeOnScreens(browser, system, session, screens, readers) {
  const { contexts, pages } = await openScreens(browser, system, screens);
  const close = await plainReaders(system, readers);
  const threads = [];
  for (const page of pages) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    threads.push(devtools);
  }
  const busy = () => Promise.all(threads.map(busySeconds));
  const times = [];
  const work = [];
  for (let at = 0; at < CHANGES; at += 1) {
    const before = await busy();
    // What speaks against the place, and who has none now, is read behind.
    const behind = pages.flatMap((page) => ['Changes', 'Unplanned'].map((name) => page.waitForResponse((answer) => answer.url().includes(`${AT}/${name}`))));
    times.push(await changeSeen(pages, session));
    await Promise.all(behind);
    await Promise.all(pages.map((page) => page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))));
    work.push(...(await busy()).map((after, screen) => (after - (before[screen] ?? 0)) * 1_000));
  }
  close();
  for (const context of contexts) await context.close();
  return { times, work };
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
      const { draw, pick, work } = await drawing(browser, system, session.token);
      const note = (times) => `calmest of ${times.length}; median ${median(times).toFixed(0)}`;
      const one = await changeOnScreens(browser, system, session, 1, SCREENS - 1);
      const all = await changeOnScreens(browser, system, session, SCREENS, 0);
      return [
        {
          what: `${PLACES} places of a week: press to painted`,
          value: Math.min(...draw),
          unit: 'ms',
          budget: DRAW_BUDGET_MS,
          note: `${note(draw)}, of it main thread ${median(work).toFixed(0)}`,
        },
        { what: 'somebody picked up by a key', value: Math.min(...pick), unit: 'ms', budget: KEY_BUDGET_MS, note: note(pick) },
        {
          what: `a change on ${SCREENS} open screens`,
          value: Math.min(...all.times),
          unit: 'ms',
          budget: CHANGE_BUDGET_MS,
          note: `the last screen, ${note(all.times)}; thirty browsers share the processors of this machine with the server`,
        },
        {
          what: `a change on one screen, ${SCREENS - 1} others listen`,
          value: Math.min(...one.times),
          unit: 'ms',
          budget: CHANGE_BUDGET_MS,
          note: `the product without the other browsers, ${note(one.times)}`,
        },
        {
          what: 'main thread of a screen for a change',
          value: median(all.work),
          unit: 'ms',
          budget: SCREEN_BUDGET_MS,
          note: `median of ${all.work.length}; most ${Math.max(...all.work).toFixed(0)}`,
        },
      ];
    } finally {
      await browser.close();
      await system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
