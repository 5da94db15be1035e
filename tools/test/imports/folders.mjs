import path from 'node:path';
import { isTest } from './rules.mjs';

/** More than these are not taken in at a glance. */
export const MAX_FILES = 15;
/** Folders that grow with time and are read by number or date, never by topic. */
const BY_NUMBER = /(^|\/)(migrations|decisions)$/;

/**
 * Folders that hold more than may be; what lies in folders below them does not count.
 * @param {readonly string[]} files paths below the root, of every kind
 * @returns {string[]} one line per folder, with what to do
 */
export function crowdedFolders(files) {
  const counts = new Map();
  for (const file of files) {
    const folder = path.posix.dirname(file);
    if (folder !== '.') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > MAX_FILES && !BY_NUMBER.test(folder))
    .map(
      ([folder, count]) =>
        `${folder}: ${count} files, more than ${MAX_FILES}; put those of one topic into a folder below it, named so that a newcomer would look there`,
    );
}

const isWithin = (folder, other) => folder.startsWith(`${other}/`);
const pairOf = (one, other) => [one, other].sort().join(' <-> ');

/**
 * Folders beside one another that import each other, types too: neither can be read, moved or tested alone. A folder and those below it belong
 * together and are left out; so are tests.
 * @param {Map<string, {imports: readonly {target: string}[]}>} files what was scanned
 * @returns {string[]} one line per pair, with the imports of the direction that has fewer, and what to do
 */
export function twoWayFolders(files) {
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
  return [...found].map(
    ([pair, fewer]) =>
      `${pair}: import each other (${fewer.slice(0, 3).join(', ')}); move what both need below both or above them, take it as a parameter, or let the one who needs it declare the interface`,
  );
}

/**
 * Imports that lead up: of two folders of `base` the one that stands later in `floors` may know the earlier one, never the other way round.
 * Files in `base` itself put everything together and stand above all; tests may look anywhere.
 * @param {Map<string, {imports: readonly {specifier: string, target: string, line: number}[]}>} files what was scanned
 * @param {string} base
 * @param {readonly string[]} floors folders of `base`, the lowest first
 * @returns {string[]} one line per problem, with what to do
 */
export function upwardImports(files, base, floors) {
  const folderOf = (file) =>
    isWithin(file, base)
      ? file
          .slice(base.length + 1)
          .split('/')
          .slice(0, -1)[0]
      : undefined;
  const problems = [];
  const seen = new Set();
  for (const [file, { imports }] of files) {
    const from = folderOf(file);
    if (from === undefined) continue;
    seen.add(from);
    if (isTest(file)) continue;
    for (const { target, specifier, line } of imports) {
      if (!isWithin(target, base) || !files.has(target)) continue;
      const to = folderOf(target);
      if (to !== undefined && floors.indexOf(to) <= floors.indexOf(from)) continue;
      problems.push(
        `${file}:${line}: may not import ${specifier}, which stands above it; move the shared part down, take it as a parameter, or declare the interface here (tools/docs/ARCHITECTURE.md, Floors of the server)`,
      );
    }
  }
  for (const folder of seen)
    if (!floors.includes(folder)) problems.push(`${base}/${folder}: stands on no floor; put it into serverFloors in tools/test/imports/rules.mjs`);
  for (const folder of floors)
    if (!seen.has(folder)) problems.push(`${base}/${folder}: is no more; take it out of serverFloors in tools/test/imports/rules.mjs`);
  return problems;
}
