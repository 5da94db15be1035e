/**
 * `npm run test:guards -- [folder …] [--sample N]`: turns every single guard of the server off, one at a time, and runs the tests
 * that must notice. A guard that nobody misses is printed at the end (exit code 1): it needs a test. Takes long (some seconds to a
 * minute for each of some hundred guards), so it is no part of `npm test`; run it for what a change touches, and whole before a release.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findGuards } from './find-guards.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const words = process.argv.slice(2);
const sampleAt = words.indexOf('--sample');
const sample = sampleAt < 0 ? Number.POSITIVE_INFINITY : Number(words[sampleAt + 1]);
const folders = words.filter((word, at) => !word.startsWith('--') && (sampleAt < 0 || at !== sampleAt + 1));

const within = (folder) => readdirSync(path.join(ROOT, folder), { recursive: true }).map((name) => path.posix.join(folder, name));

/** Tests beside the guard first, then those of its plugin, then those that look at all routes. */
function testsFor(file) {
  const top = file
    .split('/')
    .slice(0, file.startsWith('plugins/') ? 2 : 3)
    .join('/');
  const own = within(`${top}`).filter((name) => /\.test\.ts$/.test(name));
  const beside = path.posix.dirname(file);
  return [own.filter((name) => name.startsWith(`${beside}/`)), own.filter((name) => !name.startsWith(`${beside}/`)), ['tests/security']].filter(
    (group) => group.length > 0,
  );
}

const passes = (tests, env) =>
  spawnSync('npx', ['vitest', 'run', '--config', 'tools/config/vitest.config.ts', '--project', 'unit', '--project', 'integration', '--bail', '1', ...tests], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  }).status === 0;

const all = findGuards(ROOT, folders.length ? folders : undefined);
const step = Math.max(1, Math.floor(all.length / sample));
const guards = all.filter((_guard, at) => at % step === 0).slice(0, sample);
console.log(`${guards.length} of ${all.length} guards`);
const missed = [];
for (const [at, guard] of guards.entries()) {
  const noticed = testsFor(guard.file).some((tests) => !passes(tests, { NEPHRA_TURNED_GUARD: JSON.stringify(guard) }));
  const place = `${guard.file}:${guard.line}`;
  console.log(`${at + 1}/${guards.length} ${noticed ? 'noticed' : 'MISSED '} ${place} ${guard.text.slice(0, 100)}`);
  if (!noticed) missed.push(`${place} ${guard.text}`);
}
console.log(missed.length === 0 ? 'Every guard is missed by some test when it is gone.' : `No test notices that these are gone:\n${missed.join('\n')}`);
process.exit(missed.length === 0 ? 0 : 1);
