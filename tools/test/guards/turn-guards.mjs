/**
 * `npm run test:guards -- [folder …] [--only missed] [--fresh]`: turns every single guard of the server off, one at a time, and runs the
 * tests that must notice. All guards are compiled with a switch (find-guards.mjs), so two threads that have loaded everything go through
 * them (guard-runner.ts). First every test runs once with all guards on and it is noted which of them comes by which guards; then each
 * guard costs the tests that come by it, up to the first that fails; and that one must pass again with the guard on. A guard that nobody
 * misses is printed at the end (exit code 1): it needs a test.
 *
 * What was found is kept in node_modules/.cache/nephra/guards: test files that changed are looked through anew, `--fresh` forgets all.
 * `--only missed` leaves out the guards that were noticed before. It takes as long as all other checks together, so it is no part of
 * `npm test`; run it for the folders that a change touches, and whole before a release.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nextRound, orderOf, testsFor } from './choose-tests.mjs';
import { findGuards } from './find-guards.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const KEPT = process.env.NEPHRA_GUARDS_KEPT ?? path.join(ROOT, 'node_modules/.cache/nephra/guards');
const FILES_AT_ONCE = 3;
const words = process.argv.slice(2);
const onlyMissed = words.some((word, at) => word === 'missed' && words[at - 1] === '--only');
const folders = words.filter((word, at) => !word.startsWith('--') && words[at - 1] !== '--only');
const began = Date.now();
const minutes = () => ((Date.now() - began) / 60_000).toFixed(1);

if (words.includes('--fresh')) rmSync(KEPT, { recursive: true, force: true });
mkdirSync(KEPT, { recursive: true });
const kept = (name) => path.join(KEPT, name);

const linesOf = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
const hashOf = (test) =>
  existsSync(path.join(ROOT, test))
    ? createHash('sha256')
        .update(readFileSync(path.join(ROOT, test)))
        .digest('hex')
    : '';

const RUNNING = kept('running.jsonl');

/** Keeps what the threads have written down, and answers it. */
function takeIn() {
  const records = linesOf(RUNNING);
  for (const record of records) {
    const file = record.of !== 'turn' ? record.of : record.outcome === 'noticed' ? 'turns' : 'asked';
    if (record.outcome !== 'unsure') appendFileSync(kept(`${file}.jsonl`), `${JSON.stringify({ ...record, hash: hashOf(record.test) })}\n`);
  }
  rmSync(RUNNING, { force: true });
  return records;
}
takeIn(); // of a run that was ended before its time

/** Runs test files as the plan says. */
function run(plan, tests) {
  writeFileSync(kept('plan.json'), JSON.stringify({ ...plan, records: RUNNING }));
  const projects = ['unit', 'integration'].flatMap((project) => ['--project', project]);
  spawnSync('npx', ['vitest', 'run', '--config', 'tools/config/vitest.config.ts', ...projects, ...tests], {
    cwd: ROOT,
    env: { ...process.env, NEPHRA_GUARDS: kept('plan.json') },
    stdio: 'ignore',
  });
  return takeIn();
}

/** Folder of the plugin's server half, or of the part of the shell, that a guard belongs to. */
const homeOf = (file) => file.split('/').slice(0, 3).join('/');

const guards = findGuards(ROOT, folders.length > 0 ? folders : undefined);
const turns = new Map(linesOf(kept('turns.jsonl')).map((turn) => [turn.key, turn]));
const wanted = onlyMissed ? guards.filter(({ key }) => turns.get(key)?.outcome !== 'noticed') : guards;
console.log(`${wanted.length} of ${guards.length} guards`);

