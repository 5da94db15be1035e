import { chromium } from 'playwright';
import { CHROMIUM_ARGS, obtainChromium } from '../../test/chromium.mjs';

/** Counts long tasks and marks the first frame in which the ready selector is laid out; runs in the page. */
const WATCH = `(selector) => {
  const cost = { long: [], ready: 0 };
  window.__cost = cost;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) cost.long.push({ start: entry.startTime, duration: entry.duration }); }).observe({ type: 'longtask', buffered: true });
  const look = () => {
    const found = document.querySelector(selector);
    if (found && found.getBoundingClientRect().width > 0) { requestAnimationFrame(() => { cost.ready = performance.now(); }); return; }
    requestAnimationFrame(look);
  };
  look();
}`;

/** Script for a fresh page: `__cost.ready` becomes the time since navigation of the first frame in which the selector is laid out; milliseconds. */
export const watchFor = (selector) => `(${WATCH})(${JSON.stringify(selector)})`;

const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** One browser for a whole bench run. */
export async function openBrowser() {
  const { path, problem } = obtainChromium();
  if (problem) throw new Error(problem);
  return chromium.launch({ executablePath: path, args: CHROMIUM_ARGS });
}

/**
 * What one page costs a browser with an empty cache: medians over `runs`.
 * `prepare` puts a session into the fresh context before the page is opened.
 * Bytes are counted on the wire (body and headers), times in milliseconds since navigation.
 */
export async function pageCost(browser, { url, ready, runs = 3, cpu = 1, prepare }) {
  const rows = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
    try {
      await prepare?.(context);
      rows.push(await oneLoad(context, url, ready, cpu));
    } finally {
      await context.close();
    }
  }
  return Object.fromEntries(Object.keys(rows[0]).map((key) => [key, median(rows.map((row) => row[key]))]));
}

async function oneLoad(context, url, ready, cpu) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (cpu > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const types = new Map();
  const sum = { bytes: 0, scriptBytes: 0, requests: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sum.bytes += encodedDataLength;
    sum.requests += 1;
    if (types.get(requestId) === 'Script') sum.scriptBytes += encodedDataLength;
  });
  await page.addInitScript(watchFor(ready));
  await page.goto(url);
  await page.waitForFunction(() => window.__cost?.ready > 0, undefined, { timeout: 60_000 });
  await page.waitForTimeout(1000);
  const { long, ready: readyMs } = await page.evaluate(() => window.__cost);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return {
    ...sum,
    readyMs,
    blockingMs: long.reduce((total, task) => total + Math.max(0, task.duration - 50), 0),
    longTasks: long.length,
    heapMb: usedSize / 1048576,
  };
}
