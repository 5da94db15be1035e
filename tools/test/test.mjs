/**
 * `npm test`: every check of the project, each failure with what to do next.
 *   --only static,unit   some steps      --skip faults,vendor   all but some      --list   their names
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages, nodeProblem } from '../start/packages.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, skip: { type: 'string' }, list: { type: 'boolean' } } });

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

// Absolute: the runners resolve a relative name against folders of their own.
const REPORTS = path.resolve('.cache/test-reports');
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

/** Counts of a finished step, out of the runner's own report; undefined when it wrote none. */
function counts(step, file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  if (step.kind === 'vitest') return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests + report.numTodoTests };
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky, skipped: report.stats.skipped };
}

function runStep(step, index) {
  const reason = step.skip?.();
  if (reason) return { state: 'skipped', passed: 0, failed: 0, skipped: 1, note: reason };
  const prepared = step.prepare?.() ?? {};
  if (prepared.problem) return { state: 'FAILED', passed: 0, failed: 1, skipped: 0, note: prepared.problem };
  const report = `${REPORTS}/${index}.json`;
  const [program, ...words] = step.command;
  if (step.kind === 'vitest') words.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  const env = { ...process.env, ...step.env, ...prepared.env, ...(step.kind === 'playwright' ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report } : {}) };
  const { status } = spawnSync(program, words, { stdio: 'inherit', env });
  if (step.kind === 'command') return { state: status === 0 ? 'ok' : 'FAILED', passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const sum = counts(step, report);
  if (!sum) return { state: 'FAILED', passed: 0, failed: 1, skipped: 0, note: 'the runner ended without a report' };
  if (status !== 0 && sum.failed === 0) sum.failed = 1;
  return { state: status === 0 ? 'ok' : 'FAILED', ...sum };
}

const results = [];
for (const [index, step] of wanted.entries()) {
  console.log(`\n=== ${step.title}`);
  const started = performance.now();
  const result = runStep(step, index);
  results.push({ step, ...result, seconds: (performance.now() - started) / 1000 });
  if (result.note) console.log(`${result.state === 'skipped' ? 'skipped' : 'failed'}: ${result.note}`);
  if (result.state === 'FAILED') console.log(`→ ${step.hint}`);
}

console.log('\n=== summary');
for (const { step, state, passed, failed, skipped: left, seconds } of results) {
  console.log(
    `${state.padEnd(8)} ${step.title.padEnd(46)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${String(left).padStart(3)} skipped ${seconds.toFixed(0).padStart(4)} s`,
  );
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
process.exitCode = results.some((result) => result.state === 'FAILED') ? 1 : 0;
