import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Remembers what each part of the build was made from, so that an unchanged part is not made again.
 * A file counts as unchanged when time and size are the same, else when its content is; a folder, when its names are.
 */
const isFolder = (file) => statSync(file).isDirectory();
/** The content of a folder are the names in it. */
const contentOf = (file) => (isFolder(file) ? readdirSync(file).sort().join('\n') : readFileSync(file));
const digest = (file) => createHash('sha1').update(contentOf(file)).digest('base64');

const stamp = (file) => {
  const { mtimeMs, size } = statSync(file);
  return { time: mtimeMs, size: isFolder(file) ? readdirSync(file).length : size };
};

const NODE_MODULES = `${path.sep}node_modules${path.sep}`;

/** Installed packages change only with the lock file. */
export const lockDigest = (root) => digest(path.join(root, 'package-lock.json'));

const stateFile = (root, unit) => path.join(root, '.build/state', `${unit.replace(/[^\w.-]/g, '_')}.json`);

/**
 * @param {string} key everything besides the files that the result depends on
 * @returns {boolean} true when the unit was made with this key from files that are the same now, and its outputs exist
 */
export function isFresh(root, unit, key) {
  const file = stateFile(root, unit);
  if (!existsSync(file)) return false;
  const state = JSON.parse(readFileSync(file, 'utf8'));
  if (state.key !== key || !state.outputs.every((output) => existsSync(path.join(root, output)))) return false;
  let touched = false;
  for (const [name, known] of Object.entries(state.inputs)) {
    const input = path.join(root, name);
    if (!existsSync(input)) return false;
    const now = stamp(input);
    if (now.time === known.time && now.size === known.size) continue;
    if (now.size !== known.size || digest(input) !== known.digest) return false;
    Object.assign(known, now);
    touched = true;
  }
  if (touched) writeFileSync(file, JSON.stringify(state));
  return true;
}

/**
 * @param {readonly string[]} inputs absolute paths
 * @param {readonly string[]} outputs relative to the root; the unit is stale when one is missing
 * @param {number} [began] when the unit began to read, in milliseconds: nobody knows which content of a file saved later it was made from, so
 *   such a file makes it stale
 */
export function remember(root, unit, key, inputs, outputs, began = Number.POSITIVE_INFINITY) {
  const own = [...new Set(inputs)].filter((input) => !input.includes(NODE_MODULES) && existsSync(input));
  const known = (input) => (stamp(input).time >= began ? { time: 0, size: -1, digest: '' } : { ...stamp(input), digest: digest(input) });
  const described = own.map((input) => [path.relative(root, input), known(input)]);
  const file = stateFile(root, unit);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ key, inputs: Object.fromEntries(described), outputs }));
}
