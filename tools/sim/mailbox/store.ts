import { type MimePart, parseMime } from './mime.ts';

export interface StoredMessage {
  readonly uid: number;
  /** Bytes in a text (latin1). */
  readonly raw: string;
  readonly flags: Set<string>;
  readonly arrived: Date;
  /** Read when somebody asks for it. */
  readonly parsed: () => MimePart;
}

export interface Folder {
  /** As it travels: beyond ASCII in modified UTF-7. */
  readonly name: string;
  readonly use: string;
  uidValidity: number;
  uidNext: number;
  messages: StoredMessage[];
}

/** A name as IMAP writes it (RFC 3501, 5.1.3). */
export const folderName = (name: string): string =>
  name.replace(/&/g, '&-').replace(/[^\x20-\x7e]+/gu, (run) => {
    const bytes = Buffer.from(run, 'utf16le').swap16();
    return `&${bytes.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`;
  });

const USES: readonly (readonly [name: string, use: string])[] = [
  ['INBOX', ''],
  ['Sent', '\\Sent'],
  ['Drafts', '\\Drafts'],
  ['Trash', '\\Trash'],
  ['Junk', '\\Junk'],
  [folderName('院内通知'), ''],
];

/** One person's mailbox. */
export class Account {
  readonly folders = new Map<string, Folder>();
  readonly name: string;
  readonly password: string;

  constructor(name: string, password: string) {
    this.name = name;
    this.password = password;
    for (const [folder, use] of USES) this.folders.set(folder, { name: folder, use, uidValidity: 1_700_000_000, uidNext: 1, messages: [] });
  }

  folder(name: string): Folder | undefined {
    return this.folders.get(name.toUpperCase() === 'INBOX' ? 'INBOX' : name);
  }

  /** @param raw bytes in a text (latin1), or whole characters, which become UTF-8 */
  add(folder: string, raw: string | Buffer, flags: readonly string[] = [], arrived = new Date('2026-03-02T01:00:00Z')): StoredMessage {
    const found = this.folder(folder);
    if (!found) throw new Error(`no folder ${folder}`);
    const text = typeof raw === 'string' ? Buffer.from(raw, 'utf8').toString('latin1') : raw.toString('latin1');
    let parsed: MimePart | undefined;
    const message: StoredMessage = {
      uid: found.uidNext,
      raw: text,
      flags: new Set(flags),
      arrived,
      parsed: () => {
        parsed ??= parseMime(text);
        return parsed;
      },
    };
    found.uidNext += 1;
    found.messages.push(message);
    return message;
  }
}
