/**
 * `npm start`: installs what is missing, builds what changed, makes the demo data and runs the server in this terminal. `-- --safe` leaves out
 * plugins that were not built with the product.
 * Uses nothing but Node itself until the packages are there.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchersOf, watchLaunchers } from './launcher.mjs';
import { keepRunning } from './keep-running.mjs';
import { installPackages, nodeProblem } from './packages.mjs';
import { runServer } from './server-process.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const giveUp = (text) => {
  console.error(text);
  process.exit(1);
};

// npm ends without a word to this process when it is killed; nobody would be left to stop the server.
let server;
let simulators;
watchLaunchers(launchersOf(process.ppid, process.env.npm_lifecycle_event !== undefined), () => {
  if (server) server.kill();
  else process.exit(1);
});

const tooOld = nodeProblem();
if (tooOld) giveUp(tooOld);
if (!installPackages(ROOT)) giveUp('npm install failed; see above. The package registry must be reachable for the first start.');

// In a process of its own: what the build needs of memory is gone before the server starts.
const { status } = spawnSync(process.execPath, ['tools/build/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
if (status !== 0) giveUp('Not started, because something could not be built.');

const production = process.env.NODE_ENV === 'production';
const demo = !production && !process.env.DATABASE_URL && process.env.DEMO_DATA === undefined;
const { makeDemoData } = await import('../build/demo-data.mjs');
const { allowDemo, demoPorts, runDemoSimulators } = await import('./simulators/demo-simulators.mjs');
const ports = demoPorts(process.env);
const env = demo ? { DEMO_DATA: await makeDemoData(ROOT, ports), ...allowDemo(ports, process.env.OUTBOUND_ALLOW) } : {};
if (demo) simulators = await runDemoSimulators(ROOT, process.env);

const safe = process.argv.includes('--safe') ? { SAFE_MODE: '1' } : {};
const start = () => {
  server = runServer(ROOT, { ...env, ...safe });
  return server;
};
process.exitCode = await keepRunning(start, process.env.DATA_DIR?.trim() || './data', console.error);
simulators?.kill();
