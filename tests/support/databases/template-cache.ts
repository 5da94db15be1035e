import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IN_USE_MS, templateFolder } from './template-folder.mjs';

/** The templates of some four branches; each is 10 to 60 MB. */
export const KEPT_TEMPLATES = 60;
const POLL_MS = 50;

/**
 * Filled databases are dear to make, so they are kept between runs and clones by the hash of what they were made from. Any number of runs may
 * share the folder: what is made appears whole or not at all, and whoever dies while making it leaves nothing that others wait for.
 * @param name holds the hash of everything that the content depends on
 * @param make writes it to the path that it gets, a file or a folder
 * @returns path of the kept file or folder, to be copied and not to be changed
 */
export async function keptTemplate(name: string, make: (unfinished: string) => Promise<void>, folder = templateFolder): Promise<string> {
  const kept = path.join(folder, name);
  if (markUsed(kept)) return kept;
  mkdirSync(folder, { recursive: true });
  const release = await lock(`${kept}.lock`, () => existsSync(kept));
  const unfinished = `${kept}.${process.pid}-${randomBytes(4).toString('hex')}.unfinished`;
  try {
    if (markUsed(kept)) return kept;
    await make(unfinished);
    putInPlace(unfinished, kept);
    dropOld(folder);
    return kept;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    release();
  }
}

/** A folder cannot replace another one: who comes second takes what the first has made. */
function putInPlace(unfinished: string, kept: string): void {
  try {
    renameSync(unfinished, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  }
}

/** Marks it as used now: what is dropped is what nobody has used for the longest time. */
function markUsed(kept: string): boolean {
  try {
    const now = new Date();
    utimesSync(kept, now, now);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

const ageOf = (file: string): number => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns how to give the lock back; at once, without one, when `done` says that nothing is left to do */
async function lock(file: string, done: () => boolean): Promise<() => void> {
  const own = `${process.pid} ${randomBytes(8).toString('hex')}`;
  while (!done()) {
    try {
      writeFileSync(file, own, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readOrNothing(file);
    // Between making the file and writing into it stands an instant in which it is empty.
    if (holder !== '' && holder !== undefined && (!isAlive(Number.parseInt(holder, 10)) || ageOf(file) > IN_USE_MS)) takeFromTheDead(file, holder);
    // waits: another process makes the template; its end is looked for in a loop
    await pause(POLL_MS);
  }
  return () => undefined;
}

/** Renaming decides between several who found the same dead holder. */
function takeFromTheDead(file: string, holder: string): void {
  const aside = `${file}.${randomBytes(4).toString('hex')}.unfinished`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  // Somebody else was quicker, and this is already the lock of the living.
  if (readOrNothing(aside) !== holder && !existsSync(file)) renameSync(aside, file);
  else rmSync(aside, { force: true });
}

function readOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Also what died unfinished. */
function dropOld(folder: string): void {
  const age = (name: string): number => ageOf(path.join(folder, name));
  const names = readdirSync(folder).filter((name) => age(name) > IN_USE_MS);
  const templates = names.filter((name) => !/\.(lock|unfinished)$/.test(name)).sort((a, b) => age(a) - age(b));
  const kept = readdirSync(folder).length - names.length;
  const dead = names.filter((name) => name.endsWith('.unfinished'));
  for (const name of [...templates.slice(Math.max(0, KEPT_TEMPLATES - kept)), ...dead]) rmSync(path.join(folder, name), { recursive: true, force: true });
}
