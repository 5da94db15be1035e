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

/** Test files of a folder: all but those that take turns and whose turn it is not. */
const withTurns = (folder, ending, turns, seed) => {
  const { count, files } = read(turns);
  const chosen = new Set(chosenOf({ count, files }, seed));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith(ending) && (!(file in files) || chosen.has(file)))
    .sort();
};

const FAULT_TURNS = 'tools/config/fault-turns.json';

/**
 * Fault tests of a run: all but the kills of single plugins whose turn it is not.
 * @param {number} seed of the run
 * @returns {string[]} their paths
 */
export const faultTests = (seed) => withTurns('tests/faults', '.faults.test.ts', FAULT_TURNS, seed);

/** What of them a run does, for its end. */
export const shareOfFaults = () => shareOf('plugins whose acts a death of the server meets', read(FAULT_TURNS));

const VENDOR_TURNS = 'tools/config/vendor-turns.json';

/**
 * Vendor tests of a run.
 * @param {number} seed of the run
 * @returns {string[]} their paths
 */
export const vendorTests = (seed) => withTurns('tests/vendor', '.test.ts', VENDOR_TURNS, seed);

/** What of them a run does, for its end. */
export const shareOfVendors = () => shareOf('ways of a plugin that is made outside of this repository', read(VENDOR_TURNS));
