import { createServer } from 'node:http';
import { longestChain, recordRequests } from './load-chain.mjs';
import { openBrowser, watchFor } from './page-cost.mjs';
import { PEER_HINT, startPeer } from './peer.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'First list page after sign-in';

const KB = 1024;
const RUNS = 3;
const ROWS = 'table tbody tr td, [role="grid"] [role="row"] [role="gridcell"]';
/** A line as small clinics have it. */
const CLINIC_LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

/**
 * A page of another site, from which every list is opened, as staff open one from whatever their browser shows. From an empty tab a page that keeps
 * other windows out (cross-origin-opener-policy) has to wait for a process of its own after its answer, and one that does not goes on in the tab's.
 */
async function startElsewhere() {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>elsewhere</title>'));
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return { url: `http://localhost:${server.address().port}/`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function fresh(browser, prepare) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  await prepare(context);
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}

/** One opening with an empty cache: milliseconds until rows stand, and the requests until then. */
async function firstPage(browser, { url, rows, prepare, from }, line) {
  const { context, page, devtools } = await fresh(browser, prepare);
  await page.goto(from);
  const { done } = await recordRequests(devtools);
  if (line) await devtools.send('Network.emulateNetworkConditions', line);
  await page.addInitScript(watchFor(rows));
  await page.goto(url);
  await page.waitForFunction(() => globalThis.__cost?.ready > 0);
  const readyMs = await page.evaluate(() => globalThis.__cost.ready);
  const requests = done();
  await context.close();
  return { readyMs, steps: longestChain(requests).length, bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0) };
}

const medians = (rows) => Object.fromEntries(Object.keys(rows[0]).map((key) => [key, median(rows.map((row) => row[key]))]));

/** Openings of each list in turn, so that a busy minute falls on all alike. @returns medians, in the order of the lists */
async function inTurn(browser, lists, line) {
  const rows = lists.map(() => []);
  for (let run = 0; run < RUNS; run += 1) for (const [at, list] of lists.entries()) rows[at].push(await firstPage(browser, list, line));
  return rows.map(medians);
}

/** The peer's list beside ours, when a built one is there. */
function againstPeer(ours, peer) {
  if (peer === undefined) return [];
  return [
    { what: 'first list page ÷ vue-element-admin, no line at all', value: ours.calm.readyMs / peer.calm.readyMs, unit: '×', budget: 0.8 },
    { what: 'first list page ÷ vue-element-admin, 10 Mbit/s with 40 ms', value: ours.clinic.readyMs / peer.clinic.readyMs, unit: '×', budget: 0.8 },
    { what: '  vue-element-admin, rows stand, no line at all', value: peer.calm.readyMs, unit: 'ms' },
    { what: '  vue-element-admin, rows stand, 10 Mbit/s with 40 ms', value: peer.clinic.readyMs, unit: 'ms' },
    { what: '  vue-element-admin, all bytes', value: peer.clinic.bytes / KB, unit: 'KB' },
    { what: '  vue-element-admin, requests one after another', value: peer.clinic.steps, unit: '' },
  ];
}

export async function run() {
  const system = await startSystem();
  const browser = await openBrowser();
  const elsewhere = await startElsewhere();
  const from = elsewhere.url;
  const peer = await startPeer();
  if (!peer) console.log(`  without a peer: ${PEER_HINT}`);
  try {
    const { token } = await signIn(system.url, 'doctor');
    const own = { url: `${system.url}/his/patient`, rows: ROWS, prepare: asSignedIn(system.url, token), from };
    const lists = peer ? [own, { ...peer, from }] : [own];
    for (const list of lists) await firstPage(browser, list);
    const calm = await inTurn(browser, lists);
    const clinic = await inTurn(browser, lists, CLINIC_LINE);
    const [ours, theirs] = lists.map((_, at) => ({ calm: calm[at], clinic: clinic[at] }));
    return [
      { what: 'first list page, requests one after another', value: ours.clinic.steps, unit: '', budget: 4 },
      { what: 'first list page, all bytes', value: ours.clinic.bytes / KB, unit: 'KB', budget: 400 },
      { what: 'first list page, rows stand, no line at all', value: ours.calm.readyMs, unit: 'ms' },
      { what: 'first list page, rows stand, 10 Mbit/s with 40 ms', value: ours.clinic.readyMs, unit: 'ms' },
      ...againstPeer(ours, theirs),
    ];
  } finally {
    await browser.close();
    await peer?.stop();
    await elsewhere.stop();
    await system.stop();
  }
}
