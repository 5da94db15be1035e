import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

/** Secrets of signing in: each is looked up by what its holder sends, and by nothing else. All times are of the steady line. */
const secret = { rowsStay: true, scope: closedDoor } as const;
const hash = () => column.text(100);

/** Pictures to read; the key is chosen by the client. */
export const captchaTable = defineTable(
  'core.captcha',
  { key: column.text(200), answer: column.text(20), expiresAt: column.instant() },
  { ...secret, key: ['key'] },
);

/** The latest code that was sent to a number. */
export const smsCodeTable = defineTable(
  'core.sms_code',
  {
    mobile: column.text(50),
    /** Empty once it is used. */
    codeHash: hash(),
    sentAt: column.instant(),
    expiresAt: column.instant(),
    tries: column.int(0, 1_000),
    sentToday: column.int(0, 1_000),
  },
  { ...secret, key: ['mobile'] },
);

/** Text messages that were written down instead of sent. */
export const smsOutboxTable = defineTable(
  'core.sms_outbox',
  { id: column.id(), createdAt: column.instant(), mobile: column.text(50), text: column.text(2_000) },
  secret,
);

/** Pictures to scan with a device that is signed in. */
export const scanTicketTable = defineTable(
  'core.scan_ticket',
  {
    /** Of the secret that only the waiting browser knows. */
    secretHash: hash(),
    /** Of the code inside the picture. */
    codeHash: hash(),
    state: column.choice('waiting', 'scanned', 'confirmed', 'used'),
    userId: column.ref('core.user_account').nullable(),
    parentSessionId: column.id().nullable(),
    createdAt: column.instant(),
    expiresAt: column.instant(),
  },
  { ...secret, key: ['secretHash'], unique: { scan_ticket_code_hash_key: ['codeHash'] } },
);

/** Secrets that may stand in an address, because they open one thing once. */
export const oneTimeTicketTable = defineTable(
  'core.one_time_ticket',
  {
    tokenHash: hash(),
    purpose: column.choice('session', 'download', 'play', 'co-sign'),
    userId: column.ref('core.user_account'),
    sessionId: column.id(),
    /** Host that it is meant for, id of the file, or what is signed. */
    target: column.text(500),
    expiresAt: column.instant(),
    usedAt: column.instant().nullable(),
    /** How often it is still good. */
    usesLeft: column.int(0, 100),
  },
  { ...secret, key: ['tokenHash'] },
);

/** Short numbers with which people sign at somebody else's device. */
export const signPinTable = defineTable(
  'core.sign_pin',
  { userId: column.ref('core.user_account'), pinSealed: column.text(1_000), setAt: column.instant() },
  { ...secret, key: ['userId'] },
);
