/** The simulated mail server as a program: `node .build/sim/mailbox.mjs --port 5092`. IMAP on that port, SMTP on the next one; what was sent is forgotten at its end. */
import { runProgram } from '../program/run-program.ts';
import { fillLetters, LETTER_ACCOUNTS } from './demo/letters.ts';
import { startMailboxSimulator } from './index.ts';

await runProgram([1, 65_534], async (port) => {
  const simulator = await startMailboxSimulator({ imapPort: port, smtpPort: port + 1, accounts: LETTER_ACCOUNTS });
  fillLetters(simulator.account, new Date());
  return [simulator, { port }];
});
