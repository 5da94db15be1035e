import { defineContract, del, get, listOf, pageOf, pageQuery, post, put, type Static, Type, uploadBody, uploadedFile } from '@nephra/plugin-sdk/contract';
import {
  MAIL_MENU,
  MAX_ACCOUNT,
  MAX_ADDRESS,
  MAX_FILES,
  MAX_FOLDER,
  MAX_INLINE_PICTURES,
  MAX_KEYWORD,
  MAX_LETTER_ID,
  MAX_MAIL_ID,
  MAX_NAME,
  MAX_PAGE,
  MAX_PASSWORD,
  MAX_RECEIVERS,
  MAX_SIGNATURE,
  MAX_SUBJECT,
  MAX_TEXT,
} from './limits.ts';

const need = `perm:${MAIL_MENU}` as const;
const literals = <T extends string>(...values: readonly T[]) => Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
const mailId = Type.String({ minLength: 1, maxLength: MAX_MAIL_ID, pattern: '^[A-Za-z0-9_.-]+$' });
const letterId = Type.String({ minLength: 1, maxLength: MAX_LETTER_ID, pattern: '^[A-Za-z0-9_-]+$' });
const folder = Type.String({ minLength: 1, maxLength: MAX_FOLDER });

export const mailAddress = Type.Object({ name: Type.String(), address: Type.String() });
export type MailAddressView = Static<typeof mailAddress>;

/** A person's own settings. The password comes in and never goes out. */
export const mailConfig = Type.Object({
  /** `off`: the site has no server; `blocked`: the outbound list does not hold it; `new`: nobody has entered an account; `ready`. */
  state: literals('ready', 'new', 'off', 'blocked'),
  /** Host and port of the server that is read; empty where there is none. */
  imapHost: Type.String(),
  /** The same of the server that sends. */
  smtpHost: Type.String(),
  /** False: the site has no server that sends, or does not list it. */
  canSend: Type.Boolean(),
  address: Type.String(),
  account: Type.String(),
  senderName: Type.String(),
  signature: Type.String(),
  /** True: a password is kept. */
  passwordSet: Type.Boolean(),
});
export type MailConfig = Static<typeof mailConfig>;

const configBody = Type.Object(
  {
    address: Type.String({ minLength: 3, maxLength: MAX_ADDRESS }),
    /** Left out or empty: the address. */
    account: Type.Optional(Type.String({ maxLength: MAX_ACCOUNT })),
    senderName: Type.Optional(Type.String({ maxLength: MAX_NAME })),
    signature: Type.Optional(Type.String({ maxLength: MAX_SIGNATURE })),
    /** Left out or empty: the one that is kept, as long as account and server are those that it was kept for. */
    password: Type.Optional(Type.String({ maxLength: MAX_PASSWORD })),
  },
  { additionalProperties: false },
);
export type ConfigBody = Static<typeof configBody>;

export const mailFolder = Type.Object({
  path: Type.String(),
  name: Type.String(),
  parent: Type.String(),
  /** `inbox sent drafts trash junk archive`, or empty. */
  use: Type.String(),
  selectable: Type.Boolean(),
  total: Type.Integer(),
  unseen: Type.Integer(),
});
export type MailFolderView = Static<typeof mailFolder>;

export const mailRow = Type.Object({
  /** Names the letter for good: folder, its life, number. */
  id: Type.String(),
  subject: Type.String(),
  from: mailAddress,
  /** Names or addresses of the first receivers. */
  to: Type.String(),
  /** Milliseconds; null where no date can be read. */
  fdate: Type.Union([Type.Integer(), Type.Null()]),
  size: Type.Integer(),
  isRead: Type.Integer(),
  starred: Type.Integer(),
  answered: Type.Integer(),
  /** Attachments that people see. */
  files: Type.Integer(),
});
export type MailRow = Static<typeof mailRow>;

