import { spawn } from 'node:child_process';
import path from 'node:path';
import { MAIL_PORT } from '../seed/mail.mjs';

const PORT_TAKEN = 3;
const NOTHING = { kill: () => {} };

/** Where the simulated mail server listens for IMAP, the next port being that for SMTP; undefined when DEMO_MAIL_PORT is no port that has a next one. */
export function mailPort(text) {
  const wanted = text?.trim();
  if (!wanted) return MAIL_PORT;
  const port = Number(wanted);
  return Number.isInteger(port) && port > 0 && port < 65_535 ? port : undefined;
}

/** What the server needs to reach it on other ports than the usual ones, which registry.json allows. What the site allows besides stays. */
export function allowMail(port, allowed = '') {
  if (port === undefined || port === MAIL_PORT) return {};
  const own = [`mail=imap://127.0.0.1:${port}`, `mail=smtp://127.0.0.1:${port + 1}`];
  return { OUTBOUND_ALLOW: [...allowed.split(',').filter((one) => one.trim() !== ''), ...own].join(',') };
}

/**
 * Runs the simulated mail server of the demo system beside the server. Without it the demo runs too, only mailboxes do not answer.
 * @returns {Promise<{pid?: number, kill: () => void}>} once it listens or it is certain that it will not
 */
export async function runMailSimulator(root, { port: wanted }, say = console.log) {
  const port = mailPort(wanted);
  if (port === undefined) {
    say(`DEMO_MAIL_PORT must be a port number, not "${wanted}"; going on without the simulated mail server.`);
    return NOTHING;
  }
  const program = path.join(root, '.build/sim/mailbox.mjs');
  const child = spawn(process.execPath, [program, '--port', String(port)], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const code = await new Promise((resolve) => {
    child.once('message', () => resolve(undefined));
    child.once('exit', (exit) => resolve(exit ?? 1));
  });
  if (code === PORT_TAKEN) say(`Port ${port} or ${port + 1} is taken, so there is no simulated mail server; DEMO_MAIL_PORT names another one.`);
  else if (code !== undefined) say('The simulated mail server did not start; going on without it.');
  if (code !== undefined) return NOTHING;
  say(`SIMULATION: mail server for trying out at imap://127.0.0.1:${port} and smtp://127.0.0.1:${port + 1}`);
  return { pid: child.pid, kill: () => void child.kill() };
}
