/** `npm test`: every check of the project, each failure with what to do next. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { installPackages, nodeProblem } from '../start/packages.mjs';
import { BUDGETS_FILE, budgetsOfRun, notJudged, overBudget, readBudgets, slownessOf, UNKNOWN_STEP } from './run/budgets.mjs';
import { runInLanes } from './run/lanes.mjs';
import { secondsToNewDay } from './run/one-day.mjs';
import { readCommandLine, refuse } from './run/command-line.mjs';
import { comparedWith } from './changed/changed-files.mjs';
import { modulesFolders } from './kept/kept-modules.mjs';
import { lackingHere } from './machine.mjs';
import { busySeconds, measureMilliseconds } from './run/processor-use.mjs';
import { REPORTS, runStep } from './run/run-step.mjs';
import { sweepLeftovers } from './sweep.mjs';

const MS_PER_DAY = 86_400_000;
/** The rest is for the system and what else is open on a developer's machine. */
const MEMORY_SHARE = 0.7;
/** Of more, the longest step would be left alone at the end all the same. */
const MAX_LANES = 3;
/** Names that stand for several steps. */
const GROUPS = { static: ['lint', 'imports', 'waiting', 'patterns', 'limits', 'row-doors', 'types'], unit: ['unit', 'screens'] };

const USAGE = `npm test, or npm test -- and some of:
  --only static,unit     some steps        --skip faults,vendor   all but some        --list   their names
  --lanes 1              one after another, each printing as it goes; else several run side by side and print when they are done
  --changed[=<commit>]   the nearest tests of what differs from a commit, in a minute and a half
  --long                 everything in full (npm run test:long)
  --seed 12345           repeats what another day's seed chose
  --write-budgets        takes what the steps took as their new budgets
One file: npx vitest run --config tools/config/vitest.config.ts <file>; the same tests again and again: npm run test:again.`;

const words = process.argv.slice(2);
const against = comparedWith(words);
const { values, positionals } = readCommandLine({
  usage: USAGE,
  // "--changed=<commit>" is read above: an option that may have a value and may have none is no option for Node.
  words: words.map((word) => (word.startsWith('--changed=') ? '--changed' : word)),
  bareWords: against !== undefined,
  options: {
    only: { type: 'string' },
    skip: { type: 'string' },
    list: { type: 'boolean' },
    lanes: { type: 'string' },
    long: { type: 'boolean' },
    seed: { type: 'string' },
    changed: { type: 'boolean' },
    'write-budgets': { type: 'boolean' },
  },
});
if (values.lanes !== undefined && !/^[1-9]\d*$/.test(values.lanes)) refuse(`--lanes is a number from 1, not "${values.lanes}".`, USAGE);
if (values.seed !== undefined && !/^\d+$/.test(values.seed)) refuse(`--seed is a number, not "${values.seed}".`, USAGE);

const problem = nodeProblem();
if (problem || !installPackages(process.cwd())) {
  console.error(problem || 'npm install failed; see above. A reachable package registry is needed for the first run.');
  process.exit(1);
}
if (against !== undefined) {
  const { runChanged } = await import('./changed/changed.mjs');
  process.exit(await runChanged({ against: positionals[0] ?? against }));
}

const { stepsFor } = await import('./steps.mjs');
const long = Boolean(values.long);
const budgets = readBudgets();
const namesIn = (list) => list?.split(',').flatMap((name) => GROUPS[name] ?? [name]);
const only = namesIn(values.only);
const unwanted = namesIn(values.skip) ?? [];
const seed = values.seed ?? process.env.NEPHRA_TEST_SEED ?? String(Math.floor(Date.now() / MS_PER_DAY));
const all = stepsFor({ long, seed: Number(seed) || 0 }).map((step) => ({ ...UNKNOWN_STEP, ...budgets.steps[step.name], ...step }));
if (values.list) {
  for (const step of all) console.log(`${step.name.padEnd(20)}${step.title}`);
  process.exit(0);
}
// Which steps there are depends on the machine and on --long; a name of another run is no slip of the pen.
const anywhere = new Set([...all, ...stepsFor({ withPostgres: true }), ...stepsFor({ long: true })].map(({ name }) => name));
const unknown = [...(only ?? []), ...unwanted].filter((name) => !anywhere.has(name));
if (unknown.length > 0) refuse(`There is no step "${unknown.join('", "')}"; npm test -- --list names them.`, USAGE);
const wanted = all.filter((step) => (!only || only.includes(step.name)) && !unwanted.includes(step.name));
if (wanted.length === 0) refuse('No step is left to run; npm test -- --list names those of this machine.', USAGE);

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
sweepLeftovers();
/** What the steps share of their transformed sources, with the next run of this clone too; the long run begins from nothing. See tools/config/vitest.config.ts. */
const modules = long ? { NEPHRA_TEST_MODULES: mkdtempSync(path.join(tmpdir(), 'nephra-modules-')) } : modulesFolders(process.cwd());
if (long) process.once('exit', () => rmSync(modules.NEPHRA_TEST_MODULES, { recursive: true, force: true }));

