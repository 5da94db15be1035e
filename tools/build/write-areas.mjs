/**
 * Writes the seed of areas of plugin `system` from an unpacked package @vant/area-data:
 *
 *   node tools/build/write-areas.mjs <folder of the package> 2025-10-03
 *
 * The day is that on which the version was published; installations take a seed over when its day is later than that of theirs. Look at the difference before it
 * is committed: each line is one area.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = path.resolve(import.meta.dirname, '../../plugins/system/server/area/seed');

const [folder = '', date = ''] = process.argv.slice(2);
if (folder === '' || !/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error('usage: node tools/build/write-areas.mjs <folder of @vant/area-data> <YYYY-MM-DD>');
const about = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const { areaList } = await import(pathToFileURL(path.resolve(folder, about.exports['.'].import)).href);
const areas = Object.entries({ ...areaList.province_list, ...areaList.city_list, ...areaList.county_list })
  .sort(([one], [other]) => one.localeCompare(other, 'en'))
  .map(([code, name]) => `${code} ${name.trim()}`);
const wrong = areas.filter((line) => !/^\d{6} [^\s/]{1,50}$/.test(line));
if (wrong.length > 0) throw new Error(`no code and name: ${wrong.join(', ')}`);

const head = {
  what: 'Administrative divisions of China down to counties by the codes of GB/T 2260, as published with the package',
  source: `${about.name} ${about.version}`,
  repository: about.repository.url,
  licence: about.license,
  date,
};
writeFileSync(path.join(FOLDER, 'areas.json'), `${JSON.stringify({ ...head, areas }, null, 2)}\n`);
writeFileSync(path.join(FOLDER, 'LICENSE.txt'), `${readFileSync(path.join(folder, 'LICENSE'), 'utf8').trim()}\n`);
