import type { Socket } from 'node:net';
import { fetchItems } from './fetch.ts';
import { searchTest } from './search.ts';
import type { Account, Folder, StoredMessage } from './store.ts';
import { nstring } from './structure.ts';
import { isIn, type Word, wordsOf } from './words.ts';

const CAPABILITIES = 'IMAP4rev1 AUTH=PLAIN SASL-IR ID IDLE LITERAL+ MOVE UIDPLUS SPECIAL-USE';
const textOf = (word: Word | undefined): string => (typeof word === 'string' ? word : '');
const listOf = (word: Word | undefined): readonly Word[] => (typeof word === 'string' ? [word] : (word ?? []));

/** One conversation (RFC 3501 with RFC 2971, 2177, 6851, 4315, 6154), as far as a mail client goes. */
export class ImapSession {
  readonly #socket: Socket;
  readonly #accounts: ReadonlyMap<string, Account>;
  readonly #heard: (verb: string) => void;
  #account: Account | undefined;
  #folder: Folder | undefined;
  /** Messages that the client was told of. */
  #told = 0;
  /** What the next line answers, while AUTHENTICATE or IDLE is under way. */
  #next: ((line: string) => void) | undefined;

  constructor(socket: Socket, accounts: ReadonlyMap<string, Account>, heard: (verb: string) => void) {
    this.#socket = socket;
    this.#accounts = accounts;
    this.#heard = heard;
    this.#say(`* OK [CAPABILITY ${CAPABILITIES}] SIM mailbox ready`);
  }

  /** One whole command, counted bytes included. */
  hear(command: string): void {
    const answer = this.#next;
    if (answer) {
      this.#next = undefined;
      answer(command);
      return;
    }
    const [tag = '*', ...rest] = command.split(' ');
    try {
      const [word, ...words] = wordsOf(rest.join(' '));
      const uid = textOf(word).toUpperCase() === 'UID';
      const verb = uid ? textOf(words.shift()).toUpperCase() : textOf(word).toUpperCase();
      this.#heard(verb);
      const done = this.#run(tag, verb, words, uid);
      if (done === undefined) return;
      this.#tellOfNew();
      this.#say(`${tag} ${done}`);
    } catch (error) {
      this.#say(`${tag} BAD ${error instanceof Error ? error.message : 'not understood'}`);
    }
  }