export const mailFile = Type.Object({
  /** Number of the part in the letter. */
  part: Type.String(),
  name: Type.String(),
  type: Type.String(),
  /** Bytes, as far as the structure says. */
  size: Type.Integer(),
  /** False: larger than what is fetched. */
  fetchable: Type.Boolean(),
});
export type MailFileView = Static<typeof mailFile>;

export const mailView = Type.Intersect([
  mailRow,
  Type.Object({
    receivers: Type.Array(mailAddress),
    copies: Type.Array(mailAddress),
    replyTo: Type.Array(mailAddress),
    messageId: Type.String(),
    /** What was written as text, or empty. */
    text: Type.String(),
    /** Foreign HTML, to be made harmless by whoever shows it; empty where there is none. */
    html: Type.String(),
    /** Pictures of the letter itself: content id to `data:` address. */
    pictures: Type.Record(Type.String(), Type.String()),
    attachments: Type.Array(mailFile),
    /** Codes of what is not shown: `cut` the text is longer, `nested` parts were left out, `pictures` too many or too large. */
    notes: Type.Array(Type.String()),
  }),
]);
export type MailView = Static<typeof mailView>;

const receivers = Type.Array(Type.String({ maxLength: MAX_ADDRESS + MAX_NAME + 5 }), { maxItems: MAX_RECEIVERS });

/** What a person writes. */
const letterFields = {
  /** Names this letter for good: saving and sending it again under this name is the same letter. */
  id: letterId,
  to: receivers,
  cc: Type.Optional(receivers),
  bcc: Type.Optional(receivers),
  subject: Type.String({ maxLength: MAX_SUBJECT }),
  bodyText: Type.String({ maxLength: MAX_TEXT }),
  files: Type.Optional(Type.Array(uploadedFile, { maxItems: MAX_FILES })),
  /** The letter that it answers or hands on, by its id in the mailbox. */
  answers: Type.Optional(Type.String({ maxLength: MAX_MAIL_ID, pattern: '^[A-Za-z0-9_.-]*$' })),
  /** What it does with that one. */
  answerKind: Type.Optional(literals('', 'reply', 'replyAll', 'forward')),
  /** Attachments of the letter that is handed on which go along, by their parts. */
  /** The draft of the mailbox that it goes on with, by its id there; `forwardParts` are parts of that one then. */
  draftOf: Type.Optional(Type.String({ maxLength: MAX_MAIL_ID, pattern: '^[A-Za-z0-9_.-]*$' })),
  forwardParts: Type.Optional(Type.Array(Type.String({ maxLength: 60, pattern: '^[0-9.]+$' }), { maxItems: MAX_FILES })),
};
const letterBody = Type.Object(letterFields, { additionalProperties: false });
export type LetterBody = Static<typeof letterBody>;

export const LETTER_STATES = ['draft', 'sending', 'doubtful', 'sent'] as const;
export const letterView = Type.Object({
  ...letterFields,
  /** `draft`; `sending`; `doubtful`: it left, and nobody knows whether the server took it; `sent`. */
  state: literals(...LETTER_STATES),
  /** Sentence about the last try, in the reader's language; empty where there is none. */
  trouble: Type.String(),
  lastModifyTime: Type.Integer(),
});
export type LetterView = Static<typeof letterView>;
export const letterRow = Type.Object({
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  state: literals(...LETTER_STATES),
  lastModifyTime: Type.Integer(),
});
export type LetterRow = Static<typeof letterRow>;

export const remotePicturesReply = Type.Object({
  /** By the address that was asked for: a `data:` address. */
  pictures: Type.Record(Type.String(), Type.String()),
  /** `unknown`: the letter names no such address. `not-listed`: its host is not on the outbound list. */
  refused: Type.Array(Type.Object({ address: Type.String(), reason: literals('unknown', 'not-listed', 'large', 'type', 'failed') })),
});
export type RemotePictures = Static<typeof remotePicturesReply>;

export const sendReply = Type.Object({
  state: literals('sent', 'doubtful'),
  /** `stored`: a copy lies in the folder of what was sent; `none`: there is no such folder, or the server refused it. */
  copy: literals('stored', 'none'),
});

