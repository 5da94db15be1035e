/**
 * `npm run build`: sources → .build/ (browser files, server, plugins, demo data). Skips what is unchanged.
 *   --only shell,server,plugin-patient   some parts      --force   also what is unchanged      --development   quick: neither minified nor compressed
 */
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { makeDemoData } from './demo-data.mjs';
import { withBuildLock } from './build-lock.mjs';
import { isFresh, lockDigest, remember } from './input-state.mjs';
import { loadBuilder } from './load-builder.mjs';
import { unitsOf } from './units.mjs';

// A build is soon over: esbuild, which starts with this, need not look for forgotten memory as often as a program that stays.
process.env.GOGC ??= '400';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * @param {{only?: string[], force?: boolean, development?: boolean, say?: (line: string) => void}} options
 * @returns {Promise<{built: string[], failed: string[]}>} names of the parts
 */
export async function buildAll({ only, force = false, development = false, say = console.log } = {}) {
  return await withBuildLock(ROOT, say, () => buildUnits({ only, force, development, say }));
}

async function buildUnits({ only, force, development, say }) {
  const { key, load } = await loadBuilder(ROOT);
  const built = [];
  const failed = [];
  for (const unit of unitsOf(ROOT)) {
    if (only && !only.includes(unit.name)) continue;
    const unitKey = `${unit.withoutBuilder ? lockDigest(ROOT) : key} ${unit.oneMode ? '' : development}`;
    if (!force && isFresh(ROOT, unit.name, unitKey)) continue;
    if (failed.includes(unit.needs)) {
      failed.push(unit.name);
      continue;
    }
    const started = performance.now();
    const began = Date.now();
    try {
      const inputs = await unit.make(await load(), { development });
      remember(ROOT, unit.name, unitKey, inputs, unit.outputs, began);
      built.push(unit.name);
      say(`built ${unit.title} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      failed.push(unit.name);
      // A BuildProblem is the author's to mend and says how; anything else is a fault of the builder and needs its stack.
      say(`FAILED ${unit.title}\n${error.name === 'BuildProblem' ? error.message : error.stack}`);
    }
  }
  return { built, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { only: { type: 'string' }, force: { type: 'boolean' }, development: { type: 'boolean' } } });
  const { built, failed } = await buildAll({ ...values, only: values.only?.split(',') });
  if (!values.only) await makeDemoData(ROOT);
  if (failed.length > 0) {
    console.error(`Not built: ${failed.join(', ')}.`);
    process.exitCode = 1;
  } else console.log(built.length === 0 ? 'Everything is up to date.' : `${built.length} part${built.length === 1 ? '' : 's'} built into .build/.`);
}
