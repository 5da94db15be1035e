import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reasonsOf } from './left-out.mjs';
import { slowestOf } from './slowest-files.mjs';

const SLOWEST = 20;

/** What tests noted for the end of the run (tests/support/cases/effort.ts). */
function notesIn(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** What they noted about their size, each thing once: the last note counts. */
export function effortNotes(file) {
  const notes = new Map();
  for (const { what, done, of } of notesIn(file)) if (what) notes.set(what, { what, done, of });
  return [...notes.values()].sort((a, b) => (a.what < b.what ? -1 : 1));
}

/** Sentences of tests about what they looked at, or did not. */
export function printSaid(file) {
  const said = new Set(notesIn(file).flatMap(({ said: sentence }) => sentence ?? []));
  if (said.size > 0) console.log(['\n=== looked at', ...said].join('\n'));
}

export function printFailures(results) {
  for (const { title, failures = [] } of results) {
    if (failures.length > 0) console.log(`\n=== failed: ${title}`);
    for (const { where, title: test, why } of failures) console.log(`${path.relative('', where)} › ${test}\n    ${why}`);
  }
}

export function printSlowest(results) {
  console.log(`\n=== the ${SLOWEST} slowest files`);
  for (const { file, seconds, title } of slowestOf(results, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}  (${title})`);
}

/** What this run did of the things that have a longer form. */
export function printEffort(notes, { long, seed }) {
  if (notes.length === 0) return;
  console.log(long ? '\n=== done in full' : `\n=== done in part, chosen by seed ${seed}; npm run test:long does all of it`);
  for (const { what, done, of } of notes) if (long || done < of) console.log(`${String(done).padStart(6)} of ${of}  ${what}`);
}

/** Journeys that were left out, with the reason that they gave themselves. */
export function printLeftOut(results) {
  const reasons = reasonsOf(results);
  if (reasons.length > 0) console.log('\n=== journeys left out, and why');
  for (const { reason, journeys, steps } of reasons) console.log(`${reason}\n    ${journeys.join('; ')}\n    in: ${steps.join('; ')}`);
}

const ofMany = (results, key) => results.reduce((sum, result) => sum + (result[key] ?? 0), 0);

export function printSummary(results, wallSeconds) {
  console.log('\n=== summary');
  for (const { state, title, passed, failed, skipped, seconds, processorSeconds } of results) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed ${String(skipped).padStart(3)} skipped`;
    const processor = processorSeconds === undefined ? '' : `${processorSeconds.toFixed(0).padStart(5)} s of processor`;
    console.log(`${state.padEnd(8)} ${title.padEnd(46)} ${counts} ${seconds.toFixed(0).padStart(4)} s${processor}`);
  }
  console.log(
    `${ofMany(results, 'passed')} passed, ${ofMany(results, 'failed')} failed, ${ofMany(results, 'skipped')} skipped, ${wallSeconds.toFixed(0)} s, ` +
      `${ofMany(results, 'processorSeconds').toFixed(0)} s of processor`,
  );
}

const ON_ENGINES = ['integration', 'embedded', 'embedded-all'];

/** Which engines the integration tests ran on, as a line; undefined when none of them ran. */
export function enginesLine(results) {
  const ran = results.filter(({ name, state }) => ON_ENGINES.includes(name) && state !== 'skipped');
  return ran.length === 0 ? undefined : `engines: ${ran.map(({ title }) => title).join('; ')}`;
}
