import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DIAGNOSTIC = /error TS/g;
/** Declarations that sources of the SDK count on and do not import. */
const AMBIENT = ['plugin-sdk/server/sql.d.ts', 'plugin-sdk/server/paging/opencc-js.d.ts'];

/**
 * What sets of sources cost the compiler, on one thread. The sets are compiled in turns, so that a machine that is busy for a while spoils none of them alone;
 * of seconds and memory the least of the rounds counts. Counts of types and instantiations are the same on every machine.
 * @param folder for the sources, made anew
 * @param sets name → sources, one file each, and how many errors are expected in them (none, unless said)
 * @returns name → `{seconds, total, memory, types, instantiations, messages}`; seconds of checking and of everything, megabytes; `messages`: lines of what the compiler says, if anything
 */
export function typeCosts(folder, sets, rounds = 3) {
  rmSync(folder, { recursive: true, force: true });
  const costs = {};
  for (const [name, { sources }] of Object.entries(sets)) write(path.join(folder, name), sources);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { errors = 0 }] of Object.entries(sets)) {
      const cost = compile(path.join(folder, name), errors);
      const before = costs[name] ?? cost;
      costs[name] = { ...cost, ...Object.fromEntries(['seconds', 'total', 'memory'].map((key) => [key, Math.min(before[key], cost[key])])) };
    }
  }
  return costs;
}

function write(folder, sources) {
  mkdirSync(folder, { recursive: true });
  for (const [at, source] of sources.entries()) writeFileSync(path.join(folder, `row-${at}.ts`), source);
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: path.resolve('tsconfig.json'), include: ['*.ts', ...AMBIENT.map((file) => path.resolve(file))], exclude: [] }),
  );
}

function compile(folder, expected) {
  const { stdout, status } = spawnSync(
    path.resolve('node_modules/.bin/tsc'),
    ['-p', folder, '--extendedDiagnostics', '--singleThreaded', '--pretty', 'false'],
    {
      encoding: 'utf8',
    },
  );
  const errors = stdout.match(DIAGNOSTIC)?.length ?? 0;
  if (errors !== expected || (status === 0) !== (expected === 0))
    throw new Error(`${folder}: ${errors} errors instead of ${expected}\n${stdout.slice(0, 2000)}`);
  const figure = (label) => {
    const line = stdout.split('\n').find((each) => each.startsWith(`${label}:`)) ?? '';
    return Number.parseFloat(line.slice(label.length + 1));
  };
  return {
    seconds: figure('Check time'),
    total: figure('Total time'),
    memory: figure('Memory used') / 1024,
    types: figure('Types'),
    instantiations: figure('Instantiations'),
    messages:
      expected === 0
        ? []
        : stdout
            .slice(0, stdout.search(/^\w[\w ]+:\s+\d/m))
            .split('\n')
            .filter((line) => line.trim() !== ''),
  };
}
