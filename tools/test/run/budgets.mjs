import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What each step may take from the processors, as it was when its line was last written. */
export const BUDGETS_FILE = path.resolve('tools/config/test-budgets.json');
const ALLOWED_GROWTH = 1.25;
/** Seconds that are lost in the noise of starting a process. */
const FREE_SECONDS = 5;
/** Share of the processors that others may use before times say nothing any more; a seventh is our own: browsers and servers that nobody waits for. */
const QUIET_SHARE = 0.25;

/** @returns {{ measureMilliseconds: number, steps: Record<string, { processorSeconds: number, seconds: number, memoryMb: number }> }} */
export const readBudgets = (file = BUDGETS_FILE) => JSON.parse(readFileSync(file, 'utf8'));

/** Steps of fewer seconds say nothing about a machine. */
const TELLING_SECONDS = 10;
/** Of fewer steps, one that grew would make the machine look slow. */
const TELLING_STEPS = 5;

/** The middle of what was measured: one look says little on a machine that is shared. */
const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * How much longer this machine takes for the same work than the one of the budgets: what a fixed piece of work says, or the middle of all steps
 * where that is more. The piece tells too little: in one run it said a sixth more while every step took about half as much again, those that
 * nobody had changed among them. So a step is measured by the others of its own run, too: it fails when it grew more than they did.
 * @param {readonly number[]} samples milliseconds of `measureMilliseconds`, one at least
 * @param {{ name: string, processorSeconds?: number }[]} results all steps of the run
 * @param {{ measureMilliseconds: number, steps: Record<string, { processorSeconds: number }> }} budgets
 */
export function slownessOf(samples, results, { measureMilliseconds, steps }) {
  const ofPiece = middle(samples) / measureMilliseconds;
  const ofSteps = results
    .filter(({ name, processorSeconds }) => processorSeconds !== undefined && steps[name]?.processorSeconds >= TELLING_SECONDS)
    .map(({ name, processorSeconds }) => processorSeconds / steps[name].processorSeconds);
  return ofSteps.length < TELLING_STEPS ? ofPiece : Math.max(ofPiece, middle(ofSteps));
}

/**
 * Steps that grew beyond their budgets.
 * @param {{ name: string, title: string, processorSeconds?: number }[]} results
 * @param {{ steps: Record<string, { processorSeconds: number }> }} budgets
 * @param {number} slowness how much longer this machine takes for the same work than the one where the budgets were measured
 * @returns {{ name: string, problem: string }[]}
 */
export function overBudget(results, { steps }, slowness) {
  return results.flatMap(({ name, title, processorSeconds }) => {
    if (processorSeconds === undefined) return [];
    const budget = steps[name]?.processorSeconds;
    if (budget === undefined) return [{ name, problem: `${title} has no budget; add ${name} to tools/config/test-budgets.json` }];
    const comparable = processorSeconds / slowness;
    if (comparable <= budget * ALLOWED_GROWTH + FREE_SECONDS) return [];
    return [
      {
        name,
        problem:
          `${title} took ${comparable.toFixed(0)} processor seconds (reckoned for the machine of the budgets), ${((comparable / budget - 1) * 100).toFixed(0)} % more ` +
          `than its budget of ${budget}. Look at the slowest files above; where the growth is wanted, change the budget in tools/config/test-budgets.json`,
      },
    ];
  });
}

/** Where nobody has measured a step. */
export const UNKNOWN_STEP = { seconds: 60, memoryMb: 1_500 };

/**
 * Budgets as this run was: what its steps took, and what the fixed piece of work took on this machine, without what the old budgets made of it.
 * A step that got only what another one left says nothing of its own seconds, by which steps are put in order; one that `takesKept` work of an earlier
 * run may have found all of it and never needs less than its line says.
 * @param {ReturnType<typeof readBudgets>} budgets
 * @param {{ name: string, state: string, seconds: number, processorSeconds?: number, patiently?: boolean, takesKept?: boolean }[]} results
 * @param {readonly number[]} samples milliseconds of `measureMilliseconds`, one at least
 */
export function budgetsOfRun(budgets, results, samples) {
  const steps = { ...budgets.steps };
  for (const { name, state, seconds, processorSeconds = 0, patiently, takesKept } of results) {
    if (state === 'skipped') continue;
    const before = steps[name];
    const atLeast = (measured, was) => (takesKept ? Math.max(measured, was ?? 0) : measured);
    steps[name] = {
      memoryMb: UNKNOWN_STEP.memoryMb,
      ...before,
      seconds: patiently && before ? before.seconds : atLeast(Math.ceil(seconds), before?.seconds),
      processorSeconds: atLeast(Math.ceil(processorSeconds), before?.processorSeconds),
    };
  }
  return { ...budgets, measureMilliseconds: Math.round(middle(samples)), steps };
}

/**
 * Why times say nothing here, empty when they do.
 * @param {{ busySeconds: number, ownSeconds: number, wallSeconds: number, cores: number } | undefined} use of the processors during the run
 */
export function notJudged(use) {
  if (!use) return 'this system does not tell how busy its processors were';
  const others = Math.max(0, use.busySeconds - use.ownSeconds) / (use.wallSeconds * use.cores);
  return others > QUIET_SHARE ? `other programs used ${(others * 100).toFixed(0)} % of the processors` : '';
}
