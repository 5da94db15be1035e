import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isFresh, remember } from './input-state.mjs';
import { ASSISTANT_PORT } from '../seed/systems/assistant.mjs';
import { SIMULATOR_PORT } from '../seed/systems/insurance.mjs';
import { MAIL_PORT } from '../seed/systems/mail.mjs';
import { WECHAT_PORT } from '../seed/systems/wechat.mjs';

const SEED = '.build/seed';
const UNIT = 'demo-data';

const sourcesOf = (root) =>
  readdirSync(path.join(root, 'tools/seed'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mjs'))
    .map((entry) => path.join(entry.parentPath, entry.name));

const USUAL = { simulatorPort: SIMULATOR_PORT, assistantPort: ASSISTANT_PORT, mailPort: MAIL_PORT, wechatPort: WECHAT_PORT };

/**
 * Makes the demo data set when it is missing or its generator changed. One with other ports for the simulators lies beside the usual one.
 * @param {Partial<typeof USUAL>} [given] the ports; one that is undefined is the usual one
 * @returns its folder
 */
export async function makeDemoData(root, given = {}, say = console.log) {
  const ports = Object.entries(USUAL).map(([name, usual]) => given[name] ?? usual);
  const own = ports.join() === Object.values(USUAL).join() ? '' : `-${ports.join('-')}`;
  const [seed, unit] = [`${SEED}${own}`, `${UNIT}${own}`];
  const folder = path.join(root, seed);
  const sources = sourcesOf(root);
  const key = sources.map((file) => path.relative(root, file)).join();
  if (isFresh(root, unit, key)) return folder;
  const { spawnSync } = await import('node:child_process');
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, ['tools/seed/generate.mjs', unfinished, ...ports.map(String)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0 || !existsSync(unfinished)) throw new Error('The demo data could not be made; the message is above.');
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  remember(
    root,
    unit,
    key,
    sources,
    readdirSync(folder).map((name) => `${seed}/${name}`),
  );
  say('demo data made');
  return folder;
}
