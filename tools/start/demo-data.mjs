import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isFresh, remember } from '../build/input-state.mjs';

const SEED = '.build/seed';
const UNIT = 'demo-data';

const sourcesOf = (root) =>
  readdirSync(path.join(root, 'tools/seed'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mjs'))
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Makes the demo data set when it is missing or its generator changed. @returns its folder */
export async function makeDemoData(root, say = console.log) {
  const folder = path.join(root, SEED);
  const sources = sourcesOf(root);
  const key = sources.map((file) => path.relative(root, file)).join();
  if (isFresh(root, UNIT, key)) return folder;
  const { spawnSync } = await import('node:child_process');
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, ['tools/seed/generate.mjs', unfinished], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0 || !existsSync(unfinished)) throw new Error('The demo data could not be made; the message is above.');
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  remember(
    root,
    UNIT,
    key,
    sources,
    readdirSync(folder).map((name) => `${SEED}/${name}`),
  );
  say('demo data made');
  return folder;
}
