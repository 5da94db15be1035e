/**
 * The month of a whole centre: 500 patients with 13 sessions of 6 lines, settled on the embedded engine by a process that is
 * killed five times on the way. Run directly it prints JSON: `node tools/bench/load/month-run.bench.mjs`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { loadBuilder } from '../build/load-builder.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PATIENTS = 500;
const SESSIONS = 13;
/** Killed after so many patients each time. */
const KILLS = [37, 81, 12, 140, 63];

async function bundle() {
  const cache = path.join(ROOT, 'node_modules/.cache/nephra');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'bench-'));
  const { load } = await loadBuilder(ROOT);
  const { migrationsForBundles } = await load();
  await build({
    absWorkingDir: ROOT,
    entryPoints: { 'month-run-app': 'tests/faults/apps/month-run-app.ts', 'db-worker': 'shell/server/db/worker/db-worker.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@electric-sql/pglite', '@electric-sql/pglite/*', 'pg', 'pg-cursor', 'pg-copy-streams'],
    conditions: ['nephra-source'],
    loader: { '.sql': 'text' },
    plugins: [migrationsForBundles],
    banner: { js: "import { createRequire as requireIn } from 'node:module'; const require = requireIn(import.meta.url);" },
    logLevel: 'warning',
  });
  return folder;
}

/** Runs the application until it has begun so many patients, or to its end. */
async function work(script, task, patients) {
  const child = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let begun = 0;
  let firstAt;
  let state;
  let dryRunMs;
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('at ')) {
      firstAt ??= performance.now();
      begun += 1;
      if (patients !== undefined && begun > patients) child.kill('SIGKILL');
    } else if (line.startsWith('dry ')) dryRunMs = Number(line.slice(4));
    else if (line.startsWith('state ')) state = JSON.parse(line.slice(6));
  }
  const workMs = performance.now() - (firstAt ?? performance.now());
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { begun, workMs, state, dryRunMs };
}

export const title = `Month of a centre: ${PATIENTS} patients × ${SESSIONS} sessions, killed ${KILLS.length} times`;

export async function run() {
  const folder = await bundle();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    const script = path.join(folder, 'month-run-app.mjs');
    const task = { database: { kind: 'embedded', dataDir }, patients: PATIENTS, sessions: SESSIONS, leaseMs: 2_000 };
    const parts = [];
    for (const patients of [...KILLS, undefined]) parts.push(await work(script, task, patients));
    const { state } = parts.at(-1);
    if (!state) throw new Error('the last process did not finish');
    const done = parts.reduce((sum, part) => sum + part.begun, 0);
    const seconds = parts.reduce((sum, part) => sum + part.workMs, 0) / 1_000;
    const doubles = state.bills - state.billedPatients + Math.max(0, state.billLines - state.lines);
    const lost = state.open + Math.max(0, state.lines - state.billLines) + (state.items.done === PATIENTS ? 0 : 1);
    return [
      { what: 'double lines', value: doubles, unit: '', budget: 0 },
      { what: 'lost lines and patients', value: lost, unit: '', budget: 0 },
      { what: 'broken invariants', value: state.broken.length, unit: '', budget: 0, note: state.broken[0] },
      { what: 'billed minus prescribed', value: Number(state.billed) - Number(state.prescribed), unit: 'yuan', budget: 0 },
      { what: 'lines settled', value: state.billLines, unit: '' },
      { what: 'dry run over everybody', value: parts[0].dryRunMs / 1_000, unit: 's' },
      { what: 'patients settled a second', value: done / seconds, unit: '/s' },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await run(), null, 2));
