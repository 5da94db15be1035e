import { describe, expect, test } from 'vitest';
import { failedTests, strayFailures } from './failed-tests.mjs';

describe('what failed, for the end of the whole run', () => {
  test('tests of a unit run, with the first line of the reason and no colours', () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            { status: 'failed', fullName: 'takes off', failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m\n    at a.test.ts:3'] },
          ],
        },
        { name: 'b.test.ts', status: 'passed', message: '', assertionResults: [] },
      ],
    };
    expect(failedTests('vitest', report)).toEqual([{ where: 'a.test.ts', title: 'takes off', why: 'Error: 1 is not 2' }]);
  });

  test('a test that ran out of its time', () => {
    const late = { status: 'failed', fullName: 'waits', duration: 60_012, failureMessages: ['Error: STACK_TRACE_ERROR\n    at task'] };
    expect(failedTests('vitest', { testResults: [{ name: 'a.test.ts', status: 'failed', message: '', assertionResults: [late] }] })).toEqual([
      { where: 'a.test.ts', title: 'waits', why: 'ended by its limit of time after 60 s' },
    ]);
  });

  test('a file that could not be loaded', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', message: 'Cannot find module x\nmore', assertionResults: [] }] };
    expect(failedTests('vitest', report)).toEqual([{ where: 'a.test.ts', title: '(the whole file)', why: 'Cannot find module x' }]);
  });

  test('errors that no test awaited', () => {
    expect(
      strayFailures([
        { name: 'AppError', message: 'not-delegated\nmore', file: 'a.test.ts', test: 'adds' },
        { message: 'lost' },
        { message: 'late', file: 'b.test.ts', hookOf: 'adding' },
      ]),
    ).toEqual([
      { where: 'a.test.ts', title: '(an error that no test awaited, near “adds”)', why: 'AppError: not-delegated' },
      { where: '', title: '(an error that no test awaited)', why: 'Error: lost' },
      { where: 'b.test.ts', title: '(a hook of “adding”)', why: 'Error: late' },
    ]);
  });

  test('journeys, however deep, and those that passed at the second try only', () => {
    const spec = (title: string, status: string) => ({
      title,
      file: 'a.journey.ts',
      line: 7,
      tests: [{ status, results: [{ error: { message: `${title} broke\nmore` } }, {}] }],
    });
    const report = { suites: [{ specs: [spec('one', 'unexpected'), spec('two', 'expected')], suites: [{ specs: [spec('three', 'flaky')] }] }] };
    expect(failedTests('playwright', report).map(({ where, title, why }) => [where, title, why])).toEqual([
      ['a.journey.ts:7', 'three', 'three broke'],
      ['a.journey.ts:7', 'one', 'one broke'],
    ]);
  });

  test('journeys that could not even begin', () => {
    const report = {
      suites: [],
      errors: [
        { message: '\u001b[31mSyntaxError: no export named x\u001b[39m\n    at a.journey.ts', location: { file: 'a.journey.ts' } },
        { message: 'no tests' },
      ],
    };
    expect(failedTests('playwright', report)).toEqual([
      { where: 'a.journey.ts', title: '(outside of any test)', why: 'SyntaxError: no export named x' },
      { where: '', title: '(outside of any test)', why: 'no tests' },
    ]);
  });

  test('nothing of a run that passed', () => {
    expect(failedTests('vitest', { testResults: [{ name: 'a', status: 'passed', message: '', assertionResults: [] }] })).toEqual([]);
    expect(failedTests('playwright', { suites: [] })).toEqual([]);
  });
});
