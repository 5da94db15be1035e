import { spawn } from 'node:child_process';
import { watchProcessorWait } from '../load/processor-wait.mjs';
import { processMs } from '../load/processor-time.mjs';
import { requestBytes, thinClient } from '../load/thin-client.mjs';
import { MEASURED, packageOf } from './hostile-lines.mjs';
import { quantile } from './quantile.mjs';

/** Times that each line is measured, in turns with harmless calls: whatever else the machine does meets both. */
export const ROUNDS = process.env.BENCH_SHORT ? 2 : 4;
const CALM_SECONDS = 3;
const WINDOW_SECONDS = 4;
/** Between two calls of a line. Without it the line would measure what one more busy caller costs, whatever he calls. */
const PAUSE_MS = 100;
/** A flood of questions is ended after half a minute. */
const SETTLE_MS = 60_000;
const BUDGET = 1.2;

/** A process of nobody that calculates below the server, as a package does that answers nobody: what two processors cannot give to three, whoever they are. */
const FLOOR = 'a process of nobody that calculates';

const sum = (values) => values.reduce((all, one) => all + one, 0);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const after = (seconds) => {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
};

/**
 * Each line in turns with harmless calls in its place, while others call all the while.
 * @param others by name: makes one call and answers its milliseconds, or throws
 * @returns rows: p95 beside the line against p95 beside harmless calls, over all rounds, with what the rounds gave one by one; and how many calls of others failed
 */
export async function besideEachLine(system, token, others) {
  let failed = 0;
  const timed = async (call, isOver) => {
    const times = [];
    while (!isOver()) {
      try {
        times.push(await call());
      } catch (error) {
        failed += 1;
        console.error(String(error).slice(0, 300));
      }
    }
    return times;
  };
  /** Others call while the work is done. @returns their times, and what it cost the server */
  const beside = async (work) => {
    let over = false;
    const ended = work().finally(() => {
      over = true;
    });
    const before = processMs(system.pid);
    const waited = watchProcessorWait(() => [system.pid]);
    const times = await Promise.all(Object.values(others).map((call) => timed(call, () => over)));
    // A busy machine makes calls wait; it does not make the server work more for them.
    return { times, serverMs: processMs(system.pid) - before, inLine: waited().waitedShareServers, ...(await ended) };
  };
  const called = (call, seconds) => () => repeatedly(system, token, call, after(seconds));
  const rows = [];
  let floor = [];
  for (const line of [{ line: FLOOR, floor: true }, ...MEASURED]) {
    const [calm, during] = [[], []];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const of = line.floor ? 'bad' : packageOf(line, round);
      await settled(system, token, of);
      calm.push(await beside(called({ of, route: 'rows' }, CALM_SECONDS)));
      during.push(await beside(line.floor ? calculating : called({ ...line, of }, WINDOW_SECONDS)));
      await settled(system, token, of);
    }
    const found = Object.keys(others).map((name, at) => ({ name, at, ...compared(calm, during, at) }));
    rows.push(...found.map((one) => rowOf(line, one, { calm, during }, floor[one.at])));
    if (line.floor) floor = found.map(({ ratio }) => ratio);
  }
  return [...rows, { what: 'calls of others that failed meanwhile', value: failed, unit: '', budget: 0 }];
}

const p95 = (windows, at) =>
  quantile(
    windows.flatMap(({ times }) => times[at]),
    0.95,
  );

const compared = (calm, during, at) => ({
  before: p95(calm, at),
  beside: p95(during, at),
  ratio: p95(during, at) / p95(calm, at),
  rounds: calm.map((window, round) => p95([during[round]], at) / p95([window], at)),
  calls: [calm, during].map((windows) => sum(windows.map(({ times }) => times[at].length))),
  longest: Math.max(...during.flatMap(({ times }) => times[at])),
});

const workMs = (windows) => sum(windows.map(({ serverMs }) => serverMs)) / sum(windows.map(({ times }) => times.flat().length));
const inLine = (windows) => Math.round((100 * sum(windows.map((window) => window.inLine))) / windows.length);

function rowOf({ line, floor: isFloor }, { name, before, beside, ratio, rounds, calls, longest }, { calm, during }, floor) {
  const spread = `${Math.min(...rounds).toFixed(2)}…${Math.max(...rounds).toFixed(2)} in ${rounds.length} rounds`;
  const work = `the server's work ${workMs(calm).toFixed(2)} → ${workMs(during).toFixed(2)} ms a call, its wait for a processor ${inLine(calm)} → ${inLine(during)} %`;
  const of = isFloor ? '' : `; ${sum(during.map((one) => one.calls))} of the line: ${[...new Set(during.flatMap(({ codes }) => codes))].join(', ')}`;
  const beyond = isFloor ? '' : `; ${(ratio / floor).toFixed(2)} of what a process of nobody costs`;
  return {
    what: `${line}: ${name}, p95`,
    value: ratio,
    unit: '×',
    ...(isFloor ? {} : { budget: BUDGET }),
    note: `${spread}; ${calls.join(' and ')} calls, ${before.toFixed(2)} → ${beside.toFixed(2)} ms, longest ${Math.round(longest)}; ${work}${beyond}${of}`,
  };
}

async function calculating() {
  const burner = spawn('nice', ['-n', '19', process.execPath, '-e', 'for (;;) Math.random();'], { stdio: 'ignore' });
  const gone = new Promise((done) => burner.once('exit', done));
  await pause(WINDOW_SECONDS * 1_000);
  burner.kill('SIGKILL');
  await gone;
  return { calls: 0, codes: [] };
}

/** Until a package answers, or stays off: its start, and what it still does of a line, belongs to no window. */
async function settled({ url }, token, of) {
  const { host } = new URL(url);
  const request = requestBytes('GET', `/api/bench/${of}/rows`, host, token, '');
  const isOver = after(SETTLE_MS / 1_000);
  const client = await thinClient(url);
  try {
    while (!(await client.send(request)).includes('"code":200') && !isOver()) await pause(PAUSE_MS);
  } finally {
    client.close();
  }
}

/** One after another, with a pause after each, until the time is over. */
async function repeatedly({ url }, token, { of, route, body }, until) {
  const codes = new Set();
  let calls = 0;
  const { host } = new URL(url);
  const request = requestBytes(body ? 'POST' : 'GET', `/api/bench/${of}/${route}`, host, token, body ? JSON.stringify(body) : '');
  const client = await thinClient(url);
  try {
    do {
      const answer = await client.send(request);
      codes.add(/"code":(\d+)/.exec(answer.toString('latin1', 0, 200))?.[1] ?? '?');
      calls += 1;
      await pause(PAUSE_MS);
    } while (!until());
  } finally {
    client.close();
  }
  return { calls, codes: [...codes] };
}
