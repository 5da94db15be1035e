import { spawn } from 'node:child_process';
import path from 'node:path';
import { WECHAT_PORT } from '../seed/wechat.mjs';

const PORT_TAKEN = 3;
const NOTHING = { kill: () => {} };

/** Where the simulated WeChat listens; undefined when DEMO_WECHAT_PORT is no port. */
export function wechatPort(text) {
  const wanted = text?.trim();
  if (!wanted) return WECHAT_PORT;
  const port = Number(wanted);
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined;
}

/** What the server needs to reach it on another port than the usual one, which registry.json allows. What the site allows besides stays. */
export function allowWechat(port, allowed = '') {
  if (port === undefined || port === WECHAT_PORT) return {};
  return { OUTBOUND_ALLOW: [...allowed.split(',').filter((one) => one.trim() !== ''), `wechat=http://127.0.0.1:${port}`].join(',') };
}

/**
 * Runs the simulated WeChat of the demo system beside the server. Without it the demo runs too, only nobody signs in by scanning.
 * @returns {Promise<{pid?: number, kill: () => void}>} once it listens or it is certain that it will not
 */
export async function runWechatSimulator(root, { port: wanted }, say = console.log) {
  const port = wechatPort(wanted);
  if (port === undefined) {
    say(`DEMO_WECHAT_PORT must be a port number, not "${wanted}"; going on without the simulated WeChat.`);
    return NOTHING;
  }
  const program = path.join(root, '.build/sim/wechat.mjs');
  const child = spawn(process.execPath, [program, '--port', String(port)], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const code = await new Promise((resolve) => {
    child.once('message', () => resolve(undefined));
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  if (code === PORT_TAKEN) say(`Port ${port} is taken, so there is no simulated WeChat; DEMO_WECHAT_PORT names another port.`);
  else if (code !== undefined) say('The simulated WeChat did not start; going on without it.');
  if (code !== undefined) return NOTHING;
  say(`SIMULATION: WeChat for trying out, with a mailbox of what was sent, at http://127.0.0.1:${port}`);
  return { pid: child.pid, kill: () => void child.kill() };
}
