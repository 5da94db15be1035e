import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { failedTests, strayFailures } from '../report/failed-tests.mjs';
import { journeyFiles, readFiles } from '../report/slowest-files.mjs';
import { leftOut } from '../report/left-out.mjs';
import { runMetered } from './run-metered.mjs';

// Absolute: the runners resolve a relative name against folders of their own.
export const REPORTS = path.resolve('.cache/test-reports');

const strayOf = (file) => file.replace(/\.json$/, '.stray.json');
const durationsOf = (file) => file.replace(/\.json$/, '.durations.json');

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
      files: readFiles(durationsOf(file)),
    };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped, failures, files: journeyFiles(report), leftOut: leftOut(report) };
}

const STRAY_ERRORS = path.resolve(import.meta.dirname, '../stray-errors.mjs');
const DURATIONS = path.resolve(import.meta.dirname, '../changed/duration-reporter.mjs');
/**
 * Runs one check of `steps.mjs`.
 * @param {{env: Record<string, string>, output?: string, patiently?: boolean}} how `output`: file that takes what it prints; `patiently`: others get
 *   the cores first
 */
export async function runStep(step, index, { env: more, output, patiently = false }) {
  const reason = step.skip?.();
  if (reason) return { state: 'skipped', passed: 0, failed: 0, skipped: 1, note: reason };
  const prepared = step.prepare?.() ?? {};
  if (prepared.problem) return { state: 'FAILED', passed: 0, failed: 1, skipped: 0, note: prepared.problem };
  const report = `${REPORTS}/${index}.json`;
  const command =
    step.kind === 'vitest'
      ? [...step.command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--reporter=${STRAY_ERRORS}`, `--reporter=${DURATIONS}`]
      : step.command;
  const env = {
    ...process.env,
    ...more,
    ...step.env,
    ...prepared.env,
    ...(step.kind === 'playwright'
      ? { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
      : { NEPHRA_STRAY_ERRORS: strayOf(report), NEPHRA_TEST_DURATIONS: durationsOf(report) }),
  };
  const { status, processorSeconds } = await runMetered(command, env, output, { patiently });
  const state = status === 0 ? 'ok' : 'FAILED';
  if (step.kind === 'command') return { state, processorSeconds, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
  const sum = summed(step, report);
  if (!sum) return { state: 'FAILED', processorSeconds, passed: 0, failed: 1, skipped: 0, note: 'the runner ended without a report' };
  if (status !== 0 && sum.failed === 0) sum.failed = 1;
  return { state, processorSeconds, ...sum };
}
