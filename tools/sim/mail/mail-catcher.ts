import net, { type AddressInfo, type Socket } from 'node:net';

/** A message that was taken: envelope and what stood between DATA and the dot. */
export interface CaughtMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Account that signed in; empty where the catcher asks for none. */
  readonly account: string;
  readonly content: string;
}

export interface MailCatcherOptions {
  /** 0 = a free one. */
  readonly port?: number;
  /** Accounts with their passwords. None: nobody has to sign in. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Answers nothing at all, as a host does that hangs. */
  readonly silent?: boolean;
  /** Bytes that one connection may send; 1,000,000 when absent. */
  readonly maxContent?: number;
  /**
   * What becomes of a message that came whole; default `take`. `refuse`: 550. `later`: 451. `cut`: it is taken, and the connection ends before the answer.
   * `hold`: it is taken, and no answer comes.
   */
  readonly fate?: (mail: CaughtMail) => MailFate;
}
export type MailFate = 'take' | 'refuse' | 'later' | 'cut' | 'hold';

export interface MailCatcher {
  readonly port: number;
  readonly mails: readonly CaughtMail[];
  close(): Promise<void>;
}

const MAX_LINE = 1_000;
const MAX_CONTENT = 1_000_000;
const text = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
const addressIn = (line: string): string => /<([^<>]{0,320})>/.exec(line)?.[1] ?? '';

/** One conversation (RFC 5321 with AUTH PLAIN and LOGIN of RFC 4954). */
class Conversation {
  readonly #socket: Socket;
  readonly #accounts: Readonly<Record<string, string>>;
  readonly #caught: (mail: CaughtMail) => MailFate;
  #account = '';
  #from: string | undefined;
  #to: string[] = [];
  #content: string[] | undefined;
  /** What the next line answers, while AUTH is under way. */
  #next: ((line: string) => void) | undefined;

  constructor(socket: Socket, accounts: Readonly<Record<string, string>>, caught: (mail: CaughtMail) => MailFate) {
    this.#socket = socket;
    this.#accounts = accounts;
    this.#caught = caught;
    this.#say('220 SIM mail catcher ESMTP');
  }

  hear(line: string) {
    if (this.#content) return this.#takeContent(line);
    const answer = this.#next;
    if (answer) {
      this.#next = undefined;
      return answer(line);
    }
    const [verb = '', ...rest] = line.split(' ');
    const said = rest.join(' ');
    switch (verb.toUpperCase()) {
      case 'EHLO':
        return this.#say('250-SIM mail catcher', '250-AUTH PLAIN LOGIN', '250 8BITMIME');
      case 'HELO':
      case 'NOOP':
        return this.#say('250 OK');
      case 'RSET':
        this.#forget();
        return this.#say('250 OK');
      case 'AUTH':
        return this.#authenticate(said);
      case 'MAIL':
        if (this.#needsAccount && this.#account === '') return this.#say('530 5.7.0 Authentication required');
        this.#forget();
        this.#from = addressIn(said);
        return this.#say('250 OK');
      case 'RCPT':
        if (this.#from === undefined) return this.#say('503 5.5.1 MAIL first');
        if (!addressIn(said).includes('@')) return this.#say('553 5.1.3 No such address');
        this.#to.push(addressIn(said));
        return this.#say('250 OK');
      case 'DATA':
        if (this.#to.length === 0) return this.#say('503 5.5.1 RCPT first');
        this.#content = [];
        return this.#say('354 End with a dot');
      case 'QUIT':
        this.#say('221 Bye');
        this.#socket.end();
        return;
      default:
        return this.#say('502 5.5.2 Not known');
    }
  }

  get #needsAccount(): boolean {
    return Object.keys(this.#accounts).length > 0;
  }

  #authenticate(said: string) {
    const [way = '', first] = said.split(' ');
    if (way.toUpperCase() === 'PLAIN') {
      const judge = (line: string) => {
        const [, account = '', password = ''] = text(line).split('\0');
        this.#judge(account, password);
      };
      return first ? judge(first) : this.#ask('334 ', judge);
    }
    if (way.toUpperCase() !== 'LOGIN') return this.#say('504 5.5.4 Not known');
    const askPassword = (account: string) => this.#ask('334 UGFzc3dvcmQ6', (line) => this.#judge(account, text(line)));
    return first ? askPassword(text(first)) : this.#ask('334 VXNlcm5hbWU6', (line) => askPassword(text(line)));
  }

  #ask(question: string, answered: (line: string) => void): void {
    this.#next = answered;
    this.#say(question);
  }

  #judge(account: string, password: string) {
    if (this.#accounts[account] === undefined || this.#accounts[account] !== password) return this.#say('535 5.7.8 Authentication credentials invalid');
    this.#account = account;
    this.#say('235 2.7.0 Accepted');
  }

  #takeContent(line: string): void {
    const content = this.#content ?? [];
    if (line !== '.') {
      content.push(line.startsWith('.') ? line.slice(1) : line);
      return;
    }
    const fate = this.#caught({ from: this.#from ?? '', to: this.#to, account: this.#account, content: content.join('\r\n') });
    this.#forget();
    if (fate === 'take') this.#say('250 2.0.0 Caught');
    else if (fate === 'refuse') this.#say('550 5.7.1 Refused');
    else if (fate === 'later') this.#say('451 4.3.0 Try again');
    else if (fate === 'cut') this.#socket.destroy();
  }

  #forget(): void {
    this.#from = undefined;
    this.#to = [];
    this.#content = undefined;
  }

  #say(...lines: readonly string[]): void {
    if (this.#socket.writable) this.#socket.write(`${lines.join('\r\n')}\r\n`);
  }
}

/** A mail server of this computer alone that keeps what it is given in memory and passes nothing on; it refuses a wrong password. */
export async function catchMail({
  port = 0,
  accounts = {},
  silent = false,
  maxContent = MAX_CONTENT,
  fate = () => 'take',
}: MailCatcherOptions = {}): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const sockets = new Set<Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (silent) return;
    const conversation = new Conversation(socket, accounts, (mail) => {
      const ending = fate(mail);
      if (ending !== 'refuse' && ending !== 'later') mails.push(mail);
      return ending;
    });
    let rest = '';
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      rest += chunk.toString('latin1');
      const lines = rest.split('\r\n');
      rest = lines.pop() ?? '';
      if (bytes > maxContent || rest.length > MAX_LINE) return void socket.destroy();
      for (const line of lines) conversation.hear(line);
    });
  });
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
