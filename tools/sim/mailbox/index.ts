import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { catchMail, type CaughtMail, type MailFate } from '../mail/mail-catcher.ts';
import { ImapSession } from './imap-session.ts';
import { Account } from './store.ts';

export { type Folder, folderName, type StoredMessage } from './store.ts';
export { Account };

const MAX_COMMAND = 40_000_000;

export interface MailboxSimulatorOptions {
  /** Of IMAP; 0 = a free one. */
  readonly imapPort?: number;
  /** Of SMTP; 0 = a free one. */
  readonly smtpPort?: number;
  /** Accounts with their passwords. */
  readonly accounts: Readonly<Record<string, string>>;
  /** What becomes of a message that came whole by SMTP, see `catchMail`; default: it is delivered. */
  readonly fate?: (mail: CaughtMail) => MailFate;
}

export interface MailboxSimulator {
  readonly imapPort: number;
  readonly smtpPort: number;
  readonly account: (name: string) => Account;
  /** What was taken by SMTP, in order. */
  readonly sent: readonly CaughtMail[];
  /** Verbs of IMAP that came in, in order. */
  readonly verbs: string[];
  /** IMAP connections that are open now, and the most there were at a time. */
  readonly connections: () => { readonly now: number; readonly most: number };
  /** From now on IMAP takes connections and says nothing, or speaks again. */
  readonly silence: (silent: boolean) => void;
  /** Ends all IMAP connections without a word. */
  readonly cut: () => void;
  close(): Promise<void>;
}

/** Whole commands out of what comes in: `{n}` at the end of a line counts bytes that belong to it. */
function commandReader(socket: Socket, hear: (command: string) => void): (chunk: Buffer) => void {
  let rest = '';
  /** Where in `rest` the search for the end of the line begins: behind counted bytes. */
  let from = 0;
  return (chunk) => {
    rest += chunk.toString('latin1');
    if (rest.length > MAX_COMMAND) return void socket.destroy();
    for (;;) {
      const end = rest.indexOf('\r\n', from);
      if (end < 0) return;
      const [, size, plus] = /\{(\d{1,9})(\+?)\}$/.exec(rest.slice(Math.max(from, end - 14), end)) ?? [];
      if (size === undefined) {
        const command = rest.slice(0, end);
        rest = rest.slice(end + 2);
        from = 0;
        hear(command);
        continue;
      }
      // Asked for once: what has begun to come needs no second word.
      if (plus === '' && rest.length === end + 2) socket.write('+ go on\r\n');
      if (rest.length < end + 2 + Number(size)) return;
      from = end + 2 + Number(size);
    }
  };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse);
    server.listen(port, '127.0.0.1', done);
  });
  return (server.address() as AddressInfo).port;
}

/** A mail server of this computer alone: mailboxes by IMAP, and SMTP that delivers among them and passes nothing on. */
export async function startMailboxSimulator({ imapPort = 0, smtpPort = 0, accounts, fate }: MailboxSimulatorOptions): Promise<MailboxSimulator> {
  const mailboxes = new Map(Object.entries(accounts).map(([name, password]) => [name, new Account(name, password)]));
  const sockets = new Set<Socket>();
  const verbs: string[] = [];
  let most = 0;
  let silent = false;
  // An answer is several lines: without it the second waits 40 ms until the first one's receipt is there.
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (silent) return;
    const session = new ImapSession(socket, mailboxes, (verb) => verbs.push(verb));
    socket.on(
      'data',
      commandReader(socket, (command) => session.hear(command)),
    );
  });
  const imap = await listen(server, imapPort);
  const closeImap = (): Promise<void> =>
    new Promise((done) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => done());
    });
  try {
    const smtp = await catchMail({
      port: smtpPort,
      accounts,
      maxContent: MAX_COMMAND,
      fate: (mail) => {
        const ending = fate?.(mail) ?? 'take';
        if (ending !== 'refuse' && ending !== 'later')
          for (const receiver of mail.to) mailboxes.get(receiver)?.add('INBOX', Buffer.from(mail.content, 'latin1'), [], new Date());
        return ending;
      },
    });
    return {
      ...{ imapPort: imap, smtpPort: smtp.port, sent: smtp.mails, verbs },
      account: (name) => {
        const found = mailboxes.get(name);
        if (!found) throw new Error(`no account ${name}`);
        return found;
      },
      connections: () => ({ now: sockets.size, most }),
      silence: (quiet) => {
        silent = quiet;
      },
      cut: () => {
        for (const socket of sockets) socket.destroy();
      },
      async close() {
        await Promise.all([closeImap(), smtp.close()]);
      },
    };
  } catch (error) {
    await closeImap();
    throw error;
  }
}
