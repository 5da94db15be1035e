/** `npm run check -- --changed[=<commit>]`: checks what differs from a commit with the nearest tests, within a minute and a half, and says what it left out. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { runInLanes } from '../run/lanes.mjs';
import { modulesFolders } from '../kept/kept-modules.mjs';
import { postgresMissing } from '../machine.mjs';
import { REPORTS, runStep } from '../run/run-step.mjs';
import { changedFiles } from './changed-files.mjs';
import { staticSeconds, stepsOf } from './plan/changed-steps.mjs';
import { graphOf } from './dependents.mjs';
import { knownDurations } from './durations.mjs';
import { planChanged } from './plan/plan.mjs';
import { shareOfMachine } from './plan/share-of-machine.mjs';
import { readSources } from './read-sources.mjs';

const BUDGET_SECONDS = 90;
const LANES = 2;

/**
 * @param {{ against?: string, budgetSeconds?: number }} options
 * @returns {Promise<number>} exit code
 */
export async function runChanged({ against = 'HEAD', budgetSeconds = BUDGET_SECONDS } = {}) {
  let changed;
  try {
    changed = changedFiles({ against });
  } catch (error) {
    console.error(error.message);
    return 1;
  }
  if (changed.length === 0) {
    console.log(`nothing differs from ${against}; \`npm test\` checks everything`);
    return 0;
  }
  const { paths, sources } = readSources();
  const known = new Set(paths);
  const plan = planChanged({
    changed,
    gone: changed.filter((file) => !known.has(file)),
    graph: graphOf(sources, [...paths, ...changed]),
    durations: knownDurations(),
    budgetSeconds,
    staticSeconds: staticSeconds(),
    share: shareOfMachine(LANES),
  });
  announce(plan, changed, against);
  const results = await runAll(stepsOf(plan, budgetSeconds, postgresMissing() === ''));
  summarise(results, plan.notRun);
  return [...results.values()].some(({ state }) => state === 'FAILED') ? 1 : 0;
}

function announce(plan, changed, against) {
  const SHOWN = 10;
  console.log(`${changed.length} ${changed.length === 1 ? 'file differs' : 'files differ'} from ${against}:`);
  for (const file of changed.slice(0, SHOWN)) console.log(`  ${file}`);
  if (changed.length > SHOWN) console.log(`  … and ${changed.length - SHOWN} more`);
  for (const file of plan.reachesAll) console.log(`${file} reaches every test: there is no way to tell which of them matter`);
  for (const { project, files, seconds } of plan.vitest) {
    console.log(`${project}: ${files.length} test files, some ${Math.round(seconds)} s, the nearest first:`);
    for (const file of files.slice(0, SHOWN)) console.log(`  ${file}`);
    if (files.length > SHOWN) console.log(`  … and ${files.length - SHOWN} more`);
  }
}

/** @returns {Promise<Map<object, Awaited<ReturnType<typeof runStep>> & { seconds: number }>>} by step */
async function runAll(steps) {
  mkdirSync(REPORTS, { recursive: true });
  const results = new Map();
  // Nearly all modules are those of the last run of this clone.
  const env = modulesFolders(process.cwd());
  await runInLanes(steps, { lanes: Math.min(LANES, availableParallelism()) }, async (step) => {
    const report = `changed-${step.name}`;
    const output = `${REPORTS}/${report}.log`;
    for (const end of ['json', 'stray.json', 'log']) rmSync(`${REPORTS}/${report}.${end}`, { force: true });
    const started = performance.now();
    const result = await runStep(step, report, { env, output });
    const seconds = (performance.now() - started) / 1000;
    results.set(step, { ...result, seconds });
    console.log(`${result.state.padEnd(8)} ${step.title}, ${seconds.toFixed(0)} s`);
    if (result.state !== 'FAILED') return;
    console.log(`${readFileSync(output, { encoding: 'utf8', flag: 'a+' })}${result.note ?? ''}\n→ ${step.hint}`);
  });
  return results;
}

function summarise(results, notRun) {
  for (const { failures = [] } of results.values())
    for (const { where, title, why } of failures) console.log(`\nfailed: ${path.relative('', where)} › ${title}\n    ${why}`);
  console.log('\n=== not run');
  for (const { what, why, command } of notRun) console.log(`${what}\n    ${why}\n    ${command}`);
  console.log('\n=== summary');
  for (const [{ title }, { state, passed, failed, skipped, seconds, processorSeconds = 0 }] of results) {
    const took = `${seconds.toFixed(0)} s, ${processorSeconds.toFixed(0)} s of processor`;
    console.log(`${state.padEnd(8)} ${title.padEnd(46)} ${passed} passed, ${failed} failed, ${skipped} skipped, ${took}`);
  }
  console.log(`${(performance.now() / 1000).toFixed(0)} s`);
}
