import path from 'node:path';
import { isTest } from './rules.mjs';

/** More than these are not taken in at a glance. */
export const MAX_FILES = 15;
/** Folders that grow with time and are read by number or date, never by topic. */
const BY_NUMBER = /(^|\/)(migrations|decisions)$/;

/**
 * Folders that hold more than may be. Those that are `known` may only become smaller, until their line goes.
 * @param {readonly string[]} files paths below the root, of every kind
 * @param {Readonly<Record<string, number>>} known files that a folder had when its line was written
 * @returns {string[]} one line per problem, with what to do
 */
export function crowdedFolders(files, known = {}) {
  const counts = new Map();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    if (folder !== '.') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const problems = [];
  for (const [folder, count] of counts) {
    if (count <= Math.max(MAX_FILES, known[folder] ?? 0) || BY_NUMBER.test(folder)) continue;
    problems.push(`${folder}: ${count} files, more than ${known[folder] ?? MAX_FILES}; put those of one topic into a folder below it`);
  }
  for (const [folder, was] of Object.entries(known)) {
    const count = counts.get(folder) ?? 0;
    if (count < was)
      problems.push(`${folder}: ${count} files now; ${count > MAX_FILES ? 'write that number' : 'take its line out'} in tools/config/folders.json`);
  }
  return problems;
}

const isWithin = (folder, other) => folder.startsWith(`${other}/`);
const pairOf = (one, other) => [one, other].sort().join(' <-> ');

/**
 * Folders beside one another that import each other, types too: neither can be read, moved or tested alone. A folder and those below it belong
 * together and are left out; so are tests.
 * @param {Map<string, {imports: readonly {target: string}[]}>} files what was scanned
 * @param {readonly string[]} known pairs that are still to be mended, `a <-> b`
 * @returns {string[]} one line per problem, with the imports of the direction that has fewer
 */
export function twoWayFolders(files, known = []) {
  const edges = new Map();
  for (const [file, { imports }] of files) {
    if (isTest(file)) continue;
    const from = path.posix.dirname(file);
    for (const { target } of imports) {
      const to = path.posix.dirname(target);
      if (!files.has(target) || from === to || isWithin(from, to) || isWithin(to, from)) continue;
      const key = `${from} -> ${to}`;
      edges.set(key, [...(edges.get(key) ?? []), `${path.posix.basename(file)} imports ${path.posix.basename(target)}`]);
    }
  }
  const found = new Map();
  for (const [key, there] of edges) {
    const [from, to] = key.split(' -> ');
    const back = edges.get(`${to} -> ${from}`);
    if (back) found.set(pairOf(from, to), there.length <= back.length ? there : back);
  }
  const fresh = [...found].filter(([pair]) => !known.includes(pair));
  return [
    ...fresh.map(([pair, fewer]) => `${pair}: import each other; move what both need to a folder of its own or above them (${fewer.slice(0, 3).join(', ')})`),
    ...known.filter((pair) => !found.has(pair)).map((pair) => `${pair}: no longer import each other; take the line out of tools/config/folders.json`),
  ];
}
