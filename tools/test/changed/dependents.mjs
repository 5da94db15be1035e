import path from 'node:path';
import { scanImports } from '../imports/scan.mjs';
import { pathWords } from './plan/path-words.mjs';
import { loadedParts, PLUGIN_LOADER, pluginsStarted } from './plugin-loads.mjs';
import { kindOfTest, SET_UP } from './plan/test-kinds.mjs';

const VITEST_CONFIG = 'tools/config/vitest.config.ts';
/** Decides how every test is read, without being imported by any. */
const READ_BY_ALL = /^((plugin-sdk\/)?package(-lock)?\.json|tsconfig\.json|\.npmrc)$/;
const SOURCE = /\.(ts|tsx|mjs)$/;
/** Read by people, or by tools that are no part of a test. */
const NO_PART_OF_TESTS = /\.md$|^(LICENSE|\.gitignore|\.biome\.json)$|^\.ci\/|^tools\/(screenshots|config)\/|^tests\/journeys\/|^plugin-sdk\/cli\/template\//;

const isTestSide = (file) => /^(tests|tools)\/|\.(test|fixture|web-fixture)\.tsx?$|\/testing\/|^plugin-sdk\/cli\//.test(file);
const areaOf = (file) => file.split('/').slice(0, 2).join('/');

function foldersAbove(file) {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_part, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

/** Files and folders (`a/b/`) that a source opens without importing them. The product opens beside itself only: what it opens below the root is a site's. */
function opened(file, words, exists) {
  const folder = path.posix.dirname(file);
  return words
    .flatMap((word) => (isTestSide(file) ? [path.posix.join(folder, word), path.posix.normalize(word)] : [path.posix.join(folder, word)]))
    .map((found) => found.replace(/\/$/, ''))
    .flatMap((found) => (exists.has(found) ? [found] : exists.has(`${found}/`) ? [`${found}/`] : []))
    .filter((found) => found !== VITEST_CONFIG) // What it decides reaches every test, and who starts vitest with it is none.
    .filter((found) => !(found === 'plugins/' && file.startsWith('tests/support/'))) // Whoever calls that support names the plugins.
    .filter((found) => !(found.endsWith('/') && file.startsWith('tools/build/'))); // The build reads the product: `builtStepsOf` says whose matter that is.
}

/** Imports that run when a file is loaded; `./migrations` is the folder. Of its pages a plugin's manifest only says how a browser would load them. */
function loaded(file, text, imports, exists) {
  const isPage = ({ specifier, target }) => /^plugins\/[^/]+\/plugin\.ts$/.test(file) && target.includes('/web/') && text.includes(`import('${specifier}')`);
  return imports
    .filter((item) => !item.typeOnly && !/^(npm|node):/.test(item.target) && !isPage(item))
    .map(({ target }) => (!exists.has(target) && exists.has(`${target}/`) ? `${target}/` : target));
}

/**
 * Who stops working when a file changes: who imports it at run time, opens it by a path, or starts it as part of a plugin.
 * @param {ReadonlyMap<string, string>} sources source file → text
 * @param {Iterable<string>} paths all files of the repository, and the changed ones that are gone
 */
export function graphOf(sources, paths) {
  const exists = new Set();
  for (const file of [...sources.keys(), ...paths]) for (const found of [file, ...foldersAbove(file)]) exists.add(found);
  const needs = new Map();
  for (const [file, text] of sources) {
    const imports = scanImports(file, text);
    const words = pathWords(
      file,
      text,
      imports.map(({ specifier }) => specifier),
    );
    needs.set(file, new Set([...loaded(file, text, imports, exists), ...opened(file, words, exists)]));
    if (kindOfTest(file) in SET_UP) needs.get(file).add(SET_UP[kindOfTest(file)]);
  }
  const plugins = new Set([...exists].filter((found) => /^plugins\/[^/]+\/$/.test(found)).map((found) => found.split('/')[1]));
  for (const file of reach(turned(needs), PLUGIN_LOADER)) {
    if (!isTestSide(file) || file === PLUGIN_LOADER) continue;
    const imported = [...needs.get(file)].flatMap((other) => sources.get(other) ?? []);
    for (const id of pluginsStarted(sources.get(file), imported, plugins)) for (const part of loadedParts(id)) needs.get(file).add(part);
  }
  const tests = [...exists].filter((file) => sources.has(file) && kindOfTest(file) !== undefined).sort();
  return { dependents: turned(needs), tests, readByAll: new Set([VITEST_CONFIG, ...importedBy(VITEST_CONFIG, needs)]) };
}

function turned(needs) {
  const dependents = new Map();
  for (const [file, others] of needs)
    for (const other of others) {
      if (!dependents.has(other)) dependents.set(other, new Set());
      dependents.get(other).add(file);
    }
  return dependents;
}

/** What a file loads, over any number of imports. */
function importedBy(file, needs, found = new Set()) {
  for (const other of needs.get(file) ?? []) {
    if (found.has(other) || !SOURCE.test(other) || kindOfTest(other) || Object.values(SET_UP).includes(other)) continue;
    found.add(other);
    importedBy(other, needs, found);
  }
  return found;
}

/** All files that depend on this one, over any number of steps; itself first. Who reads a folder reads no tests there. */
function reach(dependents, file) {
  const found = new Set([file]);
  for (const next of found) {
    const readers = kindOfTest(next) ? [] : foldersAbove(next).flatMap((folder) => [...(dependents.get(folder) ?? [])]);
    for (const dependent of [...(dependents.get(next) ?? []), ...readers]) found.add(dependent);
  }
  return found;
}

/**
 * Test files that a change of one file reaches. What nothing is known of reaches the tests of its own plugin, outside of plugins all.
 * @returns {{ tests: string[], all: boolean }}
 */
export function testsReachedBy(graph, file) {
  if (READ_BY_ALL.test(file) || graph.readByAll.has(file)) return { tests: graph.tests, all: true };
  const found = reach(graph.dependents, file);
  const tests = graph.tests.filter((test) => found.has(test));
  if (found.size > 1 || SOURCE.test(file) || NO_PART_OF_TESTS.test(file)) return { tests, all: false };
  const plugin = file.startsWith('plugins/') ? areaOf(file) : undefined;
  return plugin ? { tests: graph.tests.filter((test) => areaOf(test) === plugin), all: false } : { tests: graph.tests, all: true };
}
