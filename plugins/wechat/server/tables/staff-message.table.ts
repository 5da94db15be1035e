import { column, defineTable, growing, ownedBy, type SqlRow, type StoredOf, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_STAFF_RECEIVERS, MAX_STAFF_TEXT, MAX_WORK_USER_ID, STAFF_MESSAGE_STATES, WORK_MESSAGE_MENU } from '../../contract/work/work-limits.ts';

const MAX_TO_USERS = 300;
export const MAX_MSG_ID = 200;

/** Messages that people write to staff over the work account, for those who work where they were written. */
export const staffMessageTable = defineTable(
  'wechat.staff_message',
  {
    id: column.id(),
    orgId: column.org(),
    content: column.text(MAX_STAFF_TEXT),
    state: column.choice(...STAFF_MESSAGE_STATES),
    /** A `WorkFailure`, or what a person said became of it (`told-…`); empty: none. */
    reason: column.text(40),
    errcode: column.int(-1_000_000_000, 1_000_000_000),
    /** Names of the first receivers. */
    toUsers: column.text(MAX_TO_USERS),
    receivers: column.int(1, MAX_STAFF_RECEIVERS),
    unreached: column.int(0, MAX_STAFF_RECEIVERS),
    creatorId: column.text(64),
    creatorUser: column.text(100),
    createdAt: column.instant(),
    /** When the first try began whose end nobody knows, on the steady line. */
    triedAt: column.instant(),
    /** What the service calls it; empty: it has not said. */
    msgId: column.text(MAX_MSG_ID),
  },
  { rowsStay: true, menu: WORK_MESSAGE_MENU, errorPrefix: 'qy' },
);
export interface StaffMessageStored extends StoredOf<typeof staffMessageTable> {}

export const staffReceiverTable = defineTable(
  'wechat.staff_receiver',
  {
    messageId: column.ref('wechat.staff_message'),
    userId: column.text(64),
    realName: column.text(100),
    /** Empty: of a department, and bound to nobody there. */
    member: column.text(MAX_WORK_USER_ID),
    reached: column.flag(),
  },
  { rowsStay: true, scope: ownedBy(staffMessageTable, 'message_id'), key: ['messageId', 'userId'] },
);

export interface StaffMessageTables {
  'wechat.staff_message': SqlRow<typeof staffMessageTable>;
  'wechat.staff_receiver': SqlRow<typeof staffReceiverTable>;
}
export const staffMessageSizes: TableSizes = { staff_message: growing(100_000), staff_receiver: growing(1_000_000) };

/** Names that fit, with an ellipsis where others follow. */
export function namesShown(names: readonly string[]): string {
  let shown = '';
  for (const name of names) {
    const longer = shown === '' ? name : `${shown}、${name}`;
    if (longer.length > MAX_TO_USERS - 2) return `${shown}…`;
    shown = longer;
  }
  return shown;
}
