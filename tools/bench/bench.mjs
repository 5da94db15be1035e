/**
 * `npm run bench`: speed and size of the built product, each as a size or as a ratio measured side by side in one run.
 * Each `*.bench.mjs` in a folder below this file exports `title` and `run()`, which answers rows of
 * {what, value, unit, budget?, better?: 'lower' | 'higher', note?, mend?}; `mend` says what to do about a figure over its budget. Rows go to .cache/bench.json as well. What can be compared from one machine to
 * the next, the ratios, is told again at the end.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readCommandLine } from '../test/run/command-line.mjs';

const { values } = readCommandLine({
  usage: `npm run bench, or npm run bench -- and some of:
  --only pages,plugins   some of the measurements, by the name of their file without its folder
  --list                 names all of them with their folders, and measures nothing
  --short                fewer rounds and accounts where a measurement knows how (BENCH_SHORT)`,
  options: { only: { type: 'string' }, list: { type: 'boolean' }, short: { type: 'boolean' } },
});
if (values.short) process.env.BENCH_SHORT = '1';
const here = import.meta.dirname;
const END = '.bench.mjs';
/** Path below this folder by name. */
const all = new Map(
  readdirSync(here, { recursive: true })
    .filter((file) => file.endsWith(END))
    .sort((one, other) => path.basename(one).localeCompare(path.basename(other)))
    .map((file) => [path.basename(file, END), file]),
);
if (values.list) {
  for (const [name, file] of all) console.log(`${name.padEnd(24)}${path.dirname(file)}`);
  process.exit(0);
}
const names = values.only?.split(',') ?? [...all.keys()];
const unknown = names.filter((name) => !all.has(name));
if (unknown.length > 0) {
  console.error(`No measurement is called ${unknown.join(', ')}: ${[...all.keys()].join(', ')}.`);
  process.exit(1);
}
if (!existsSync('.build/server/main.mjs')) {
  console.error('Nothing is built yet: run `npm run build` first.');
  process.exit(1);
}

const within = ({ value, budget, better = 'lower' }) => budget === undefined || (better === 'lower' ? value <= budget : value >= budget);
const shown = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1));

const report = { node: process.version, cpus: os.cpus().length, rows: [] };
const RATIOS = ['×', 'x'];
const began = performance.now();
const minutes = (since) => ((performance.now() - since) / 60_000).toFixed(1);
let over = 0;

function tell(row) {
  const budget = row.budget === undefined ? '' : `  ${row.fits ? 'within' : 'OVER'} ${row.better === 'higher' ? 'at least' : 'at most'} ${row.budget}`;
  console.log(`  ${row.what.padEnd(58)}${shown(row.value).padStart(10)} ${row.unit.padEnd(6)}${budget}${row.note ? `  (${row.note})` : ''}`);
  if (!row.fits && row.mend) console.log(`    ${row.mend}`);
}

console.log(`Node ${process.version}, ${os.cpus().length} processors; compare ratios and sizes, not single times.`);
for (const name of names) {
  const { title, run } = await import(path.join(here, all.get(name)));
  console.log(`\n${title}`);
  const since = performance.now();
  for (const found of await run()) {
    const row = { bench: name, ...found, fits: within(found) };
    if (!row.fits) over += 1;
    tell(row);
    report.rows.push(row);
  }
  console.log(`  (${minutes(since)} minutes)`);
}
const ratios = report.rows.filter(({ unit, what, budget }) => RATIOS.includes(unit) || (unit === '' && budget !== undefined && !what.startsWith(' ')));
if (ratios.length > 0) {
  console.log(`\nRatios and counts, in ${minutes(began)} minutes, load of the machine ${os.loadavg()[0].toFixed(1)}`);
  for (const row of ratios) tell(row);
}
mkdirSync('.cache', { recursive: true });
writeFileSync('.cache/bench.json', JSON.stringify(report, null, 2));
console.log(over === 0 ? '\nEverything within its budget.' : `\n${over} figures over their budget.`);
process.exitCode = over === 0 ? 0 : 1;
