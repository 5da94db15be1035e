/**
 * `npm run dev`: like `npm start`, then builds again on every save. The server restarts when its code or a plugin changed;
 * for a change of the browser half alone reloading the page is enough. Built neither minified nor compressed.
 */
import { watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages, nodeProblem } from '../start/packages.mjs';
import { allowDemo, demoPorts, runDemoSimulators } from '../start/simulators/demo-simulators.mjs';
import { runServer, waitUntilReady } from '../start/server-process.mjs';
import { pendingWork } from './pending-work.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const WATCHED = ['shell', 'plugin-sdk', 'plugins'];
const QUIET_MS = 120;
const NOT_SOURCE = /(^|[\\/])(node_modules|dist)[\\/]|\.test\.tsx?$|~$/;

const problem = nodeProblem() || (installPackages(ROOT) ? '' : 'npm ci failed; see above.');
if (problem) {
  console.error(problem);
  process.exit(1);
}
const { buildAll } = await import('../build/build.mjs');
const { makeDemoData } = await import('../build/demo-data.mjs');
const demo = !process.env.DATABASE_URL && process.env.DEMO_DATA === undefined;
const ports = demoPorts(process.env);
const env = demo ? { DEMO_DATA: await makeDemoData(ROOT, ports), ...allowDemo(ports, process.env.OUTBOUND_ALLOW) } : {};
const port = process.env.PORT?.trim() || '5000';

let server;
let leaving = false;

async function startServer() {
  const mine = runServer(ROOT, env);
  server = mine;
  mine.ended.then((code) => {
    // Ended by itself or by the person at the terminal, not by a restart.
    if (server === mine) {
      leaving = true;
      process.exit(code);
    }
  });
  if (await waitUntilReady(mine, port)) console.log(`running at http://localhost:${port}`);
}

async function stopServer() {
  const old = server;
  server = undefined;
  old?.kill();
  await old?.ended;
}

const work = pendingWork(async () => {
  const { built, failed } = await buildAll({ development: true });
  if (failed.length > 0) return console.log('Waiting for the next save; the server keeps running what was built before.');
  if (built.some((name) => name !== 'shell')) {
    await stopServer();
    if (!leaving) await startServer();
  } else if (built.length > 0) console.log('Reload the page to see the change.');
}, QUIET_MS);

const first = await buildAll({ development: true });
// Ends by itself when this process does.
if (demo) await runDemoSimulators(ROOT, process.env);
if (first.failed.length === 0) await startServer();
for (const folder of WATCHED) watch(path.join(ROOT, folder), { recursive: true }, (_event, name) => name && !NOT_SOURCE.test(name) && work.ask());
console.log('Watching for changes. Ctrl-C ends it.');
