/** `imaps` and `smtps` speak TLS from the first byte; `imap` and `smtp` turn to it where the server can, and always on a public network. */
export type MailScheme = 'imap' | 'imaps' | 'smtp' | 'smtps';

/** One mail server, as the list of registry.json names it (`imaps://mail.example:993`). */
export interface MailPlace<Scheme extends MailScheme = MailScheme> {
  readonly scheme: Scheme;
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
}
export type ImapPlace = MailPlace<'imap' | 'imaps'>;
export type SmtpPlace = MailPlace<'smtp' | 'smtps'>;

/** With what a person signs in at a mail server. */
export interface MailLogin {
  readonly account: string;
  readonly password: string;
}

/**
 * - `not-allowed`: the list names no such server, or its name leads somewhere it must not
 * - `unknown-host`, `refused`: nobody answers there
 * - `timeout`: no answer in time
 * - `certificate`: its certificate is not trusted, or TLS could not be agreed on
 * - `password`: account or password are wrong
 * - `missing`: no such folder or message; `changed`: the folder was made anew, numbers of messages mean others now
 * - `rejected`: the server refused what was asked; `protocol`: what answers is no mail server; `too-large`: an answer beyond the limits
 * - `lost`: cut off in between; `busy`: all connections to this server are taken
 */
export type MailFailure =
  | 'not-allowed'
  | 'unknown-host'
  | 'refused'
  | 'timeout'
  | 'certificate'
  | 'password'
  | 'missing'
  | 'changed'
  | 'rejected'
  | 'protocol'
  | 'too-large'
  | 'lost'
  | 'busy';

/** Holds no password and nothing of any message. */
export class MailError extends Error {
  readonly failure: MailFailure;
  /** One line of what the server said, cut short; empty where it said nothing. */
  readonly said: string;
  /** Of a message that was to be sent: it left whole, so the server may have taken it, whatever was heard. */
  readonly handed: boolean;
  constructor(failure: MailFailure, said = '', handed = false, cause?: unknown) {
    super(`mail server: ${failure}`, cause === undefined ? undefined : { cause });
    this.name = 'MailError';
    this.failure = failure;
    this.said = said;
    this.handed = handed;
  }
}

/** By name and not by class: a plugin's server half carries its own copy of this module, the host throws with another. */
export function isMailError(error: unknown): error is MailError {
  return error instanceof Error && error.name === 'MailError' && typeof (error as Partial<MailError>).failure === 'string';
}

/** What a folder is for, as the server says or its name tells; empty: a folder like any other. */
export type MailFolderUse = 'inbox' | 'sent' | 'drafts' | 'trash' | 'junk' | 'archive' | '';

export interface MailFolder {
  /** Names it in every call. */
  readonly path: string;
  readonly name: string;
  /** Path of the folder that it lies in; empty at the top. */
  readonly parent: string;
  readonly use: MailFolderUse;
  /** False: it holds folders alone. */
  readonly selectable: boolean;
  readonly total: number;
  readonly unseen: number;
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** A leaf of a message's structure. All of it is what a foreign sender wrote. */
export interface MailPart {
  /** `1.2`; names it in `part`. */
  readonly id: string;
  /** `text/html`, small letters. */
  readonly type: string;
  readonly charset: string;
  /** Transfer encoding, small letters. */
  readonly encoding: string;
  /** Bytes as they are transferred. */
  readonly size: number;
  readonly name: string;
  /** `attachment`, `inline` or empty. */
  readonly disposition: string;
  /** Without its pointed brackets. */
  readonly contentId: string;
  /** It lies in a `multipart/alternative`: one of several forms of the same text. */
  readonly alternative: boolean;
}

export interface MailHead {
  readonly uid: number;
  readonly size: number;
  /** As the sender wrote it, else when it came; undefined where neither can be read. */
  readonly date: Date | undefined;
  readonly subject: string;
  readonly from: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly messageId: string;
  /** Lines of subject and sender as bytes, where they are written in a set that they do not name; undefined where they can be read. */
  readonly unread: Buffer | undefined;
  readonly seen: boolean;
  readonly flagged: boolean;
  readonly answered: boolean;
  /** In the order of the message; those beyond the limits of depth and count are left out. */
  readonly parts: readonly MailPart[];
  /** Parts were left out: the message is nested deeper, or has more parts, than anybody reads. */
  readonly partsLeftOut: boolean;
}

export interface MailSearch {
  /** Looked for in subject, sender, receivers; empty: all. */
  readonly keyword?: string;
  readonly unseen?: boolean;
  readonly flagged?: boolean;
}

export interface MailPage {
  readonly total: number;
  /** Changes when the folder was made anew. */
  readonly uidValidity: string;
  /** Newest first. */
  readonly heads: readonly MailHead[];
}

/** Names a message for good: uids count within the life of a folder. */
export interface MailAt {
  readonly folder: string;
  readonly uidValidity: string;
  readonly uid: number;
}

export interface PartContent {
  /** Transfer encoding taken off, at most as many bytes as were asked for. */
  readonly content: Buffer;
  /** There is more of it. */
  readonly cut: boolean;
}

/** One person's mailbox, open for some calls. Every call may throw a `MailError`. */
export interface Mailbox {
  /** Inbox first, then those with a use, then the others by name. At most 500. */
  folders(): Promise<readonly MailFolder[]>;
  /** Fetches the heads of one page alone, however large the folder is. @param page from 1 */
  page(folder: string, search: MailSearch, page: number, size: number): Promise<MailPage>;
  head(at: MailAt): Promise<MailHead>;
  part(at: MailAt, part: MailPart, maxBytes: number): Promise<PartContent>;
  /** Marks a message, or takes the mark away. */
  mark(at: MailAt, mark: 'seen' | 'flagged' | 'answered', on: boolean): Promise<void>;
  move(at: MailAt, folder: string): Promise<void>;
  /** Removes one message for good. One that is gone already is no mistake. */
  remove(at: MailAt): Promise<void>;
  /** Puts a message into a folder, marked as read, and as a draft where that is said. @param messageId where the folder holds it already, nothing is done */
  append(folder: string, content: Buffer, messageId: string, as?: { readonly draft: boolean }): Promise<void>;
}

/** What is handed to a server that sends. */
export interface MailToSend {
  /** Addresses alone: sender, and all who get it. */
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message with its headers. */
  readonly content: Buffer;
}

/** A message as people wrote it. */
export interface MailToWrite {
  readonly messageId: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
  /** `Message-ID` of the one that it answers; empty for none. */
  readonly inReplyTo: string;
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly content: Buffer }[];
}

/** Mail servers of the list in registry.json (`imaps://mail.example:993`, `smtps://mail.example:465`), for the own mailboxes of people. Refused inside a transaction. */
export interface Mailboxes {
  /** Whether the list names this server; where the name leads is seen when it is called. */
  allows(place: MailPlace): boolean;
  /**
   * Works in one mailbox. Connections are kept for a minute and bounded per server; those of one person serve one call after the other.
   * @throws MailError; what `work` throws comes as it is
   */
  open<T>(place: ImapPlace, login: MailLogin, work: (box: Mailbox) => Promise<T>): Promise<T>;
  /** Makes the bytes of a message: headers with control signs, files and addresses of the web are not read. */
  compose(message: MailToWrite): Promise<Buffer>;
  /** Hands one message to a server. @throws MailError whose `handed` says that its fate is not known */
  send(place: SmtpPlace, login: MailLogin, mail: MailToSend): Promise<void>;
  /** Signs in at a server that sends, and sends nothing. @throws MailError */
  verify(place: SmtpPlace, login: MailLogin): Promise<void>;
}