const params = Type.Object({ id: mailId });
const letterParams = Type.Object({ id: letterId });
const none = Type.Null();
const mark = (action: string, summary: string) =>
  put(`/api/extend/Email/{id}/Actions/${action}`, { summary, need, audit: 'none', retry: 'natural', transaction: 'own', params, reply: none });

/**
 * The own mailbox. Every call is about the caller's own account; nobody reads that of another one, administrators neither. Servers are called outside of transactions.
 * Refusals: `mail.off`, `mail.not-set-up`, `mail.server-…` with what a server said.
 */
export const mailContract = defineContract('mail', {
  config: get('/api/extend/Email/Config', { summary: "The caller's own account, without its password", need, audit: 'none', reply: mailConfig }),
  saveConfig: put('/api/extend/Email/Config', {
    summary: 'Keeps the account when both servers let it in; the password is kept sealed',
    need,
    audit: 'security',
    retry: 'natural',
    transaction: 'own',
    body: configBody,
    reply: mailConfig,
  }),
  removeConfig: del('/api/extend/Email/Config', {
    summary: 'Forgets account and password; letters that were not sent stay',
    need,
    audit: 'security',
    retry: 'natural',
    reply: none,
  }),
  checkMail: post('/api/extend/Email/Config/Actions/CheckMail', {
    summary: 'Whether both servers let the account in; keeps nothing',
    need,
    audit: 'security',
    retry: 'natural',
    transaction: 'own',
    body: configBody,
    reply: Type.Object({ ok: Type.Boolean() }),
  }),
  receive: post('/api/extend/Email/Receive', {
    summary: 'Folders with their counts, as the server has them now',
    need,
    audit: 'none',
    retry: 'natural',
    transaction: 'own',
    reply: listOf(mailFolder),
  }),
  list: get('/api/extend/Email', {
    summary: 'Letters of a folder, the newest first; a keyword is looked for in subject, sender and receivers',
    need,
    audit: 'none',
    query: Type.Object({
      ...pageQuery,
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: 20 })),
      keyword: Type.Optional(Type.String({ maxLength: MAX_KEYWORD })),
      folder: Type.Optional(folder),
      /** 1: those alone that nobody has read, or that carry a star. */
      unread: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
      starred: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    }),
    reply: pageOf(mailRow),
  }),
  one: get('/api/extend/Email/{id}', {
    summary: 'One letter: text, HTML as it was written, its own pictures, names of its attachments. Does not mark it as read',
    need,
    audit: 'none',
    params,
    reply: mailView,
    spec: ['2.1-12'],
  }),
  pictures: post('/api/extend/Email/{id}/Actions/Pictures', {
    summary:
      'Pictures of a letter that lie elsewhere, fetched by this server because the reader asked: hosts of the outbound list alone, at most 20 of a megabyte each',
    need,
    audit: 'none',
    retry: 'natural',
    transaction: 'own',
    params,
    body: Type.Object({ addresses: Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { minItems: 1, maxItems: MAX_INLINE_PICTURES }) }),
    reply: remotePicturesReply,
  }),
  remove: del('/api/extend/Email/{id}', {
    summary: 'Moves a letter to the trash; one that lies there, or where there is no trash, is removed for good with `forever=1` and refused without',
    need,
    audit: 'write',
    retry: 'natural',
    transaction: 'own',
    params,
    query: Type.Object({ forever: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })) }),
    reply: Type.Object({ gone: Type.Boolean() }),
  }),
  read: mark('Read', 'Marks a letter as read'),
  unread: mark('Unread', 'Marks a letter as not read'),
  star: mark('Star', 'Puts a star on a letter'),
  unstar: mark('Unstar', 'Takes the star off a letter'),
  move: put('/api/extend/Email/{id}/Actions/Move', {
    summary: 'Moves a letter to another folder',
    need,
    audit: 'none',
    retry: 'natural',
    transaction: 'own',
    params,
    body: Type.Object({ folder }),
    reply: none,
  }),
  attachment: get('/api/extend/Email/{id}/Attachment/{part}', {
    summary: 'An attachment, under a name without paths and signs, never shown by the browser itself',
    need,
    audit: 'none',
    params: Type.Object({ id: mailId, part: Type.String({ maxLength: 60, pattern: '^[0-9.]+$' }) }),
    reply: Type.Unknown(),
    raw: true,
  }),
  keepAttachment: post('/api/extend/Email/{id}/Attachment/{part}/Actions/Preview', {
    summary: "Puts an attachment into the caller's own storage, so that the preview dialog shows it; counts against the organisation's room",
    need,
    audit: 'none',
    retry: 'never',
    retryReason: 'each call stores another copy; copies that nobody names go with the files without an owner',
    transaction: 'own',
    params: Type.Object({ id: mailId, part: Type.String({ maxLength: 60, pattern: '^[0-9.]+$' }) }),
    reply: Type.Object({ fileId: Type.String(), name: Type.String() }),
  }),
  contacts: get('/api/extend/Email/Contacts', {
    summary: "Colleagues of the caller's organisations who have an address and fit a keyword, at most 20",
    need,
    audit: 'none',
    query: Type.Object({ keyword: Type.Optional(Type.String({ maxLength: MAX_KEYWORD })) }),
    reply: listOf(mailAddress),
  }),
  letters: get('/api/extend/Email/Letters', {
    summary: "The caller's own letters that are not sent: drafts, those under way and doubtful ones, the latest first",
    need,
    audit: 'none',
    query: Type.Object(pageQuery),
    reply: pageOf(letterRow),
  }),
  letter: get('/api/extend/Email/Letters/{id}', { summary: "One of the caller's own letters", need, audit: 'none', params: letterParams, reply: letterView }),
  saveDraft: post('/api/extend/Email/Actions/SaveDraft', {
    summary: 'Keeps a letter as it is now. One that is under way, doubtful or sent is refused (`mail.letter-gone`)',
    need,
    audit: 'none',
    retry: 'natural',
    body: letterBody,
    reply: Type.Object({ id: Type.String(), lastModifyTime: Type.Integer() }),
  }),
  toMailbox: post('/api/extend/Email/Letters/{id}/Actions/ToMailbox', {
    summary:
      'Moves a draft into the mailbox’s own folder of drafts. Refused: `mail.no-drafts-folder`, `mail.draft-hidden` (it has hidden copies), `mail.draft-receiver` (a receiver is no address yet)',
    need,
    audit: 'none',
    retry: 'natural',
    transaction: 'own',
    params: letterParams,
    reply: none,
  }),
  removeLetter: del('/api/extend/Email/Letters/{id}', {
    summary: 'Throws away a draft or a doubtful letter; one that is under way is refused',
    need,
    audit: 'none',
    retry: 'natural',
    params: letterParams,
    reply: none,
  }),
  send: post('/api/extend/Email', {
    summary:
      'Sends a letter once: the same id is never handed to a server twice, unless a person says so of a doubtful one. `doubtful`: it left, and no answer came. ' +
      'Refused, it is a draft again',
    need,
    audit: 'write',
    retry: 'idempotent-key',
    transaction: 'own',
    body: letterBody,
    reply: sendReply,
  }),
  decide: post('/api/extend/Email/Letters/{id}/Actions/Decide', {
    summary: 'A person ends the doubt: `arrived` takes it off the list, `again` makes it a draft that can be sent once more',
    need,
    audit: 'write',
    retry: 'natural',
    params: letterParams,
    body: Type.Object({ verdict: literals('arrived', 'again') }),
    reply: none,
  }),
  upload: post('/api/extend/Email/Attachments', {
    summary: 'Takes a file that is to go along with a letter',
    need,
    audit: 'none',
    retry: 'never',
    retryReason: 'each call stores another file; those that no letter names go with the files without an owner',
    transaction: 'own',
    encoding: 'multipart',
    body: uploadBody,
    reply: uploadedFile,
  }),
});