  /** @returns the end of the answer; undefined where it comes later */
  #run(tag: string, verb: string, words: readonly Word[], uid: boolean): string | undefined {
    switch (verb) {
      case 'CAPABILITY':
        this.#say(`* CAPABILITY ${CAPABILITIES}`);
        return 'OK done';
      case 'ID':
        this.#say('* ID ("name" "SIM mailbox")');
        return 'OK done';
      case 'NOOP':
      case 'CHECK':
        return 'OK done';
      case 'LOGOUT':
        this.#say('* BYE SIM mailbox', `${tag} OK done`);
        this.#socket.end();
        return undefined;
      case 'LOGIN':
        return this.#signIn(textOf(words[0]), textOf(words[1]));
      case 'AUTHENTICATE':
        return this.#authenticate(tag, words);
      default:
        return this.#account ? this.#inside(tag, verb, words, uid, this.#account) : 'NO sign in first';
    }
  }

  #authenticate(tag: string, [way, first]: readonly Word[]): string | undefined {
    if (textOf(way).toUpperCase() !== 'PLAIN') return 'NO way not known';
    const judge = (base64: string): string => {
      const [, name = '', password = ''] = Buffer.from(base64, 'base64').toString('utf8').split('\0');
      return this.#signIn(name, password);
    };
    if (first !== undefined) return judge(textOf(first));
    this.#next = (line) => this.#say(`${tag} ${judge(line)}`);
    this.#say('+ ');
    return undefined;
  }

  #signIn(name: string, password: string): string {
    const account = this.#accounts.get(name);
    if (!account || account.password !== password) return 'NO [AUTHENTICATIONFAILED] Account or password wrong';
    this.#account = account;
    return `OK [CAPABILITY ${CAPABILITIES}] signed in`;
  }

  #inside(tag: string, verb: string, words: readonly Word[], uid: boolean, account: Account): string | undefined {
    switch (verb) {
      case 'LIST':
      case 'LSUB':
        if (textOf(words[1]) === '') this.#say(`* ${verb} (\\Noselect) "/" ""`);
        else for (const { name, use } of account.folders.values()) this.#say(`* ${verb} (\\HasNoChildren${use === '' ? '' : ` ${use}`}) "/" ${nstring(name)}`);
        return 'OK done';
      case 'STATUS': {
        const folder = account.folder(textOf(words[0]));
        if (!folder) return 'NO [NONEXISTENT] no such folder';
        const unseen = folder.messages.filter(({ flags }) => !flags.has('\\Seen')).length;
        const { messages, uidNext, uidValidity } = folder;
        const values: Readonly<Record<string, number>> = { MESSAGES: messages.length, UNSEEN: unseen, UIDNEXT: uidNext, UIDVALIDITY: uidValidity, RECENT: 0 };
        const asked = listOf(words[1]).map((item) => textOf(item).toUpperCase());
        this.#say(`* STATUS ${nstring(folder.name)} (${asked.map((item) => `${item} ${values[item] ?? 0}`).join(' ')})`);
        return 'OK done';
      }
      case 'SELECT':
      case 'EXAMINE':
        return this.#select(account.folder(textOf(words[0])), verb === 'EXAMINE');
      case 'APPEND': {
        const folder = account.folder(textOf(words[0]));
        if (!folder) return 'NO [TRYCREATE] no such folder';
        const flags = words.length > 2 ? listOf(words[1]).map(textOf) : [];
        const message = account.add(folder.name, Buffer.from(textOf(words.at(-1)), 'latin1'), flags);
        return `OK [APPENDUID ${folder.uidValidity} ${message.uid}] done`;
      }
      case 'CREATE':
        return 'NO not here';
      case 'SUBSCRIBE':
      case 'UNSUBSCRIBE':
        return 'OK done';
      case 'IDLE':
        this.#next = () => this.#say(`${tag} OK done`);
        this.#say('+ idling');
        return undefined;
      default:
        return this.#folder ? this.#onMessages(verb, words, uid, account, this.#folder) : 'NO select a folder first';
    }
  }

  #select(folder: Folder | undefined, readOnly: boolean): string {
    this.#folder = folder;
    if (!folder) return 'NO [NONEXISTENT] no such folder';
    this.#told = folder.messages.length;
    this.#say('* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)', '* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] ok');
    this.#say(`* ${this.#told} EXISTS`, '* 0 RECENT', `* OK [UIDVALIDITY ${folder.uidValidity}] ok`, `* OK [UIDNEXT ${folder.uidNext}] ok`);
    return readOnly ? 'OK [READ-ONLY] done' : 'OK [READ-WRITE] done';
  }

  #onMessages(verb: string, words: readonly Word[], uid: boolean, account: Account, folder: Folder): string {
    const lastUid = folder.messages.at(-1)?.uid ?? 0;
    const chosen = (set: string): { readonly message: StoredMessage; readonly seq: number }[] =>
      folder.messages
        .map((message, at) => ({ message, seq: at + 1 }))
        .filter(({ message, seq }) => (uid ? isIn(set, message.uid, lastUid) : isIn(set, seq, folder.messages.length)));
    if (verb === 'CLOSE' || verb === 'UNSELECT') {
      this.#folder = undefined;
      return 'OK done';
    }
    if (verb === 'SEARCH') {
      const test = searchTest(words, folder.messages.length, lastUid);
      const found = folder.messages.flatMap((message, at) => (test(message, at + 1) ? [uid ? message.uid : at + 1] : []));
      this.#say(`* SEARCH ${found.join(' ')}`.trimEnd());
      return 'OK done';
    }
    if (verb === 'EXPUNGE') {
      const set = textOf(words[0]);
      this.#expunge(folder, (message) => message.flags.has('\\Deleted') && (!uid || isIn(set, message.uid, lastUid)));
      return 'OK done';
    }
    const messages = chosen(textOf(words[0]));
    if (verb === 'FETCH') {
      for (const { message, seq } of messages) {
        const items = fetchItems(message, listOf(words[1]), uid);
        if (items === undefined) return 'BAD item not known';
        this.#say(`* ${seq} FETCH (${items})`);
      }
      return 'OK done';
    }
    if (verb === 'STORE') {
      const how = textOf(words[1]).toUpperCase();
      for (const { message, seq } of messages) {
        if (how.startsWith('FLAGS')) message.flags.clear();
        for (const flag of listOf(words[2]).map(textOf)) how.startsWith('-') ? message.flags.delete(flag) : message.flags.add(flag);
        if (!how.endsWith('.SILENT')) this.#say(`* ${seq} FETCH (${fetchItems(message, ['FLAGS'], uid)})`);
      }
      return 'OK done';
    }
    if (verb === 'COPY' || verb === 'MOVE') {
      const target = account.folder(textOf(words[1]));
      if (!target) return 'NO [TRYCREATE] no such folder';
      const made = messages.map(({ message }) => account.add(target.name, Buffer.from(message.raw, 'latin1'), [...message.flags], message.arrived).uid);
      const code = `[COPYUID ${target.uidValidity} ${messages.map(({ message }) => message.uid).join(',')} ${made.join(',')}]`;
      if (verb === 'COPY') return messages.length > 0 ? `OK ${code} done` : 'OK done';
      if (messages.length > 0) this.#say(`* OK ${code} moved`);
      const gone = new Set(messages.map(({ message }) => message));
      this.#expunge(folder, (message) => gone.has(message));
      return 'OK done';
    }
    return 'BAD command not known';
  }

  #expunge(folder: Folder, goes: (message: StoredMessage) => boolean): void {
    for (let at = folder.messages.length - 1; at >= 0; at -= 1) {
      const message = folder.messages[at];
      if (!message || !goes(message)) continue;
      folder.messages.splice(at, 1);
      this.#say(`* ${at + 1} EXPUNGE`);
    }
    this.#told = folder.messages.length;
  }

  #tellOfNew(): void {
    if (!this.#folder || this.#folder.messages.length === this.#told) return;
    this.#told = this.#folder.messages.length;
    this.#say(`* ${this.#told} EXISTS`);
  }

  #say(...lines: readonly string[]): void {
    if (this.#socket.writable) this.#socket.write(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
  }
}
