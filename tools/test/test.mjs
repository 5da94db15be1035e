/**
 * `npm test`: every check of the project, each failure with what to do next.
 *   --only static,unit   some steps      --skip faults,vendor   all but some      --list   their names
 *   --lanes 1            one after another, each printing as it goes; else several run side by side and print when they are done
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages, nodeProblem } from '../start/packages.mjs';
import { runInLanes } from './lanes.mjs';
import { REPORTS, runStep } from './run-step.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, skip: { type: 'string' }, list: { type: 'boolean' }, lanes: { type: 'string' } } });

const problem = nodeProblem();
if (problem || !installPackages(process.cwd())) {
  console.error(problem || 'npm install failed; see above. A reachable package registry is needed for the first run.');
  process.exit(1);
}
const { steps } = await import('./steps.mjs');
const only = values.only?.split(',');
const skipped = values.skip?.split(',') ?? [];
const wanted = steps.filter((step) => (!only || only.includes(step.name)) && !skipped.includes(step.name));
if (values.list) {
  for (const step of steps) console.log(`${step.name.padEnd(20)}${step.title}`);
  process.exit(0);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

const cores = availableParallelism();
const lanes = Math.min(Number(values.lanes ?? 2), cores, wanted.length);
/** Test files that one step runs at a time: the lanes share the cores. */
const workers = lanes === 1 ? 2 : Math.max(1, Math.floor(cores / lanes));

const results = new Map();
await runInLanes(wanted, lanes, async (step, index) => {
  const output = lanes === 1 ? undefined : `${REPORTS}/${index}.log`;
  console.log(output ? `… ${step.title}` : `\n=== ${step.title}`);
  const started = performance.now();
  const result = await runStep(step, index, { env: { NEPHRA_TEST_WORKERS: String(workers) }, output });
  const seconds = (performance.now() - started) / 1000;
  results.set(step, { ...result, seconds });
  if (output) {
    console.log(`\n=== ${step.title}: ${result.state}, ${seconds.toFixed(0)} s`);
    if (result.state !== 'skipped') process.stdout.write(readFileSync(output, { encoding: 'utf8', flag: 'a+' }));
  }
  if (result.note) console.log(`${result.state === 'skipped' ? 'skipped' : 'failed'}: ${result.note}`);
  if (result.state === 'FAILED') console.log(`→ ${step.hint}`);
});

// The end of a long run is what people read, and often all that is kept of it.
for (const { title, failures = [] } of wanted.map((step) => ({ title: step.title, failures: results.get(step).failures }))) {
  if (failures.length > 0) console.log(`\n=== failed: ${title}`);
  for (const { where, title: test, why } of failures) console.log(`${path.relative('', where)} › ${test}\n    ${why}`);
}

console.log('\n=== summary');
for (const [{ title }, { state, passed, failed, skipped: left, seconds }] of wanted.map((step) => [step, results.get(step)])) {
  console.log(
    `${state.padEnd(8)} ${title.padEnd(46)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${String(left).padStart(3)} skipped ${seconds.toFixed(0).padStart(4)} s`,
  );
}
const sum = (key) => [...results.values()].reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped, ${(performance.now() / 1000).toFixed(0)} s`);
process.exitCode = [...results.values()].some((result) => result.state === 'FAILED') ? 1 : 0;
