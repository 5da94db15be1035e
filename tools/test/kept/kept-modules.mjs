import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { templateFolder } from '../../../tests/support/databases/template-folder.mjs';

const SOURCES = ['shell', 'plugin-sdk', 'plugins', 'tools', 'tests'];
/** Written out in full where a component is imported: what stands in there is bundled under a name made of its content. */
const COMPONENTS = 'plugin-sdk/web/ui';
/** Say how sources are translated and which file an import means. */
const DECIDES = /^(?:package(?:-lock)?|tsconfig(?:\.\w+)?)\.json$/;
/** Of all other files an import says the whole name (tools/test/imports), so that one more or less changes no module but those that name it. */
const DECIDES_BY_NAME = /\.sql$/;
const LEFT_OUT = /(?:^|[\\/])(?:node_modules|dist|\.build|\.cache)(?:[\\/]|$)/;
const KEPT_FOLDERS = 3;
/** Of one clone with all its edits; a whole run needs about 60 MB. */
const MAX_FILES = 30_000;
/** No run takes longer: what is younger may still be read and written. */
const IN_USE_MS = 2 * 60 * 60_000;

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

const nameOf = (hash) => hash.digest('hex').slice(0, 16);

/**
 * What a translated module depends on besides its own text, which the runner compares itself: which migrations a folder holds, what packages
 * export, how sources are translated, and the component library that stands in for its door.
 * @param {string} root of the clone
 */
export function surroundings(root) {
  const hash = createHash('sha256').update(process.version);
  const names = SOURCES.filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => filesBelow(path.join(root, folder)))
    .map((file) => path.relative(root, file))
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
  for (const name of names) if (DECIDES_BY_NAME.test(name)) hash.update(`\0${name}`);
  const deciding = [...readdirSync(root), ...names].filter((name) => DECIDES.test(path.basename(name)) || name.startsWith(`${COMPONENTS}${path.sep}`));
  for (const name of deciding) hash.update(`\0${name}\0`).update(readFileSync(path.join(root, name)));
  return nameOf(hash);
}

/** A folder of this name, ready to be written into, marked as used now; of others with the beginning `kind` the oldest go. */
function keptFolder(kind, name, folder) {
  const kept = path.join(folder, `${kind}${name}`);
  const ageOf = (file) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (existsSync(kept) && ageOf(kept) > IN_USE_MS && readdirSync(kept).length > MAX_FILES) rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept, { recursive: true });
  const now = new Date();
  utimesSync(kept, now, now);
  const older = readdirSync(folder)
    .filter((other) => other.startsWith(kind))
    .map((other) => path.join(folder, other))
    .sort((a, b) => ageOf(a) - ageOf(b))
    .slice(KEPT_FOLDERS);
  for (const one of older) if (ageOf(one) > IN_USE_MS) rmSync(one, { recursive: true, force: true });
  return kept;
}

/**
 * Folders in which the steps of `npm test` leave their translated modules, as environment of the runner: for each other and for the next run of this
 * clone, as the runner writes them, with the clone's place in them; and for all clones, without it (`modules-of-clones.mjs`). A module is found by its
 * text and written whole, so any number of runs may share the folders. Bounded: a folder with too many edits is begun anew, and the oldest go.
 * @returns {Record<string, string>}
 */
export function modulesFolders(root, folder = templateFolder) {
  const about = surroundings(root);
  return {
    NEPHRA_TEST_MODULES: keptFolder('modules-', nameOf(createHash('sha256').update(`${root} ${about}`)), folder),
    NEPHRA_TEST_SHARED_MODULES: keptFolder('shared-modules-', about, folder),
  };
}
