import { testsReachedBy } from '../dependents.mjs';
import { distance } from './nearness.mjs';
import { leftOut } from '../not-run.mjs';
import { builtStepsOf, isTestOnly, kindOfTest, LONG_KINDS } from './test-kinds.mjs';

/** Of a test file that no record tells of; suites over the whole product are the long ones. */
const UNKNOWN_SECONDS = { unit: 0.5, screens: 3, integration: 5 };
const UNKNOWN_WHOLE_PRODUCT_SECONDS = 20;
/** What a runner needs before its first test: `unit` and `screens` are one run. */
const START_SECONDS = { unit: 5, screens: 5, integration: 15 };
const CORES = 2;
/** However little is left, so many seconds of the nearest tests run; the changed test itself and the namesake of a changed file do however long they take. */
const NEAREST_SECONDS = 30;
/** Whatever its distance, so quick a test costs nothing where its runner runs anyhow: it comes with those of the same plugin. */
const QUICK_SECONDS = 1;
const SAME_PLUGIN = 2;

const LINTED = /\.(ts|tsx|mjs|js|json|css|html)$/;
const IMPORTING = /^(shell|plugin-sdk|plugins|tools)\/.*\.(ts|tsx|mjs)$/;
/** Whoever changes what they look for wants to know of every file. */
const CHECKERS = /^tools\/test\/(acts|imports|limits|patterns|row-doors|waiting|excused-findings)/;
const TYPED = /\.(ts|tsx|mjs|json|sql|css)$/;

/**
 * What a change is checked with. Nearest tests first, then the quickest, as many as `budgetSeconds` of two cores hold.
 * @param {{
 *   changed: readonly string[], gone?: readonly string[],
 *   graph: ReturnType<typeof import('../dependents.mjs').graphOf>,
 *   durations: Readonly<Record<string, number>>, budgetSeconds: number, staticSeconds?: number, share?: number,
 * }} given `gone`: changed files that are no more; `staticSeconds`: what lint, import rules and types take of the budget;
 *   `share`: of two cores, what the check gets
 * @returns {{
 *   lint: string[], types: boolean, imports: boolean, waiting: boolean, read: string[],
 *   vitest: { project: 'unit' | 'screens' | 'integration', files: string[], seconds: number }[],
 *   notRun: { what: string, why: string, command: string }[],
 *   reachesAll: string[],
 * }} `waiting`: look for tests that wait for a time, a port or an order; `read`: files that checkers of single files read, none: all of them; `reachesAll`: changed files that no import tells the reach of
 */
export function planChanged({ changed, gone = [], graph, durations, budgetSeconds, staticSeconds = 0, share = 1 }) {
  const ranked = rankedTests(changed, graph, durations);
  const short = ranked.filter(({ kind }) => !LONG_KINDS.includes(kind));
  const whole = CORES * budgetSeconds;
  const { chosen, late } = fill(short, Math.max(Math.min(NEAREST_SECONDS, whole), whole * share - staticSeconds));
  const longer = new Set([...ranked.filter(({ kind }) => LONG_KINDS.includes(kind)).map(({ kind }) => kind), ...changed.flatMap(builtStepsOf)]);
  const reachesAll = changed.filter((file) => testsReachedBy(graph, file).all);
  const here = changed.filter((file) => !gone.includes(file));
  return {
    lint: changed.includes('.biome.json') ? ['.'] : here.filter((file) => LINTED.test(file)),
    types: changed.some((file) => TYPED.test(file)),
    imports: changed.some((file) => IMPORTING.test(file)),
    waiting: changed.some(isTestOnly),
    read: changed.some((file) => CHECKERS.test(file)) ? [] : here,
    vitest: ['unit', 'screens', 'integration'].flatMap((project) => {
      const files = chosen.filter(({ kind }) => kind === project);
      return files.length > 0 ? [{ project, files: files.map(({ test }) => test), seconds: sum(files) }] : [];
    }),
    reachesAll,
    notRun: leftOut({
      late,
      longer: LONG_KINDS.filter((kind) => longer.has(kind)),
      unreached: graph.tests.filter((test) => !LONG_KINDS.includes(kindOfTest(test))).length - short.length,
      product: changed.some((file) => /^(shell|plugin-sdk|plugins)\//.test(file) && !isTestOnly(file)),
      oneEngine: chosen.some(({ kind }) => kind === 'integration'),
      budgetSeconds,
    }),
  };
}

const sum = (tests) => tests.reduce((total, { seconds }) => total + seconds, 0);

const unknownSeconds = (test, kind) => (test.startsWith('tests/') ? UNKNOWN_WHOLE_PRODUCT_SECONDS : (UNKNOWN_SECONDS[kind] ?? 0));

function rankedTests(changed, graph, durations) {
  const nearest = new Map();
  for (const file of changed)
    for (const test of testsReachedBy(graph, file).tests)
      nearest.set(test, Math.min(nearest.get(test) ?? Number.POSITIVE_INFINITY, distance(file, test, graph.dependents.get(file)?.has(test))));
  const items = [...nearest].map(([test, far]) => {
    const kind = kindOfTest(test);
    return { test, far, kind, seconds: durations[test] ?? unknownSeconds(test, kind) };
  });
  // The first one makes the databases ready, which takes longer than most screens: one of a twentieth of a second took the time of a page's two tests.
  const databasesAnyhow = items.some(({ kind, far }) => kind === 'integration' && far <= SAME_PLUGIN);
  const costsNothing = ({ kind, seconds }) => seconds <= QUICK_SECONDS && (kind !== 'integration' || databasesAnyhow);
  return items
    .map((item) => (costsNothing(item) ? { ...item, far: Math.min(item.far, SAME_PLUGIN) } : item))
    .sort((a, b) => a.far - b.far || a.seconds - b.seconds || (a.test < b.test ? -1 : 1));
}

/** Takes what fits, in its order; what is too long for what is left makes way for what follows. */
function fill(ranked, capacity) {
  const started = new Set();
  const runnerOf = (kind) => (kind === 'integration' ? 'integration' : 'unit');
  const chosen = [];
  const late = [];
  let left = capacity;
  for (const item of ranked) {
    const seconds = item.seconds + (started.has(runnerOf(item.kind)) ? 0 : START_SECONDS[item.kind]);
    if (seconds > left && item.far > 0) {
      late.push(item);
      continue;
    }
    started.add(runnerOf(item.kind));
    left -= seconds;
    chosen.push(item);
  }
  return { chosen, late };
}
