import { closedDoor, column, defineTable, growing, small, type SqlRow, type StoredOf, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_APP_KEY, MAX_DING_AGENT, MAX_DING_USER_ID } from '../../contract/ding/ding-limits.ts';
import { MAX_BASE_ADDRESS } from '../../contract/work/work-limits.ts';

/** Of the installation: what reads them says why. */
const facts = { rowsStay: true, scope: closedDoor } as const;

export const dingAccountTable = defineTable(
  'wechat.ding_account',
  {
    id: column.id(),
    appKey: column.text(MAX_APP_KEY),
    /** Digits; empty: none. */
    agentId: column.text(MAX_DING_AGENT),
    /** Sealed; empty: none. */
    secret: column.text(2_000),
    gateway: column.text(MAX_BASE_ADDRESS),
    siteAddress: column.text(MAX_BASE_ADDRESS),
    messageOn: column.flag(),
    version: column.int(1, 1_000_000_000),
    updatedAt: column.instant(),
  },
  facts,
);
export interface DingAccountStored extends StoredOf<typeof dingAccountTable> {}

export const dingMemberTable = defineTable(
  'wechat.ding_member',
  { userId: column.text(64), dingUserId: column.text(MAX_DING_USER_ID) },
  { ...facts, key: ['userId'], unique: { ding_member_id_idx: ['dingUserId'] } },
);

export interface DingTables {
  'wechat.ding_account': SqlRow<typeof dingAccountTable>;
  'wechat.ding_member': SqlRow<typeof dingMemberTable>;
}
export const dingSizes: TableSizes = { ding_account: small(1), ding_member: growing(10_000) };
