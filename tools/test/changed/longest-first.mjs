import path from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { knownDurations } from './durations.mjs';

/** Of a file that nobody has run yet. */
const UNKNOWN_SECONDS = 5;

/**
 * Paths, those first that took longest when they ran last: a long file that begins when the others are nearly done leaves every core but its own idle.
 * @param {readonly string[]} files below the root
 * @param {Readonly<Record<string, number>>} seconds by file
 */
export const longestFirst = (files, seconds) =>
  [...files].sort((a, b) => (seconds[b] ?? UNKNOWN_SECONDS) - (seconds[a] ?? UNKNOWN_SECONDS) || (a < b ? -1 : 1));

/** The order of a run of `npm test`. By itself the runner orders files by what it ran in this clone, and in a fresh one by their size. */
export class LongestFirst extends BaseSequencer {
  async sort(specifications) {
    const nameOf = ({ moduleId }) => path.relative('', moduleId);
    const order = new Map(longestFirst(specifications.map(nameOf), knownDurations()).map((file, at) => [file, at]));
    return [...specifications].sort((a, b) => order.get(nameOf(a)) - order.get(nameOf(b)));
  }
}
