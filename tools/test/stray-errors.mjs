import { writeFileSync } from 'node:fs';

/**
 * Reporter of vitest: writes what was thrown outside of any test (a promise that nobody awaited) into the file that NEPHRA_STRAY_ERRORS names.
 * Such an error fails the run, and vitest's own report does not mention it.
 */
export default class StrayErrors {
  onTestRunEnd(_modules, errors) {
    const file = process.env.NEPHRA_STRAY_ERRORS;
    if (file)
      writeFileSync(
        file,
        JSON.stringify(
          errors.map(({ name, message, VITEST_TEST_PATH, VITEST_TEST_NAME }) => ({ name, message, file: VITEST_TEST_PATH, test: VITEST_TEST_NAME })),
        ),
      );
  }
}
