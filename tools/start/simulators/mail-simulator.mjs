import { MAIL_PORT } from '../../seed/systems/mail.mjs';
import { allowing, portFrom, runSimulator } from './simulator-process.mjs';

/** Where the simulated mail server listens for IMAP, the next port being that for SMTP; undefined when DEMO_MAIL_PORT is no port that has a next one. */
export const mailPort = (text) => portFrom(text, MAIL_PORT, 65_534);

/**
 * What the server needs to reach it on other ports than the usual ones, which registry.json allows. What the site allows besides stays.
 * @returns {{OUTBOUND_ALLOW?: string}}
 */
export const allowMail = (port, allowed = '') =>
  port === undefined || port === MAIL_PORT ? {} : allowing(allowed, [`mail=imap://127.0.0.1:${port}`, `mail=smtp://127.0.0.1:${port + 1}`]);

/** Runs the simulated mail server of the demo system; without it mailboxes do not answer. */
export const runMailSimulator = (root, { port: given }, say) => {
  const port = mailPort(given);
  const at = `mail server for trying out at imap://127.0.0.1:${port} and smtp://127.0.0.1:${port + 1}`;
  const ports = `Port ${port} or ${port + 1}`;
  return runSimulator(root, { name: 'mail server', variable: 'DEMO_MAIL_PORT', program: 'mailbox', port, given, ports, another: 'another one', at, say });
};
