/**
 * What failed, out of a runner's own report: file, title and the first line of the reason.
 * @param {'vitest' | 'playwright'} kind
 * @returns {{ where: string, title: string, why: string }[]}
 */
export function failedTests(kind, report) {
  if (kind === 'vitest') return (report.testResults ?? []).flatMap(ofVitestFile);
  // A file that could not be loaded, a set-up that failed: no suite tells it.
  const outside = (report.errors ?? []).map(({ message, location }) => ({
    where: location?.file ?? '',
    title: '(outside of any test)',
    why: firstLine(message),
  }));
  return [...outside, ...(report.suites ?? []).flatMap(ofPlaywrightSuite)];
}

/**
 * Errors outside of any test, as `stray-errors.mjs` writes them.
 * @param {{ name?: string, message?: string, file?: string, test?: string, hookOf?: string }[]} errors
 * @returns {{ where: string, title: string, why: string }[]}
 */
export const strayFailures = (errors) =>
  errors.map(({ name = 'Error', message, file = '', test, hookOf }) => ({
    where: file,
    title: hookOf === undefined ? `(an error that no test awaited${test ? `, near “${test}”` : ''})` : `(a hook of “${hookOf}”)`,
    why: firstLine(`${name}: ${message ?? ''}`),
  }));

// Runners colour what they print.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
const firstLine = (text) => (text ?? '').replaceAll(COLOUR, '').trim().split('\n')[0];

/** A test that ran out of its time is reported with a placeholder in place of the reason. */
const reasonOf = ({ failureMessages, duration = 0 }) => {
  const why = firstLine(failureMessages?.[0]);
  return why.includes('STACK_TRACE_ERROR') ? `ended by its limit of time after ${Math.round(duration / 1000)} s` : why;
};

function ofVitestFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => ({ where: name, title: test.fullName, why: reasonOf(test) }));
  // A file that could not even be loaded has no tests in its report. Without a word it was a hook, which `stray-errors.mjs` tells.
  return failed.length === 0 && status === 'failed' && message ? [{ where: name, title: '(the whole file)', why: firstLine(message) }] : failed;
}

const ofPlaywrightSuite = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(ofPlaywrightSuite),
  ...specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => ({
        where: `${spec.file}:${spec.line}`,
        title: spec.title,
        why: firstLine(test.results.find((result) => result.error)?.error?.message),
      })),
  ),
];
