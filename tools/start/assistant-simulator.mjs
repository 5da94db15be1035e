import { spawn } from 'node:child_process';
import path from 'node:path';
import { ASSISTANT_PORT } from '../seed/assistant.mjs';

const PORT_TAKEN = 3;
const NOTHING = { kill: () => {} };

/** Where the simulated model listens; undefined when DEMO_ASSISTANT_PORT is no port. */
export function assistantPort(text) {
  const wanted = text?.trim();
  if (!wanted) return ASSISTANT_PORT;
  const port = Number(wanted);
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined;
}

/** What the server needs to reach it on another port than the usual one, which registry.json allows. What the site allows besides stays. */
export function allowAssistant(port, allowed = '') {
  if (port === undefined || port === ASSISTANT_PORT) return {};
  return { OUTBOUND_ALLOW: [...allowed.split(',').filter((one) => one.trim() !== ''), `assistant=http://127.0.0.1:${port}`].join(',') };
}

/**
 * Runs the simulated model of the demo system beside the server. Without it the demo runs too, only the assistant does not answer.
 * @returns {Promise<{pid?: number, kill: () => void}>} once it listens or it is certain that it will not
 */
export async function runAssistantSimulator(root, { port: wanted }, say = console.log) {
  const port = assistantPort(wanted);
  if (port === undefined) {
    say(`DEMO_ASSISTANT_PORT must be a port number, not "${wanted}"; going on without the simulated model of the assistant.`);
    return NOTHING;
  }
  const program = path.join(root, '.build/sim/assistant.mjs');
  const child = spawn(process.execPath, [program, '--port', String(port)], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const code = await new Promise((resolve) => {
    child.once('message', () => resolve(undefined));
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  if (code === PORT_TAKEN) say(`Port ${port} is taken, so there is no simulated model of the assistant; DEMO_ASSISTANT_PORT names another port.`);
  else if (code !== undefined) say('The simulated model of the assistant did not start; going on without it.');
  if (code !== undefined) return NOTHING;
  say(`SIMULATION: model of the assistant for trying out at http://127.0.0.1:${port}`);
  return { pid: child.pid, kill: () => void child.kill() };
}
