import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requestBytes, thinClient } from '../load/thin-client.mjs';
import { signIn, startSystem } from '../system.mjs';
import { besideEachLine, ROUNDS as LINE_ROUNDS } from './beside-lines.mjs';
import { MEASURED, packageOf } from './hostile-lines.mjs';
import { writeOutsidePackage } from './outside-package.mjs';
import { quantile } from './quantile.mjs';

export const title = 'Packages from outside in processes of their own (DATABASE_URL: on that server)';

const WARM = 300;
const ROUNDS = 1_500;
const LIMITS = { PLUGIN_HANG_SECONDS: '2', PLUGIN_CALL_SECONDS: '3', PLUGIN_TRANSACTION_SECONDS: '1' };

const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
const isPackage = (pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('package-process');

/** The same code in the server and in a process: calls in turn, so that whatever else the machine does meets both; then everything a package can do wrong, beside others. */
export async function run() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-apart-'));
  const registry = path.join(folder, 'registry.json');
  const names = Array.from({ length: LINE_ROUNDS }, (_, at) => MEASURED.map((line) => packageOf(line, at + 1))).flat();
  const bad = ['bad', ...names.filter((name) => name !== 'bad')].map((id) => writeOutsidePackage(folder, id));
  writeFileSync(
    registry,
    JSON.stringify({ site: { name: 'bench' }, plugins: [writeOutsidePackage(folder, 'near', { apart: false }), writeOutsidePackage(folder, 'far'), ...bad] }),
  );
  const { DATABASE_URL } = process.env;
  const where = DATABASE_URL ? { DATABASE_URL, DEMO_DATA: '', ADMIN_PASSWORD: 'Bench2026' } : {};
  const system = await startSystem({ env: { REGISTRY_FILE: registry, ...LIMITS, ...where } });
  const { host } = new URL(system.url);
  const clients = [];
  const client = async () => {
    const made = await thinClient(system.url);
    clients.push(made);
    return made;
  };
  try {
    const { token } = await signIn(system.url, 'admin', DATABASE_URL ? 'Bench2026' : undefined);
    const caller = async (id) => {
      const one = await client();
      const request = requestBytes('GET', `/api/bench/${id}/rows`, host, token, '');
      return async () => {
        const at = performance.now();
        const answer = await one.send(request);
        const took = performance.now() - at;
        if (!answer.includes('"code":200')) throw new Error(String(answer).slice(0, 300));
        return took;
      };
    };
    const [near, far] = [await caller('near'), await caller('far')];
    const inTurn = async (count) => {
      const times = { near: [], far: [] };
      for (let at = 0; at < count; at += 1) {
        times.near.push(await near());
        times.far.push(await far());
      }
      return times;
    };
    await inTurn(WARM);
    const { near: nearMs, far: farMs } = await inTurn(ROUNDS);
    const memory = quantile(childrenOf(system.pid).filter(isPackage).map(residentMb), 0.5);
    return [
      { what: 'call with one query, in the server, p50', value: quantile(nearMs, 0.5), unit: 'ms' },
      { what: 'the same in a process, p50', value: quantile(farMs, 0.5), unit: 'ms' },
      { what: 'process against server, p50', value: quantile(farMs, 0.5) / quantile(nearMs, 0.5), unit: '×', budget: 1.15 },
      { what: 'process against server, p99', value: quantile(farMs, 0.99) / quantile(nearMs, 0.99), unit: '×' },
      { what: 'memory of a process', value: memory, unit: 'MB', budget: 90 },
      ...(await besideEachLine(system, token, { 'a plugin in the server': near, 'another package': far })),
    ];
  } finally {
    for (const one of clients) one.close();
    await system.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
