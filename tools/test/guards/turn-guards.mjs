/**
 * `npm run test:guards -- [folder …] [--sample N] [--notes file]`: turns every single guard of the server off, one at a time, and runs
 * the tests that must notice. First all tests run once to see which of them come by which guards (kept in the file that `--notes` names,
 * and read from there when it exists); then each guard costs one short test file, mostly. A guard that nobody misses is printed at the
 * end (exit code 1): it needs a test. Takes an hour for all, so it is no part of `npm test`; run it for what a change touches, and whole
 * before a release.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findGuards } from './find-guards.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const words = process.argv.slice(2);
const wordAfter = (option) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
const sample = Number(wordAfter('--sample') ?? Number.POSITIVE_INFINITY);
const folders = words.filter((word, at) => !word.startsWith('--') && !(words[at - 1] ?? '').startsWith('--'));

const runTests = (tests, env, bail) =>
  spawnSync(
    'npx',
    ['vitest', 'run', '--config', 'tools/config/vitest.config.ts', '--project', 'unit', '--project', 'screens', '--project', 'integration', ...bail, ...tests],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    },
  ).status === 0;
const notices = (tests, guard) => tests.length > 0 && !runTests(tests, { NEPHRA_TURNED_GUARD: JSON.stringify(guard) }, ['--bail', '1']);

/** Folder of the plugin, or of the part of the shell, that a guard belongs to. */
const homeOf = (file) =>
  file
    .split('/')
    .slice(0, file.startsWith('plugins/') ? 2 : 3)
    .join('/');

/** Test files by the guards they come by, the quickest first. */
function survey(guards) {
  const file = path.resolve(wordAfter('--notes') ?? path.join(mkdtempSync(path.join(tmpdir(), 'nephra-guards-')), 'notes.jsonl'));
  if (!existsSync(file)) {
    const homes = [...new Set(guards.map((guard) => homeOf(guard.file)))];
    console.log(`Looking which tests come by which guards: ${homes.join(' ')} tests/security`);
    if (!runTests([...homes, 'tests/security'], { NEPHRA_GUARD_NOTES: file }, []))
      console.log('Some tests fail without any guard turned; what follows counts the others.');
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.milliseconds - b.milliseconds);
}

const all = findGuards(ROOT, folders.length ? folders : undefined);
const step = Math.max(1, Math.floor(all.length / sample));
const guards = all.filter((_guard, at) => at % step === 0).slice(0, sample);
console.log(`${guards.length} of ${all.length} guards`);
const notes = survey(guards);
const missed = [];
for (const [at, guard] of guards.entries()) {
  const place = `${guard.file}:${guard.line}`;
  const tests = notes.filter(({ passed }) => passed.includes(place)).map(({ test }) => test);
  const noticed = notices(tests.slice(0, 1), guard) || notices(tests.slice(1), guard);
  console.log(`${at + 1}/${guards.length} ${noticed ? 'noticed' : tests.length > 0 ? 'MISSED ' : 'NOT COME BY'} ${place} ${guard.text.slice(0, 100)}`);
  if (!noticed) missed.push(`${place} ${guard.text}`);
}
console.log(missed.length === 0 ? 'Every guard is missed by some test when it is gone.' : `No test notices that these are gone:\n${missed.join('\n')}`);
process.exit(missed.length === 0 ? 0 : 1);
