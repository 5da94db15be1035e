import { closedDoor, column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Sessions of people who are signed in. Tokens are stored hashed. */
export const sessionTable = defineTable(
  'core.session',
  {
    id: column.id(),
    tokenHash: column.text(100),
    userId: column.ref('core.user_account'),
    /** Session whose ticket opened this one; it ends with that one. */
    parentId: column.id().nullable(),
    createdAt: column.instant(),
    /** On the steady line, like `expiresAt`. */
    lastSeenAt: column.instant(),
    expiresAt: column.instant(),
    ip: column.text(100),
    /** `screen`: nobody works with it, so that it does not rest (`SessionStore.keepScreen`). */
    device: column.choice('web', 'mobile', 'screen'),
    userAgent: column.text(200),
    locked: column.flag(),
    unlockFailures: column.int(0, 1_000_000),
    endedAt: column.instant().nullable(),
    endReason: column.choice('', 'logout', 'forced', 'password', 'disabled', 'expired', 'unlock'),
  },
  { rowsStay: true, scope: closedDoor, unique: { session_token_hash_key: ['tokenHash'] } },
);
export type SessionEnd = StoredOf<typeof sessionTable>['endReason'];
