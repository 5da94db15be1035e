import path from 'node:path';

const pluginOf = (file) => file.split('/').slice(0, 2).join('/');

/** How far a test file lies from a guard: same folder, same plugin or shell, rules over everything, elsewhere. */
function distance(guardFile, testFile) {
  if (path.dirname(guardFile) === path.dirname(testFile)) return 0;
  if (pluginOf(guardFile) === pluginOf(testFile)) return 1;
  return testFile.startsWith('tests/') ? 2 : 3;
}

/**
 * Files whose tests come by a guard, with the names of those tests in their order: the file that noticed it last time first, then the
 * nearest, then the quickest. A guard that is passed in an outermost hook is the matter of every test of the file.
 * @param last what noticed it last time
 */
export function testsFor(guard, surveys, last) {
  return [...surveys]
    .flatMap(({ test, tests, always }) => {
      const chosen = always.includes(guard.key) ? tests : tests.filter(({ passed }) => passed.includes(guard.key));
      if (chosen.length === 0) return [];
      const milliseconds = chosen.reduce((sum, one) => sum + one.milliseconds, 0);
      return [
        {
          test,
          tests: chosen.map(({ name }) => name),
          first: test === last?.test ? last.by : undefined,
          milliseconds,
          distance: test === last?.test ? -1 : distance(guard.file, test),
        },
      ];
    })
    .sort((a, b) => a.distance - b.distance || a.milliseconds - b.milliseconds);
}

/**
 * What to turn next: for each guard that is not settled yet the next file of its list that has not been asked, `atOnce` files when a guard
 * has been asked about in vain already.
 * @returns {Record<string, { key: string, tests: string[], first?: string }[]>} by test file; empty: nothing is left to ask
 */
export function nextRound(guards, candidates, settled, asked, atOnce) {
  const round = {};
  for (const { key } of guards) {
    if (settled.has(key)) continue;
    const open = (candidates.get(key) ?? []).filter(({ test }) => !asked.has(`${key} ${test}`));
    const wide = open.length < (candidates.get(key) ?? []).length;
    for (const { test, tests, first } of open.slice(0, wide ? atOnce : 1)) {
      round[test] ??= [];
      round[test].push({ key, tests, first });
    }
  }
  return round;
}

/** Names of all tests of each file, in their order. */
export const orderOf = (surveys) => Object.fromEntries([...surveys].map(({ test, tests }) => [test, tests.map(({ name }) => name)]));
