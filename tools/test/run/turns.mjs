import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file) => JSON.parse(readFileSync(path.resolve(file), 'utf8'));

/** Those whose turn it is: `count` of `files`, others with each seed, all of them within a few. */
const chosenOf = ({ count, files }, seed) => {
  const candidates = Object.keys(files);
  return Array.from({ length: count }, (_, at) => candidates[(seed * count + at) % candidates.length]);
};

const shareOf = (what, { count, files }) => ({ what, done: count, of: Object.keys(files).length });

const SUBSET = 'tools/config/embedded-subset.json';

/**
 * Which integration tests the embedded database gets where PostgreSQL runs all: some always, and of those whose plugins a journey goes through
 * on it as well so many, others with each seed.
 * @param {number} seed of the run
 * @returns {string[]} the runner takes words of their paths
 */
export const embeddedSubset = (seed) => {
  const { files, inTurn } = read(SUBSET);
  return [...files, ...chosenOf(inTurn, seed)].map((file) => file.replace('/**/*.int.test.ts', '/'));
};

/** What of it a run does, for its end. */
export const shareOfSubset = () => shareOf('files of plugins with a journey, embedded database', read(SUBSET).inTurn);

const FAULT_TURNS = 'tools/config/fault-turns.json';

/**
 * Fault tests of a run: all but the kills of single plugins whose turn it is not.
 * @param {number} seed of the run
 * @returns {string[]} their paths
 */
export const faultTests = (seed) => {
  const turns = read(FAULT_TURNS);
  const chosen = new Set(chosenOf(turns, seed));
  return readdirSync('tests/faults', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('tests/faults', file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.faults.test.ts') && (!(file in turns.files) || chosen.has(file)))
    .sort();
};

/** What of them a run does, for its end. */
export const shareOfFaults = () => shareOf('plugins whose acts a death of the server meets', read(FAULT_TURNS));