const notesFile = path.resolve(REPORTS, 'effort.jsonl');
for (const { share } of wanted) if (share) appendFileSync(notesFile, `${JSON.stringify(share)}\n`);
console.log(`seed ${seed}; npm test -- --seed ${seed} repeats what it chose`);
for (const { what, effect, command } of lackingHere()) console.log(`! ${what}: ${effect}. To mend it: ${command}`);

const cores = availableParallelism();
// One more than work at once on two cores: a step that waits for a browser, a disk or a timer leaves its core to the others.
const lanes = Math.min(Number(values.lanes ?? Math.min(cores + 1, MAX_LANES)), wanted.length);
/** Test files that one step runs at a time: the lanes share the cores. */
const workersOf = ({ alone, workers = 1 }) => (alone ? cores : lanes === 1 ? 2 : Math.max(Math.min(workers, cores), Math.floor(cores / lanes)));
/** How slow the machine is, looked at again and again. */
const speedSamples = [measureMilliseconds()];
const busyBefore = busySeconds();
const began = performance.now();

const results = new Map();
/** Told once each: the clock is asked before every begin. */
const heldSteps = new Set();
const heldSeconds = (step) => {
  const seconds = secondsToNewDay(step, Date.now(), speedSamples[0] / budgets.measureMilliseconds);
  if (seconds > 0 && !heldSteps.has(step))
    console.log(`… ${step.title}: begins in ${Math.ceil(seconds / 60)} min, after midnight in the hospital; all it does is of one day`);
  if (seconds > 0) heldSteps.add(step);
  return seconds;
};
await runInLanes(wanted, { lanes, memoryMb: (totalmem() / 1_048_576) * MEMORY_SHARE, heldSeconds }, async (step, index, { patiently }) => {
  const output = lanes === 1 ? undefined : `${REPORTS}/${index}.log`;
  console.log(output ? `… ${step.title}${patiently ? ', with what the other one leaves' : ''}` : `\n=== ${step.title}`);
  const started = performance.now();
  const env = {
    NEPHRA_TEST_WORKERS: String(workersOf(step)),
    NEPHRA_TEST_SEED: seed,
    NEPHRA_TEST_EFFORT_NOTES: notesFile,
    ...modules,
    ...(long ? { NEPHRA_TEST_EFFORT: 'long' } : {}),
  };
  const result = await runStep(step, index, { env, output, patiently });
  const seconds = (performance.now() - started) / 1000;
  speedSamples.push(measureMilliseconds());
  results.set(step, { name: step.name, title: step.title, takesKept: step.takesKept, patiently, ...result, seconds });
  if (output) {
    console.log(`\n=== ${step.title}: ${result.state}, ${seconds.toFixed(0)} s`);
    if (result.state !== 'skipped') process.stdout.write(readFileSync(output, { encoding: 'utf8', flag: 'a+' }));
  }
  if (result.note) console.log(`${result.state === 'skipped' ? 'skipped' : 'failed'}: ${result.note}`);
  if (result.state === 'FAILED') console.log(`→ ${step.hint}`);
});

const { effortNotes, enginesLine, printEffort, printFailures, printLeftOut, printSaid, printSlowest, printSummary } = await import('./report/summary.mjs');
const done = wanted.map((step) => results.get(step));
const wallSeconds = (performance.now() - began) / 1000;
const busyAfter = busySeconds();
const ownSeconds = done.reduce((sum, { processorSeconds = 0 }) => sum + processorSeconds, 0);
const use = busyBefore === undefined ? undefined : { busySeconds: busyAfter - busyBefore, ownSeconds, wallSeconds, cores };

printSlowest(done);
printEffort(effortNotes(notesFile), { long, seed });
printSaid(notesFile);
printLeftOut(done);
const passed = done.filter(({ state }) => state === 'ok');
const slowness = slownessOf(speedSamples, passed, budgets);
const notAskedFor = all.filter((step) => !wanted.includes(step)).map(({ title }) => title);
if (notAskedFor.length > 0) console.log(`\n=== not asked for\n${notAskedFor.join(', ')}`);
const quiet = notJudged(use);
const grown = long || quiet ? [] : overBudget(passed, budgets, slowness);
for (const { name } of grown) done.find((result) => result.name === name).state = 'FAILED';
printFailures(done);
printSummary(done, performance.now() / 1000);
if (use) console.log(`${lanes} steps at a time; the processors worked ${((100 * use.busySeconds) / (use.wallSeconds * cores)).toFixed(0)} % of the time`);
const engines = enginesLine(done);
if (engines) console.log(engines);
if (!long)
  console.log(quiet ? `budgets of the steps not judged: ${quiet}` : `this machine takes ${slowness.toFixed(2)} times as long as the one of the budgets`);
for (const { problem: grew } of grown) console.log(`over budget: ${grew}`);
if (values['write-budgets']) writeFileSync(BUDGETS_FILE, `${JSON.stringify(budgetsOfRun(budgets, done, speedSamples), null, 2)}\n`);
process.exitCode = done.some(({ state }) => state === 'FAILED') ? 1 : 0;
