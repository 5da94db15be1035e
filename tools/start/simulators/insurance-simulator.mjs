import { spawn } from 'node:child_process';
import path from 'node:path';
import { SIMULATOR_PORT } from '../../seed/systems/insurance.mjs';

const PORT_TAKEN = 3;
const NOTHING = { kill: () => {} };

/** Where the simulator listens; undefined when DEMO_INSURANCE_PORT is no port. */
export function simulatorPort(text) {
  const wanted = text?.trim();
  if (!wanted) return SIMULATOR_PORT;
  const port = Number(wanted);
  return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined;
}

/**
 * What the server needs to reach the simulator on another port than the usual one, which registry.json allows: the address, for the plugin
 * that calls it. What the site allows besides stays.
 */
export function allowSimulator(port, allowed = '') {
  if (port === undefined || port === SIMULATOR_PORT) return {};
  return { OUTBOUND_ALLOW: [...allowed.split(',').filter((one) => one.trim() !== ''), `insurance=http://127.0.0.1:${port}`].join(',') };
}

/**
 * Runs the simulated insurance platform of the demo system beside the server; what it has booked stays in the data folder, so that
 * both sides are thrown away together. Without it the demo runs too, only insured settlement does not.
 * @returns {Promise<{pid?: number, kill: () => void}>} once it listens or it is certain that it will not
 */
export async function runInsuranceSimulator(root, { port: wanted, dataDir }, say = console.log) {
  const port = simulatorPort(wanted);
  if (port === undefined) {
    say(`DEMO_INSURANCE_PORT must be a port number, not "${wanted}"; going on without the simulated insurance platform.`);
    return NOTHING;
  }
  const program = path.join(root, '.build/sim/insurance.mjs');
  const state = path.resolve(root, dataDir, 'insurance-simulator.log');
  const child = spawn(process.execPath, [program, '--port', String(port), '--state', state], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const code = await new Promise((resolve) => {
    child.once('message', () => resolve(undefined));
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  if (code === PORT_TAKEN) say(`Port ${port} is taken, so there is no simulated insurance platform; DEMO_INSURANCE_PORT names another port.`);
  else if (code !== undefined) say('The simulated insurance platform did not start; going on without it.');
  if (code !== undefined) return NOTHING;
  say(`SIMULATION: insurance platform for trying out, not a real insurer, at http://127.0.0.1:${port}`);
  let wantedEnd = false;
  child.once('exit', () => {
    if (!wantedEnd) say('The simulated insurance platform has ended; insured settlement waits until the next start.');
  });
  return {
    pid: child.pid,
    kill() {
      wantedEnd = true;
      child.kill();
    },
  };
}
