/**
 * `npm run bench`: speed and size of the built product, each as a size or as a ratio measured side by side in one run.
 *   --only pages,plugins    some of the measurements
 * Each `*.bench.mjs` beside this file exports `title` and `run()`, which answers rows of
 * {what, value, unit, budget?, better?: 'lower' | 'higher', note?}. Rows go to .cache/bench.json as well.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
if (!existsSync('.build/server/main.mjs')) {
  console.error('Nothing is built yet: run `npm run build` first.');
  process.exit(1);
}

const here = import.meta.dirname;
const wanted = values.only?.split(',');
const names = readdirSync(here)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length))
  .filter((name) => !wanted || wanted.includes(name))
  .sort();

const within = ({ value, budget, better = 'lower' }) => budget === undefined || (better === 'lower' ? value <= budget : value >= budget);
const shown = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1));

const report = { node: process.version, cpus: os.cpus().length, rows: [] };
let over = 0;
console.log(`Node ${process.version}, ${os.cpus().length} processors; compare ratios and sizes, not single times.`);
for (const name of names) {
  const { title, run } = await import(path.join(here, `${name}.bench.mjs`));
  console.log(`\n${title}`);
  for (const row of await run()) {
    const fits = within(row);
    if (!fits) over += 1;
    const budget = row.budget === undefined ? '' : `  ${fits ? 'within' : 'OVER'} ${row.better === 'higher' ? 'at least' : 'at most'} ${row.budget}`;
    console.log(`  ${row.what.padEnd(58)}${shown(row.value).padStart(10)} ${row.unit.padEnd(6)}${budget}${row.note ? `  (${row.note})` : ''}`);
    report.rows.push({ bench: name, ...row, fits });
  }
}
mkdirSync('.cache', { recursive: true });
writeFileSync('.cache/bench.json', JSON.stringify(report, null, 2));
console.log(over === 0 ? '\nEverything within its budget.' : `\n${over} figures over their budget.`);
process.exitCode = over === 0 ? 0 : 1;
