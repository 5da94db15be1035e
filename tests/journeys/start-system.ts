import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_DATABASE, startPostgresWithDemo } from '../support/databases/move-to-postgres.ts';
import { startInsuranceSimulator } from '../../tools/sim/insurance/index.ts';
import { startWechatSimulator } from '../../tools/sim/wechat/index.ts';
import { demoDataDir, startDemoSystem } from '../support/demo-template.ts';
import { type RunningSystem, startSystem } from '../support/processes/running-system.ts';

/** A log-in every journey may use often: the limits against guessing are tested elsewhere. */
const ROOMY = { RATE_PER_MINUTE: '100000', LOGIN_FAILURES_PER_ADDRESS: '10000' };

/** PostgreSQL gets its data the way a hospital moves there: export of the embedded database, import, start with DATABASE_URL and the key of what is sealed. */
async function onPostgres(env: Readonly<Record<string, string>>): Promise<{ system: RunningSystem; end: () => Promise<void> }> {
  const server = await startPostgresWithDemo();
  if (typeof server === 'string') throw new Error(server);
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-move-'));
  const dataDir = path.join(folder, 'files');
  mkdirSync(dataDir);
  copyFileSync(path.join(await demoDataDir(), 'secret.key'), path.join(dataDir, 'secret.key'));
  const system = await startSystem({ demo: false, dataDir, env: { ...env, DATABASE_URL: server.urlOf(DEMO_DATABASE) }, shortLived: 'minutes' });
  const end = async (): Promise<void> => {
    await system.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { system, end };
}

async function onEmbedded(env: Readonly<Record<string, string>>): Promise<{ system: RunningSystem; end: () => Promise<void> }> {
  const system = await startDemoSystem(env, { shortLived: 'minutes' });
  return { system, end: system.stop };
}

/**
 * Runs once before all journeys; its answer runs after them. With NEPHRA_URL (and NEPHRA_SIMULATOR, NEPHRA_WECHAT) they run against a system that is up already.
 * What the server said is in test-results/server-<engine>.log afterwards.
 */
export default async function startForJourneys(): Promise<() => Promise<void>> {
  if (process.env.NEPHRA_URL) return async () => undefined;
  const simulator = await startInsuranceSimulator({ port: 0, controlToken: 'journeys' });
  // waits: for the workers of this run, which ends with it
  process.env.NEPHRA_SIMULATOR = simulator.url;
  const wechat = await startWechatSimulator({ port: 0 });
  // waits: for the workers of this run, which ends with it
  process.env.NEPHRA_WECHAT = wechat.url;
  const env = { ...ROOMY, OUTBOUND_ALLOW: `insurance=${simulator.url},wechat=${wechat.url}` };
  const { system, end } = process.env.NEPHRA_TEST_DATABASE === 'postgres' ? await onPostgres(env) : await onEmbedded(env);
  // waits: for the workers of this run, which ends with it
  process.env.NEPHRA_URL = system.url;
  return async () => {
    await end();
    await simulator.close();
    await wechat.close();
    mkdirSync('test-results', { recursive: true });
    // One log per engine: the next step would write over what explains a failure of this one.
    writeFileSync(`test-results/server-${process.env.NEPHRA_TEST_DATABASE === 'postgres' ? 'postgres' : 'embedded'}.log`, system.output());
  };
}
