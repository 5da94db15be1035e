import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { recordDurations } from './durations.mjs';

/**
 * Reporter of vitest: records what each file took with its hooks and imports, which vitest's own report leaves out; that of this run alone goes to
 * the file that NEPHRA_TEST_DURATIONS names.
 */
export default class DurationReporter {
  onTestRunEnd(modules) {
    const passed = modules.filter((module) => module.state() === 'passed');
    const seconds = passed.map((module) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
      const milliseconds = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
      return [path.relative('', module.moduleId), Number((milliseconds / 1000).toFixed(2))];
    });
    if (seconds.length > 0) recordDurations(Object.fromEntries(seconds));
    if (process.env.NEPHRA_TEST_DURATIONS) writeFileSync(process.env.NEPHRA_TEST_DURATIONS, JSON.stringify(Object.fromEntries(seconds)));
  }
}
