/**
 * The step `build` of `npm test`: where nothing is built yet, it begins with what the last run built, of this clone or another. The build takes from
 * it only what its own record of sources, by content, calls unchanged (tools/build/input-state.mjs). `npm run test:long` builds all from nothing.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { keep, keptUnder, takeKept } from './kept-files.mjs';

const BUILT = '.build';
const STATE = 'state';
const NAME = 'build';

const stateFiles = (built) => {
  const folder = path.join(built, STATE);
  return existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];
};

/** Times of another clone say nothing of this one: without them every source is compared by its content. */
export function forgetTimes(built) {
  for (const file of stateFiles(built)) {
    const state = JSON.parse(readFileSync(file, 'utf8'));
    for (const known of Object.values(state.inputs)) known.time = 0;
    writeFileSync(file, JSON.stringify(state));
  }
}

/** The same for two builds of the same sources, whenever and wherever they were made. */
export function fingerprint(built) {
  const hash = createHash('sha256');
  for (const file of stateFiles(built).sort()) {
    const { key, inputs } = JSON.parse(readFileSync(file, 'utf8'));
    hash.update(`${path.basename(file)} ${key}`);
    for (const [name, { digest }] of Object.entries(inputs)) hash.update(`\0${name} ${digest}`);
  }
  return hash.digest('hex');
}

/** Neither the lock of a build that ran, nor files of test runs, nor plugins that these sources do not have. @param root of the clone */
export function belongsTo(root) {
  return (file) => {
    const [first = '', second] = file.split(path.sep);
    if (first === 'lock' || first.startsWith('registry-of-tests')) return false;
    return first !== 'plugins' || second === undefined || existsSync(path.join(root, 'plugins', second, 'plugin.ts'));
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = belongsTo(process.cwd());
  if (!existsSync(BUILT) && takeKept(NAME, BUILT, { wanted })) {
    forgetTimes(BUILT);
    console.log('begins with what the last run built');
  }
  const { status } = spawnSync(process.execPath, [...process.execArgv, 'tools/build/build.mjs'], { stdio: 'inherit' });
  if (status === 0) {
    const [newest] = keptUnder(NAME);
    if (!newest || fingerprint(newest) !== fingerprint(BUILT)) keep(NAME, BUILT, { wanted });
  }
  process.exitCode = status ?? 1;
}
