import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { familyMs } from '../load/processor-time.mjs';
import { signIn, startSystem } from '../system.mjs';
import { buildTemplate, registryOf } from './small-packages.mjs';

export const title = 'A server with 500 packages from outside, beside one with 10: second start, memory, sign-in';

const COUNTS = [10, 500];
const ROUNDS = 3;
const SIGN_INS = 12;
/** A package that is new is tried, its tables made and its process asked what it is. */
const NEW_PACKAGE_PROCESSOR_MS = 2_000;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** A process and all that it started. */
function family(pid) {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [[Number(name), Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1].split(' ')[1])]];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
  const found = [pid];
  for (const one of found) found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found;
}

/** Memory of a server and its children in MB, what they share counted once. */
const memoryOf = (pid) =>
  family(pid).reduce((sum, one) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024, 0);

/** Seconds of processor of a server and its children so far, those that have ended included. */
const processorOf = (pid) => familyMs(pid) / 1000;

async function look({ registry, dataDir, count }) {
  const system = await startSystem({ env: { REGISTRY_FILE: registry }, dataDir, moreProcessorMs: count * NEW_PACKAGE_PROCESSOR_MS });
  try {
    const processor = processorOf(system.pid);
    const processes = family(system.pid).length - 1;
    const times = [];
    for (let at = 0; at < SIGN_INS; at += 1) {
      const began = performance.now();
      await signIn(system.url, 'admin');
      times.push(performance.now() - began);
    }
    return { readyMs: system.readyMs, processor, signInMs: median(times), memory: memoryOf(system.pid), processes };
  } finally {
    await system.stop({ keep: true });
  }
}

export async function run() {
  const what = await buildTemplate();
  const systems = [];
  try {
    for (const count of COUNTS) {
      const registry = registryOf({ what, count });
      const dataDir = path.join(path.dirname(registry), 'data');
      // The demo data are loaded once.
      const [before] = systems;
      if (before) cpSync(before.dataDir, dataDir, { recursive: true });
      systems.push({ count, registry, dataDir, first: await look({ registry, dataDir, count }), rounds: [] });
    }
    // In turn, so that both meet the same machine.
    for (let round = 0; round < ROUNDS; round += 1) for (const system of systems) system.rounds.push(await look(system));
  } finally {
    for (const { registry } of systems) rmSync(path.dirname(registry), { recursive: true, force: true });
  }
  const of = (system, read) => median(system.rounds.map(read));
  const [few, many] = systems;
  const ratio = (read) => of(many, read) / of(few, read);
  return [
    { what: 'second start, 500 ÷ 10', value: ratio((one) => one.readyMs), unit: '×', budget: 1.5 },
    { what: 'memory after sign-ins, 500 ÷ 10', value: ratio((one) => one.memory), unit: '×', budget: 2 },
    { what: 'sign-in, 500 ÷ 10', value: ratio((one) => one.signInMs), unit: '×', budget: 1.1 },
    ...systems.flatMap((system) => [
      { what: `${system.count} packages: start at which they are new`, value: system.first.readyMs / 1000, unit: 's' },
      { what: `${system.count} packages: processor of that start`, value: system.first.processor, unit: 's' },
      { what: `${system.count} packages: processes after that start`, value: system.first.processes, unit: '' },
      { what: `${system.count} packages: processes after the second`, value: of(system, (one) => one.processes), unit: '' },
      { what: `${system.count} packages: second start`, value: of(system, (one) => one.readyMs) / 1000, unit: 's' },
      { what: `${system.count} packages: processor of the second start`, value: of(system, (one) => one.processor), unit: 's' },
      { what: `${system.count} packages: memory`, value: of(system, (one) => one.memory), unit: 'MB' },
      { what: `${system.count} packages: sign-in`, value: of(system, (one) => one.signInMs), unit: 'ms' },
    ]),
  ];
}
