import {
  closedDoor,
  column,
  defineTable,
  growing,
  type RawBuilder,
  type ReadContext,
  type RequestContext,
  type ServerContext,
  small,
  type SqlBool,
  type SqlRow,
  type StoredOf,
  sql,
  type TableSizes,
  type UserAccountTable,
} from '@nephra/plugin-sdk/server';
import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { LETTER_STATES } from '../../contract/mail.contract.ts';
import {
  MAX_ACCOUNT,
  MAX_ADDRESS,
  MAX_LETTER_ID,
  MAX_MAIL_ID,
  MAX_MESSAGE_ID,
  MAX_NAME,
  MAX_SERVER_ADDRESS,
  MAX_SIGNATURE,
  MAX_SUBJECT,
  MAX_TEXT,
} from '../../contract/limits.ts';

/** Nobody meets the account or the letters of another one, administrators neither. */
const own = (ctx: ReadContext, alias: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${alias}.user_id`)} = ${ctx.user.userId}`;
const MAX_SEALED = 2_000;
export const MAX_SAID = 300;

export const accountTable = defineTable(
  'mail.account',
  {
    userId: column.id(),
    address: column.text(MAX_ADDRESS),
    account: column.text(MAX_ACCOUNT),
    senderName: column.text(MAX_NAME),
    signature: column.text(MAX_SIGNATURE),
    passwordSealed: column.text(MAX_SEALED),
    imapAddress: column.text(MAX_SERVER_ADDRESS),
    smtpAddress: column.text(MAX_SERVER_ADDRESS),
    checkedAt: column.instant(),
  },
  { rowsStay: true, scope: own, key: ['userId'] },
);
export interface AccountStored extends StoredOf<typeof accountTable> {}

/** Who gets a letter, as it was typed. */
export interface Receivers {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}

export const letterTable = defineTable(
  'mail.letter',
  {
    userId: column.id(),
    letterId: column.text(MAX_LETTER_ID),
    state: column.choice(...LETTER_STATES),
    receivers: column.json<Receivers>(),
    subject: column.text(MAX_SUBJECT),
    bodyText: column.text(MAX_TEXT),
    files: column.json<readonly UploadedFile[]>(),
    /** Their ids, to find whether a letter still names a file. */
    fileIds: column.texts(64),
    answers: column.text(MAX_MAIL_ID),
    answerKind: column.choice('', 'reply', 'replyAll', 'forward'),
    forwardParts: column.texts(60),
    /** Draft of the mailbox that it goes on with; empty: none. */
    draftOf: column.text(MAX_MAIL_ID),
    messageId: column.text(MAX_MESSAGE_ID),
    /** Key of what went wrong with the last try, below `errors.mail`; empty: nothing. */
    trouble: column.text(40),
    troubleSaid: column.text(MAX_SAID),
    /** Of the steady line: later than this nobody is sending it any more. */
    busyUntil: column.instant(),
    changedAt: column.instant(),
  },
  { rowsStay: true, scope: own, key: ['userId', 'letterId'] },
);
export interface LetterStored extends StoredOf<typeof letterTable> {}

export const simulationTable = defineTable(
  'mail.simulation',
  { id: column.id(), imapAddress: column.text(MAX_SERVER_ADDRESS), smtpAddress: column.text(MAX_SERVER_ADDRESS) },
  { rowsStay: true, scope: closedDoor },
);

export interface MailDb {
  'mail.account': SqlRow<typeof accountTable>;
  'mail.letter': SqlRow<typeof letterTable>;
  'mail.simulation': SqlRow<typeof simulationTable>;
  'core.user_account': UserAccountTable;
}
export type Ctx = RequestContext<MailDb>;
/** What reading needs, in calls and outside of them. */
export type ReadCtx = ServerContext<MailDb>;

export const tableSizes: TableSizes = { account: small(5_000), letter: growing(200_000), simulation: small(1) };
