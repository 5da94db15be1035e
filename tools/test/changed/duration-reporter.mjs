import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DURATIONS, DURATIONS_OF_CLONES, recordDurations, secondsOf } from './durations.mjs';

/**
 * Reporter of vitest: records what each file took with its hooks and imports, which vitest's own report leaves out; that of this run alone goes to
 * the file that NEPHRA_TEST_DURATIONS names.
 */
export default class DurationReporter {
  onTestRunEnd(modules) {
    const passed = modules.filter((module) => module.state() === 'passed');
    const seconds = passed.map((module) => [path.relative('', module.moduleId), secondsOf(module.diagnostic())]);
    if (seconds.length > 0) for (const file of [DURATIONS, DURATIONS_OF_CLONES]) recordDurations(Object.fromEntries(seconds), file);
    if (process.env.NEPHRA_TEST_DURATIONS) writeFileSync(process.env.NEPHRA_TEST_DURATIONS, JSON.stringify(Object.fromEntries(seconds)));
  }
}
