import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { templateFolder } from '../../../tests/support/databases/template-folder.mjs';

/** Seconds of each test file when it ran last on this machine. */
export const DURATIONS = path.resolve('.cache/test-durations.json');

/** The same of all clones: a fresh one need not guess. */
export const DURATIONS_OF_CLONES = path.join(templateFolder, 'test-durations.json');

/**
 * What one file took of what the runner tells of it. Not what its thread did before its first file: the runner tells the window of a thread, seconds
 * on a busy machine, of each file anew, and a check of a change left screens out that take less than one.
 * @param {{ collectDuration: number, setupDuration: number, duration: number }} told milliseconds
 */
export const secondsOf = ({ collectDuration, setupDuration, duration }) => Number(((collectDuration + setupDuration + duration) / 1000).toFixed(2));

/** What this clone recorded, and of tests that it never ran what others did. */
export const knownDurations = (own = DURATIONS, others = DURATIONS_OF_CLONES) => ({ ...readDurations(others), ...readDurations(own) });

/** @returns {Record<string, number>} empty where nothing is recorded, or what is there cannot be read: a guess is better than no check */
export function readDurations(file = DURATIONS) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  } catch {
    return {};
  }
}

/** A busy machine makes tests no longer: more than before counts half, until it is seen again. */
const settled = (before, now) => (before === undefined || now < before ? now : Number(((before + now) / 2).toFixed(2)));

/** Adds what files took to the record; another run may do so at the same time. */
export function recordDurations(seconds, file = DURATIONS) {
  const known = readDurations(file);
  const all = { ...known, ...Object.fromEntries(Object.entries(seconds).map(([test, now]) => [test, settled(known[test], now)])) };
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))), null, 1)}\n`);
  renameSync(unfinished, file);
}
