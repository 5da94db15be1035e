/**
 * The simulated mail server as a program, for `npm start`:
 *   node .build/sim/mailbox.mjs --port 5092
 * IMAP on that port, SMTP on the next one. Ends when the process that started it ends (channel) or by a signal; what was sent is forgotten then.
 */
import { parseArgs } from 'node:util';
import { fillLetters, LETTER_ACCOUNTS } from './demo/letters.ts';
import { startMailboxSimulator } from './index.ts';

/** Exit code that tells the starter: somebody else listens there. */
const PORT_TAKEN = 3;

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const port = Number(values.port);
if (values.port === undefined || !Number.isInteger(port) || port < 1 || port > 65_534) throw new Error('--port is a number from 1 to 65534');

try {
  const simulator = await startMailboxSimulator({ imapPort: port, smtpPort: port + 1, accounts: LETTER_ACCOUNTS });
  fillLetters(simulator.account, new Date());
  process.send?.({ port });
  const end = () => {
    simulator.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.once('SIGHUP', end);
  process.once('disconnect', end);
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!taken) console.error(error);
  process.exit(taken ? PORT_TAKEN : 1);
}
