import { writeFileSync } from 'node:fs';

/** Errors of hooks around the tests of a group; those around a whole file are in vitest's report. */
const hookErrors = ({ moduleId, children }) =>
  [...children.allSuites()].flatMap((group) => group.errors().map(({ name, message }) => ({ name, message, file: moduleId, hookOf: group.fullName })));

/**
 * Reporter of vitest: writes what was thrown outside of any test (by a hook, by a promise that nobody awaited) into the file that NEPHRA_STRAY_ERRORS
 * names. Such an error fails the run, and vitest's own report does not mention it.
 */
export default class StrayErrors {
  onTestRunEnd(modules, errors) {
    const file = process.env.NEPHRA_STRAY_ERRORS;
    if (file)
      writeFileSync(
        file,
        JSON.stringify([
          ...modules.flatMap(hookErrors),
          ...errors.map(({ name, message, VITEST_TEST_PATH, VITEST_TEST_NAME }) => ({ name, message, file: VITEST_TEST_PATH, test: VITEST_TEST_NAME })),
        ]),
      );
  }
}
