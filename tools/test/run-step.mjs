import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failedTests, strayFailures } from './failed-tests.mjs';

// Absolute: the runners resolve a relative name against folders of their own.
export const REPORTS = path.resolve('.cache/test-reports');

const strayOf = (file) => file.replace(/\.json$/, '.stray.json');

/** Counts of a finished step and what failed in it, out of the runner's own report; undefined when it wrote none. */
function summed(step, file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = failedTests(step.kind, report);
  const stray = existsSync(strayOf(file)) ? strayFailures(JSON.parse(readFileSync(strayOf(file), 'utf8'))) : [];
  if (step.kind === 'vitest')
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + stray.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: [...failures, ...stray],
    };
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky, skipped: report.stats.skipped, failures };
}

const STRAY_ERRORS = path.resolve(import.meta.dirname, 'stray-errors.mjs');
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(1);
  });
}

/** @returns the exit code; what the command prints goes to `output`, or straight through where there is none */
function runCommand([program, ...words], env, output) {
  const file = output ? openSync(output, 'w') : undefined;
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: file === undefined ? 'inherit' : ['ignore', file, file], env });
    children.add(child);
    const end = (status) => {
      children.delete(child);
      if (file !== undefined) closeSync(file);
      resolve(status);
    };
    child.once('error', (error) => {
      console.log(error.message);
      end(1);
    });
    child.once('exit', end);
  });
}

/**
 * Runs one check of `steps.mjs`.
 * @param {{env: Record<string, string>, output?: string}} how `output`: file that takes what it prints
 */
export async function runStep(step, index, { env: more, output }) {
  const reason = step.skip?.();
  if (reason) return { state: 'skipped', passed: 0, failed: 0, skipped: 1, note: reason };
  const prepared = step.prepare?.() ?? {};
  if (prepared.problem) return { state: 'FAILED', passed: 0, failed: 1, skipped: 0, note: prepared.problem };
  const report = `${REPORTS}/${index}.json`;
  const command =
    step.kind === 'vitest'
      ? [...step.command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${STRAY_ERRORS}`]
      : step.command;
  const env = {
    ...process.env,
    ...more,
    ...step.env,
    ...prepared.env,
    ...(step.kind === 'playwright' ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report } : { NEPHRA_STRAY_ERRORS: strayOf(report) }),
  };
  const status = await runCommand(command, env, output);
  if (step.kind === 'command') return { state: status === 0 ? 'ok' : 'FAILED', passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const sum = summed(step, report);
  if (!sum) return { state: 'FAILED', passed: 0, failed: 1, skipped: 0, note: 'the runner ended without a report' };
  if (status !== 0 && sum.failed === 0) sum.failed = 1;
  return { state: status === 0 ? 'ok' : 'FAILED', ...sum };
}
