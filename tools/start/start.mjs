/**
 * `npm start`: installs what is missing, builds what changed, makes the demo data and runs the server in this terminal.
 * Uses nothing but Node itself until the packages are there.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchersOf, watchLaunchers } from './launcher.mjs';
import { installPackages, nodeProblem } from './packages.mjs';
import { runServer } from './server-process.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const giveUp = (text) => {
  console.error(text);
  process.exit(1);
};

// npm ends without a word to this process when it is killed; nobody would be left to stop the server.
let server;
let simulator;
let model;
let wechat;
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
const { makeDemoData } = await import('./demo-data.mjs');
const { allowSimulator, runInsuranceSimulator, simulatorPort } = await import('./insurance-simulator.mjs');
const { allowAssistant, assistantPort, runAssistantSimulator } = await import('./assistant-simulator.mjs');
const { allowWechat, runWechatSimulator, wechatPort } = await import('./wechat-simulator.mjs');
const port = simulatorPort(process.env.DEMO_INSURANCE_PORT);
const modelPort = assistantPort(process.env.DEMO_ASSISTANT_PORT);
const wechatAt = wechatPort(process.env.DEMO_WECHAT_PORT);
const allowed = { OUTBOUND_ALLOW: process.env.OUTBOUND_ALLOW, ...allowSimulator(port, process.env.OUTBOUND_ALLOW) };
const withModel = allowAssistant(modelPort, allowed.OUTBOUND_ALLOW);
const env = demo
  ? {
      DEMO_DATA: await makeDemoData(ROOT, { simulatorPort: port, assistantPort: modelPort, wechatPort: wechatAt }),
      ...(allowed.OUTBOUND_ALLOW === undefined ? {} : allowed),
      ...withModel,
      ...allowWechat(wechatAt, withModel.OUTBOUND_ALLOW ?? allowed.OUTBOUND_ALLOW),
    }
  : {};
if (demo) {
  simulator = await runInsuranceSimulator(ROOT, { port: process.env.DEMO_INSURANCE_PORT, dataDir: process.env.DATA_DIR?.trim() || './data' });
  model = await runAssistantSimulator(ROOT, { port: process.env.DEMO_ASSISTANT_PORT });
  wechat = await runWechatSimulator(ROOT, { port: process.env.DEMO_WECHAT_PORT });
}

server = runServer(ROOT, env);
process.exitCode = await server.ended;
simulator?.kill();
model?.kill();
wechat?.kill();
