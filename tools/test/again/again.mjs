/** `npm run test:again`: the same tests several times, each time in another order and with every core kept busy; says what failed how often. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine, refuse } from '../run/command-line.mjs';
import { REPORTS, runStep } from '../run/run-step.mjs';
import { keepCoresBusy } from './busy-cores.mjs';
import { allTestFiles, filesFor } from './choose-files.mjs';
import { buildStep, stepFor } from './steps-again.mjs';
import { Tally } from './tally.mjs';

const USAGE = `npm run test:again -- <times> <pattern>: the test files whose path contains the pattern, or where none does, whose text does
  --only unit,journeys   some of the runners: unit, screens, integration, faults, vendor, journeys
  --no-load              nothing beside the tests; else every core is kept busy
  --seed 123             of the first round, as an earlier run printed it; every further round adds one`;

const options = { only: { type: 'string' }, seed: { type: 'string' }, 'no-load': { type: 'boolean' } };
const { values, positionals } = readCommandLine({ usage: USAGE, options, bareWords: true });
const [count, pattern = '', ...more] = positionals;
const times = Number(count);
if (more.length > 0) refuse(`One pattern: put it in quotes when it has blanks. Left over: ${more.join(' ')}`, USAGE);
if (!Number.isInteger(times) || times < 1 || !pattern) refuse('How often, and which tests?', USAGE);
if (values.seed !== undefined && !/^\d+$/.test(values.seed)) refuse(`--seed is a number, not "${values.seed}".`, USAGE);

const only = values.only?.split(',');
const chosen = [...filesFor(pattern, allTestFiles())].filter(([project]) => !only || only.includes(project));
if (chosen.length === 0) {
  console.error(`No test file has “${pattern}” in its path or its text.`);
  process.exit(2);
}
for (const [project, files] of chosen) console.log(`${project}: ${files.join(' ')}`);
mkdirSync(REPORTS, { recursive: true });

/** @returns what failed in this step */
async function run(step, name, seed) {
  const output = `${REPORTS}/again-${name}.log`;
  const { state, passed, failed, failures = [], note = '' } = await runStep(step, `again-${name}`, { env: { NEPHRA_TEST_SEED: String(seed) }, output });
  console.log(
    `  ${step.title}: ${passed} passed, ${failed} failed${note ? ` (${note})` : ''}${state === 'FAILED' ? `; see ${path.relative('', output)}` : ''}`,
  );
  if (state !== 'FAILED' || failures.length > 0) return failures.map((one) => ({ ...one, where: path.relative('', one.where) }));
  return [{ where: step.title, title: '(the whole step)', why: note || 'ended with an error and told no failed test' }];
}

const build = buildStep(chosen.map(([project]) => project));
if (build && (await run(build, 'build', 0)).length > 0) process.exit(1);

const load = values['no-load'] ? undefined : keepCoresBusy();
const tally = new Tally();
const firstSeed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
let finished = false;
// However it ends: what was found until then is told.
process.once('exit', () => {
  load?.stop();
  console.log(['', ...(finished ? [] : ['ended before its time; until then:']), ...tally.lines()].join('\n'));
  process.exitCode = tally.red || !finished ? 1 : 0;
});
for (let round = 1; round <= times; round += 1) {
  const seed = firstSeed + round - 1;
  console.log(`round ${round} of ${times}, seed ${seed}`);
  const failures = [];
  for (const [project, files] of chosen) failures.push(...(await run(stepFor(project, files, seed), `${seed}-${project}`, seed)));
  tally.add(failures);
}
finished = true;
