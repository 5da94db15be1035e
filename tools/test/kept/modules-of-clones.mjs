import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Stands for the clone's place in what all clones share. */
const PLACE = '/*the clone*/';
/** What the runner writes behind a module's code: where it comes from, as base64. */
const ABOUT = '\n//# vitestCache=';
const MAP = /\n\/\/# sourceMappingURL=data:application\/json[^,]+base64,([\w+/=]+)\s*$/;
/** How an import of a file outside of the root begins: where packages lie elsewhere, they may be gone tomorrow. */
const OUTSIDE = '/@fs/';

const decoded = (base64) => Buffer.from(base64, 'base64').toString('utf8');
const encoded = (text) => Buffer.from(text, 'utf8').toString('base64');

/** @returns {{ code: string, about: string } | undefined} */
function parted(text) {
  const end = text.lastIndexOf(ABOUT);
  return end < 0 ? undefined : { code: text.slice(0, end), about: decoded(text.slice(end + ABOUT.length)) };
}

const joined = ({ code, about }) => `${code}${ABOUT}${encoded(about)}`;

/**
 * A translated module as any clone may have it.
 * @param {string} text as the runner keeps it
 * @param {{root: string, source: string}} from the clone's place and the module's own text
 * @returns {string | undefined} undefined when a place in it may be no word of the translator
 */
export function withoutPlace(text, { root, source }) {
  const parts = parted(text);
  if (!parts || source.includes(root) || parts.code.includes(OUTSIDE) || text.includes(PLACE)) return undefined;
  const map = MAP.exec(parts.code)?.[1];
  if (map !== undefined && decoded(map).includes(root)) return undefined;
  return joined({ code: parts.code.replaceAll(`${root}/`, PLACE), about: parts.about.replaceAll(`${root}/`, PLACE) });
}

/** The other way round. @returns {string | undefined} undefined when it is no module */
export function withPlace(text, root) {
  const parts = parted(text);
  return parts && joined({ code: parts.code.replaceAll(PLACE, `${root}/`), about: parts.about.replaceAll(PLACE, `${root}/`) });
}

/** In file names and texts alike a place stands as it is. */
const isPlain = (root) => root.length > 1 && encodeURI(root) === root && !root.includes('\\');

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Appears whole or not at all; a full disk costs the next clone some seconds, not this run its result. */
function write(file, text) {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } catch (error) {
    console.error(`${file} was not kept: ${error.message}`);
  }
}

/**
 * Lets the runner's kept modules be found by other clones. Its own name of a module holds the clone's place, so a fresh clone would translate every
 * module once more, a tenth of a whole run. Here each is kept a second time, without the place, under a name made of all else that decides: its path
 * in the clone, its text, and the settings that translate it; what it may depend on besides stands in the name of the folder (`kept-modules.mjs`).
 * @param {object | undefined} cache the runner's (`FileSystemModuleCache` of vitest, exact version in package.json); without what is used of it
 *   nothing is changed
 * @param {{root: string, folder: string}} where of the clone, of what all clones share
 */
export function shareModules(cache, { root, folder }) {
  if (!isPlain(root) || typeof cache?.generateCachePath !== 'function' || typeof cache.saveCachedModule !== 'function') return;
  mkdirSync(folder, { recursive: true });
  const own = { generateCachePath: cache.generateCachePath.bind(cache), saveCachedModule: cache.saveCachedModule.bind(cache) };
  const settings = new WeakMap();
  /** File of one module that any clone may take → of what it was made. */
  const known = new Map();

  const settingsOf = (environment, css) => {
    if (!settings.has(environment)) {
      const { base, mode, consumer, resolve, plugins, configFileDependencies } = environment.config;
      const plain = (_key, value) => (typeof value === 'function' || value instanceof RegExp ? String(value) : value);
      const texts = configFileDependencies.map(read);
      const all = [environment.name, process.env.NODE_ENV, base, mode, consumer, resolve, plugins.map(({ name }) => name), texts, css];
      settings.set(environment, JSON.stringify(all, plain).replaceAll(root, PLACE));
    }
    return settings.get(environment);
  };

  cache.generateCachePath = (config, environment, id, source) => {
    const file = own.generateCachePath(config, environment, id, source);
    if (file === null || known.has(file)) return file;
    const hash = createHash('sha1')
      .update(settingsOf(environment, config.css))
      .update(`\0${id.replaceAll(root, PLACE)}\0`)
      .update(source);
    const shared = path.join(folder, hash.digest('hex'));
    known.set(file, { shared, source });
    const text = existsSync(file) ? undefined : read(shared);
    const here = text && withPlace(text, root);
    if (here) write(file, here);
    return file;
  };

  cache.saveCachedModule = async (file, ...rest) => {
    await own.saveCachedModule(file, ...rest);
    const text = read(file);
    const { shared, source } = known.get(file) ?? {};
    const anywhere = text && shared && withoutPlace(text, { root, source });
    if (anywhere) write(shared, anywhere);
  };
}
