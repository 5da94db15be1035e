import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { IN_USE_MS, templateFolder } from '../../../tests/support/databases/template-folder.mjs';

const UNFINISHED = '.unfinished';
const ageOf = (file) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);

/** @type {(file: string) => boolean} */
const everything = () => true;

/** @returns {string[]} paths of what was kept under this name, newest first */
export function keptUnder(name, folder = templateFolder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}-`) && !entry.endsWith(UNFINISHED))
    .map((entry) => path.join(folder, entry))
    .sort((a, b) => ageOf(a) - ageOf(b));
}

/**
 * Copies the newest of what was kept under a name, a file or a folder, to where nothing is yet. What an earlier run left is only a beginning: the
 * caller compares it with the sources, by content.
 * @param {{folder?: string, wanted?: (file: string) => boolean}} options `wanted` is asked about each file and folder by its path below what was kept
 * @returns {boolean} whether something was there
 */
export function takeKept(name, target, { folder = templateFolder, wanted = everything } = {}) {
  for (const kept of keptUnder(name, folder)) {
    try {
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(kept, target, { recursive: true, filter: (file) => wanted(path.relative(kept, file)) });
      const now = new Date();
      utimesSync(kept, now, now);
      return true;
    } catch {
      // Another run dropped it meanwhile, or the disk is full: without it all is made anew.
      rmSync(target, { recursive: true, force: true });
    }
  }
  return false;
}

/**
 * Keeps a file or folder for the runs to come, in this clone and others; it appears whole or not at all. One of a name stays, and those that another
 * run may still be reading.
 * @param {{folder?: string, wanted?: (file: string) => boolean}} options as in `takeKept`
 */
export function keep(name, source, { folder = templateFolder, wanted = everything } = {}) {
  const kept = path.join(folder, `${name}-${randomBytes(4).toString('hex')}`);
  const unfinished = `${kept}${UNFINISHED}`;
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(source, unfinished, { recursive: true, filter: (file) => wanted(path.relative(source, file)) });
    renameSync(unfinished, kept);
    const now = new Date();
    utimesSync(kept, now, now);
  } catch (error) {
    // A full disk costs the next run some seconds, not this one its result.
    rmSync(unfinished, { recursive: true, force: true });
    console.error(`${name} was not kept: ${error.message}`);
    return;
  }
  for (const older of keptUnder(name, folder).filter((one) => one !== kept)) if (ageOf(older) > IN_USE_MS) rmSync(older, { recursive: true, force: true });
}
