import { spawn } from 'node:child_process';
import path from 'node:path';

/** Exit code of a simulator whose port somebody else has. */
const PORT_TAKEN = 3;
const NOTHING = { kill: () => {} };

/** A port that a variable names; the usual one when it is empty; undefined when it is none. */
export function portFrom(text, usual, last = 65_535) {
  const wanted = text?.trim();
  if (!wanted) return usual;
  const port = Number(wanted);
  return Number.isInteger(port) && port > 0 && port <= last ? port : undefined;
}

/** What the site allows, and these origins besides. */
export const allowing = (allowed, origins) => ({ OUTBOUND_ALLOW: [...allowed.split(',').filter((one) => one.trim() !== ''), ...origins].join(',') });

/**
 * Runs a simulator of the demo system beside the server. Without it the demo runs, too.
 * @param {{name: string, variable: string, program: string, port: number | undefined, given: string | undefined, ports?: string, another?: string, at: string, args?: readonly string[], say?: (line: string) => void}} simulator
 *   `at`: what is said once it listens
 * @returns {Promise<{pid?: number, kill: () => void}>} once it listens or it is certain that it will not
 */
export async function runSimulator(root, { name, variable, program, port, given, ports = `Port ${port}`, another = 'another port', at, say = console.log }) {
  if (port === undefined) {
    say(`${variable} must be a port number, not "${given}"; going on without the simulated ${name}.`);
    return NOTHING;
  }
  const child = spawn(process.execPath, [path.join(root, `.build/sim/${program}.mjs`), '--port', String(port)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const code = await new Promise((resolve) => {
    child.once('message', () => resolve(undefined));
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  if (code === PORT_TAKEN) say(`${ports} is taken, so there is no simulated ${name}; ${variable} names ${another}.`);
  else if (code !== undefined) say(`The simulated ${name} did not start; going on without it.`);
  if (code !== undefined) return NOTHING;
  say(`SIMULATION: ${at}`);
  return { pid: child.pid, kill: () => void child.kill() };
}
