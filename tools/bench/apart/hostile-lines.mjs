import { readFileSync } from 'node:fs';
import { requestBytes, thinClient } from '../load/thin-client.mjs';
import { quantile } from './quantile.mjs';

const CALM_SECONDS = 2;
const WINDOW_SECONDS = 4;
/** Between two calls of a line. Without it the line would measure what one more busy caller costs, whatever he calls. */
const PAUSE_MS = 100;

/**
 * What a package may do that must harm nobody: line → route of its package, and its body where it is a write. Those that end a process have a
 * package of their own: after three ends it would be put aside.
 */
export const LINES = [
  { line: 'errors that escape', route: 'late' },
  { line: 'process.exit', route: 'exit' },
  { line: '40,000 lines of log', route: 'chatter' },
  { line: '40,000 lines past its log', route: 'console' },
  { line: 'an answer of 40 MB', route: 'flood' },
  { line: 'an answer nested without end', route: 'deep' },
  { line: 'files, programs, sockets', route: 'files' },
  { line: 'a million events', route: 'tells', own: true },
  { line: 'questions without end', route: 'asks', own: true },
  { line: 'an answer that never comes', route: 'never', own: true },
  { line: 'a transaction that is never ended', route: 'keep', body: {}, own: true },
  { line: 'a transaction that asks without end', route: 'occupy', body: {}, own: true },
  { line: 'a statement without end', route: 'endless', own: true },
  { line: 'a loop without end', route: 'hold', own: true },
  { line: 'memory without end', route: 'leak', own: true },
  { line: 'a pattern without end', route: 'pattern', body: { text: `${'a'.repeat(60)}!` }, own: true },
];

/** BENCH_LINES=keep,hold: these alone, by their route. */
const wanted = process.env.BENCH_LINES?.split(',');
const measured = LINES.filter(({ route }) => wanted?.includes(route) ?? true);

/** Processor time that a process has used since it began, by the system's count of hundredths of a second. */
function processorMs(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export const packageOf = ({ route, own }) => (own ? `bad-${route}` : 'bad');

/**
 * Each line in its turn while others call all the while; before each, the same with harmless calls in the place of the line.
 * @param others by name: makes one call and answers its milliseconds, or throws
 * @returns rows: p95 beside the line against p95 before it, and the longest call; and how many calls of others failed
 */
export async function besideEachLine(system, token, others) {
  const rows = [];
  let failed = 0;
  const timed = async (call, until) => {
    const times = [];
    while (!until()) {
      try {
        times.push(await call());
      } catch (error) {
        failed += 1;
        console.error(String(error).slice(0, 300));
      }
    }
    return times;
  };
  const together = async (work) => {
    let over = false;
    const ended = work.finally(() => {
      over = true;
    });
    const before = processorMs(system.pid);
    const times = await Promise.all(Object.values(others).map((call) => timed(call, () => over)));
    // A busy machine makes calls wait; it does not make the server work more for them.
    const workMs = (processorMs(system.pid) - before) / times.flat().length;
    return { times, workMs, ...(await ended) };
  };
  const after = (seconds) => {
    const end = performance.now() + seconds * 1_000;
    return () => performance.now() > end;
  };
  for (const line of measured) {
    const calm = await together(repeatedly(system, token, { of: packageOf(line), route: 'rows' }, after(CALM_SECONDS)));
    const { times, workMs, calls, codes } = await together(repeatedly(system, token, { ...line, of: packageOf(line) }, after(WINDOW_SECONDS)));
    for (const [at, name] of Object.keys(others).entries()) {
      const [before, beside] = [quantile(calm.times[at], 0.95), quantile(times[at], 0.95)];
      rows.push({
        what: `${line.line}: ${name}, p95`,
        value: beside / before,
        unit: '×',
        budget: 1.2,
        note: `${times[at].length} calls, ${before.toFixed(2)} → ${beside.toFixed(2)} ms, longest ${Math.round(Math.max(...times[at]))}; the server's work ${calm.workMs.toFixed(2)} → ${workMs.toFixed(2)} ms a call; ${calls} of the line: ${codes}`,
      });
    }
  }
  return [...rows, { what: 'calls of others that failed meanwhile', value: failed, unit: '', budget: 0 }];
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
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    } while (!until());
  } finally {
    client.close();
  }
  return { calls, codes: [...codes].join(', ') };
}
