import { quantile } from './quantile.mjs';

const CALM_SECONDS = 1.5;
const WINDOW_SECONDS = 4;

/**
 * What a package may do that must harm nobody: line → route of its package, and its body where it is a write. Those that end a process have a
 * package of their own: after three ends it would be put aside.
 */
export const LINES = [
  { line: 'errors that escape', route: 'late' },
  { line: 'process.exit', route: 'exit' },
  { line: '40,000 lines of log', route: 'chatter' },
  { line: 'an answer of 40 MB', route: 'flood' },
  { line: 'an answer nested without end', route: 'deep' },
  { line: 'files, programs, sockets', route: 'files' },
  { line: 'an answer that never comes', route: 'never', own: true },
  { line: 'a transaction that is never ended', route: 'keep', body: {}, own: true },
  { line: 'a loop without end', route: 'hold', own: true },
  { line: 'memory without end', route: 'leak', own: true },
  { line: 'a pattern without end', route: 'pattern', body: { text: `${'a'.repeat(60)}!` }, own: true },
];

export const packageOf = ({ route, own }) => (own ? `bad-${route}` : 'bad');

/**
 * Each line in its turn while others call all the while; before each, the same others without it.
 * @param others by name: makes one call and answers its milliseconds, or throws
 * @returns rows: p95 beside the line against p95 before it; and how many calls of others failed
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
  const together = async (until) => await Promise.all(Object.values(others).map((call) => timed(call, until)));
  const after = (seconds) => {
    const end = performance.now() + seconds * 1_000;
    return () => performance.now() > end;
  };
  for (const line of LINES) {
    const calm = await together(after(CALM_SECONDS));
    const attack = repeatedly(system, token, line, after(WINDOW_SECONDS));
    let over = false;
    const ended = attack.finally(() => {
      over = true;
    });
    const beside = await together(() => over);
    const { calls, codes } = await ended;
    for (const [at, name] of Object.keys(others).entries())
      rows.push({
        what: `${line.line}: ${name}, p95`,
        value: quantile(beside[at], 0.95) / quantile(calm[at], 0.95),
        unit: '×',
        budget: 1.2,
        note: `${beside[at].length} calls, ${quantile(calm[at], 0.95).toFixed(2)} → ${quantile(beside[at], 0.95).toFixed(2)} ms; ${calls} of the line: ${codes}`,
      });
  }
  return [...rows, { what: 'calls of others that failed meanwhile', value: failed, unit: '', budget: 0 }];
}

/** One after another until the time is over; while its process is down it waits a moment. */
async function repeatedly({ url }, token, line, until) {
  const codes = new Set();
  let calls = 0;
  do {
    const write = line.body && { method: 'POST', body: JSON.stringify(line.body) };
    const headers = { Authorization: token, ...(write && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(`${url}/api/bench/${packageOf(line)}/${line.route}`, { ...write, headers });
    const { code } = await answer.json();
    codes.add(code);
    calls += 1;
    if (code !== 200) await new Promise((done) => setTimeout(done, 100));
  } while (!until());
  return { calls, codes: [...codes].join(', ') };
}
