import { obtainChromium } from '../chromium.mjs';
import { postgresMissing } from '../machine.mjs';
import { journeysCommand, vitestCommand } from '../run/runner.mjs';

const NEEDS_BUILD = ['faults', 'vendor', 'journeys'];

/** What these projects need first, or undefined. */
export const buildStep = (projects) =>
  projects.some((project) => NEEDS_BUILD.includes(project))
    ? { title: 'build', kind: 'command', command: ['node', 'tools/build/build.mjs'], env: {} }
    : undefined;

const browser = () => {
  const { path: program, problem } = obtainChromium();
  return problem ? { problem } : { env: { CHROMIUM: program } };
};

/**
 * One project's files, for `runStep`; on PostgreSQL where it is found, unless NEPHRA_TEST_DATABASE names the engine. The journeys' runner knows one
 * order only: what differs there is how long each late script and each answer takes on its way to the page.
 */
export function stepFor(project, files, seed) {
  if (project === 'journeys') {
    return { title: project, kind: 'playwright', command: journeysCommand(files), env: { NEPHRA_JOURNEY_SLOW: String(seed) }, prepare: browser };
  }
  const order = ['--sequence.shuffle.files', `--sequence.seed=${seed}`];
  return {
    title: project,
    kind: 'vitest',
    command: vitestCommand([project], [...order, ...files]),
    env: project === 'integration' && !process.env.NEPHRA_TEST_DATABASE && !postgresMissing() ? { NEPHRA_TEST_DATABASE: 'postgres' } : {},
  };
}