/** By test file; files that are new or changed, that failed last time, and those beside guards that nobody knew, are run again. */
function survey() {
  const places = [...new Set(guards.map(({ file }) => homeOf(file))), 'tests/security'];
  const known = linesOf(kept('survey.jsonl')).filter(({ test, hash }) => hashOf(test) === hash);
  const surveys = new Map(known.map((one) => [one.test, one]));
  const all = places.flatMap((place) =>
    readdirSync(path.join(ROOT, place), { recursive: true })
      .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.dom.test.ts'))
      .map((name) => path.posix.join(place, name)),
  );
  const before = new Set(linesOf(kept('known.jsonl')).map(({ key }) => key));
  const strange = new Set(guards.filter(({ key }) => !before.has(key)).map(({ file }) => homeOf(file)));
  const open = all.filter(
    (test) => surveys.get(test)?.failed !== undefined || !surveys.has(test) || strange.has(homeOf(test)) || (strange.size > 0 && test.startsWith('tests/')),
  );
  if (open.length > 0) {
    console.log(`Looking which tests come by which guards: ${open.length} of ${all.length} files`);
    for (const one of run({}, open)) surveys.set(one.test, one);
    for (const { key } of guards) if (!before.has(key)) appendFileSync(kept('known.jsonl'), `${JSON.stringify({ key })}\n`);
  }
  for (const { test, failed } of surveys.values()) if (failed !== undefined) console.log(`Fails with every guard on, and is left out: ${test} > ${failed}`);
  console.log(`After ${minutes()} minutes`);
  return surveys;
}

const surveys = survey();
const candidates = new Map(wanted.map((guard) => [guard.key, testsFor(guard, surveys.values(), turns.get(guard.key))]));
const byKey = new Map(wanted.map((guard) => [guard.key, guard]));
const settled = new Set();
/** Questions that were answered in vain; tests that changed are asked again. */
const vain = onlyMissed ? linesOf(kept('asked.jsonl')).filter(({ test, hash }) => hash === hashOf(test)) : [];
const asked = new Set(vain.map(({ key, test }) => `${key} ${test}`));
const tries = new Map();
const placeOf = ({ file, line, text }) => `${file}:${line} ${text.slice(0, 110)}`;

/** A question without a sure answer is asked once more, in a thread that nothing has happened in. */
function tried(key, test) {
  const question = `${key} ${test}`;
  tries.set(question, (tries.get(question) ?? 0) + 1);
  if (tries.get(question) > 1) asked.add(question);
}

/** Companies of tests that are known to pass with every guard on, by file. */
function soundCompanies() {
  const fresh = linesOf(kept('sound.jsonl')).filter(({ test, hash }) => hash === hashOf(test));
  const companiesOf = (file) => fresh.filter(({ test }) => test === file).map(({ company }) => company);
  return Object.fromEntries(fresh.map(({ test }) => [test, companiesOf(test)]));
}

for (let round = 1; ; round += 1) {
  const turn = nextRound(wanted, candidates, settled, asked, FILES_AT_ONCE);
  const tests = Object.keys(turn);
  if (tests.length === 0) break;
  console.log(`Round ${round}: ${Object.values(turn).flat().length} questions to ${tests.length} files`);
  const answers = run({ turn, order: orderOf(surveys.values()), sound: soundCompanies() }, tests).filter(({ of }) => of === 'turn');
  for (const { key, test, outcome, by, milliseconds } of answers) {
    if (outcome === 'unsure') tried(key, test);
    else asked.add(`${key} ${test}`);
    if (outcome === 'noticed') settled.add(key);
    console.log(`${outcome} ${placeOf(byKey.get(key))} in ${test}${by === undefined ? '' : ` > ${by}`} (${milliseconds} ms)`);
  }
  const silent = tests.filter((test) => !answers.some((answer) => answer.test === test));
  for (const test of silent) for (const { key } of turn[test]) tried(key, test);
}

const missed = wanted.filter(({ key }) => !settled.has(key));
for (const { key } of missed) appendFileSync(kept('turns.jsonl'), `${JSON.stringify({ of: 'turn', key, outcome: 'missed' })}\n`);
console.log(`${wanted.length - missed.length} of ${wanted.length} guards noticed after ${minutes()} minutes`);
const sayMissed = (guard) => `${(candidates.get(guard.key) ?? []).length > 0 ? 'MISSED     ' : 'NOT COME BY'} ${placeOf(guard)}`;
console.log(
  missed.length === 0 ? 'Every guard is missed by some test when it is gone.' : `No test notices that these are gone:\n${missed.map(sayMissed).join('\n')}`,
);
process.exit(missed.length === 0 ? 0 : 1);
