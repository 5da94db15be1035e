import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHECKPOINT_WITH_SHORT_LOG } from '../../shell/server/db/embedded/short-log.ts';
import { firstStartDigest } from './first-start-digest.ts';
import { QUICK_PASSWORDS, type RunningSystem, startSystem, type SystemOptions } from './processes/running-system.ts';
import { keptTemplate } from './databases/template-cache.ts';

const SEED = path.resolve('.build/seed');

/** The demo's prescriptions are those of today and the weeks before. */
const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());

function nameOfTemplate(): string {
  const hash = createHash('sha256').update(firstStartDigest(readdirSync('plugins').sort()));
  for (const name of readdirSync(SEED).sort()) hash.update(name).update(readFileSync(path.join(SEED, name)));
  hash.update(JSON.stringify(QUICK_PASSWORDS)).update(CHECKPOINT_WITH_SHORT_LOG);
  hash.update(readFileSync('registry.json')).update(readFileSync(path.resolve('node_modules/@electric-sql/pglite/package.json')));
  return `demo-${today()}-${hash.digest('hex').slice(0, 16)}`;
}

/**
 * The data folder that the built product makes on its first start with demo data, from a cache.
 * @returns a folder to be copied (`copyDemo`), not to be used itself
 */
export function demoDataDir(): Promise<string> {
  return keptTemplate(nameOfTemplate(), async (unfinished) => {
    const system = await startSystem({ dataDir: unfinished, shortLived: true });
    await system.stop();
  });
}

/** Makes `target` a data folder with the untouched demo data; a system that starts over it needs no first start. */
export async function copyDemo(target: string): Promise<void> {
  const template = await demoDataDir();
  rmSync(target, { recursive: true, force: true });
  cpSync(template, target, { recursive: true });
}

/** The built product with its demo data, without the seconds that the first start takes. `shortLived`: for one file, not for a whole run. */
export async function startDemoSystem(
  env: Readonly<Record<string, string>> = {},
  { shortLived = false }: Pick<SystemOptions, 'shortLived'> = {},
): Promise<RunningSystem> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-demo-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const dataDir = path.join(folder, 'data');
  try {
    await copyDemo(dataDir);
    const system = await startSystem({ dataDir, env, shortLived });
    const ending = (end: () => Promise<void>) => async () => {
      await end();
      remove();
    };
    return { ...system, stop: ending(system.stop), kill: ending(system.kill) };
  } catch (error) {
    remove();
    throw error;
  }
}
