import { closedDoor, column, defineTable } from '@nephra/plugin-sdk/server';

const guard = { rowsStay: true, scope: closedDoor } as const;

/** Failed tries of an account, and of an account at an address. All times are of the steady line. */
export const loginAttemptTable = defineTable(
  'core.login_attempt',
  {
    /** `account:<name>`, `pair:<name>@<address>`, `let-in:<name>`, `setup:<address>` */
    key: column.text(1_000),
    failures: column.int(0, 1_000_000_000),
    /** Of the failures those that are being looked at now. */
    judging: column.int(0, 1_000_000_000),
    lastFailedAt: column.instant(),
    lockedUntil: column.instant().nullable(),
  },
  { ...guard, key: ['key'] },
);

/** How much is being guessed from an address; it is slowed, never shut. */
export const loginAddressTable = defineTable(
  'core.login_address',
  {
    /** IPv4 address, or the first 64 bits of an IPv6 one. */
    network: column.text(100),
    /** Failed tries from there, over all accounts; halves every few hours. */
    pressure: column.float(),
    countedAt: column.instant(),
    /** Until when the places of a lane are given out: of those who worked for it, and of the others. */
    workedUntil: column.instant().nullable(),
    idleUntil: column.instant().nullable(),
  },
  { ...guard, key: ['network'] },
);

/** Passwords that were replaced; the newest few of each person are kept. */
export const passwordHistoryTable = defineTable(
  'core.password_history',
  {
    seq: column.int(1, Number.MAX_SAFE_INTEGER),
    userId: column.ref('core.user_account'),
    /** When it was replaced. */
    at: column.instant(),
    passwordHash: column.text(500),
  },
  { ...guard, key: ['seq'] },
);
