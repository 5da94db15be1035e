import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requestBytes, thinClient } from '../load/thin-client.mjs';
import { signIn, startSystem } from '../system.mjs';
import { writeOutsidePackage } from './outside-package.mjs';

export const title = 'Packages from outside in processes of their own';

const WARM = 300;
const ROUNDS = 1_500;
const HOLD_SECONDS = 2;

const quantile = (values, part) => values.toSorted((a, b) => a - b)[Math.floor(values.length * part)];
const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
const isPackage = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('package-process');

/** The same code in the server and in a process: calls in turn, so that whatever else the machine does meets both. */
export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-apart-'));
  const registry = path.join(folder, 'registry.json');
  const plugins = [writeOutsidePackage(folder, 'near', { apart: false }), writeOutsidePackage(folder, 'far'), writeOutsidePackage(folder, 'bad')];
  writeFileSync(registry, JSON.stringify({ site: { name: 'bench' }, plugins }));
  const system = await startSystem({ env: { REGISTRY_FILE: registry, PLUGIN_HANG_SECONDS: String(HOLD_SECONDS) } });
  const { host } = new URL(system.url);
  const client = await thinClient(system.url);
  try {
    const { token } = await signIn(system.url, 'admin');
    const bytes = (id, way = 'rows') => requestBytes('GET', `/api/bench/${id}/${way}`, host, token, '');
    const timed = async (request) => {
      const at = performance.now();
      const answer = await client.send(request);
      const took = performance.now() - at;
      if (!answer.includes('"code":200')) throw new Error(String(answer).slice(0, 300));
      return took;
    };
    const [near, far] = [bytes('near'), bytes('far')];
    const inTurn = async (count) => {
      const times = { near: [], far: [] };
      for (let at = 0; at < count; at += 1) {
        times.near.push(await timed(near));
        times.far.push(await timed(far));
      }
      return times;
    };
    await inTurn(WARM);
    const { near: nearMs, far: farMs } = await inTurn(ROUNDS);
    const processes = childrenOf(system.pid).filter(isPackage);
    const memory = quantile(processes.map(residentMb), 0.5);
    const calm = [];
    for (let at = 0; at < ROUNDS; at += 1) calm.push(await timed(near));
    const besides = await besideALoop(system, () => timed(near), token);
    return [
      { what: 'call with one query, in the server, p50', value: quantile(nearMs, 0.5), unit: 'ms' },
      { what: 'the same in a process, p50', value: quantile(farMs, 0.5), unit: 'ms' },
      { what: 'process against server, p50', value: quantile(farMs, 0.5) / quantile(nearMs, 0.5), unit: '×', budget: 1.15 },
      { what: 'process against server, p99', value: quantile(farMs, 0.99) / quantile(nearMs, 0.99), unit: '×' },
      { what: 'memory of a process', value: memory, unit: 'MB', budget: 90 },
      { what: 'other calls while a package loops without end, p95', value: quantile(besides, 0.95) / quantile(calm, 0.95), unit: '×', budget: 1.2 },
    ];
  } finally {
    client.close();
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Times of other calls from the beginning of a loop to its end. */
async function besideALoop(system, call, token) {
  let ended = false;
  const held = fetch(`${system.url}/api/bench/bad/hold`, { headers: { Authorization: token } }).finally(() => {
    ended = true;
  });
  const times = [];
  while (!ended) times.push(await call());
  const { code } = await (await held).json();
  if (code !== 503) throw new Error(`the call that never ends was answered with ${code}`);
  return times;
}
