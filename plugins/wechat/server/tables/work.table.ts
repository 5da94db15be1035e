import { closedDoor, column, defineTable, small, type SqlRow, type StoredOf, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_AGENT_ID, MAX_BASE_ADDRESS, MAX_CORP_ID } from '../../contract/work/work-limits.ts';

/** Of the installation: what reads them says why. */
const facts = { rowsStay: true, scope: closedDoor } as const;

export const workAccountTable = defineTable(
  'wechat.work_account',
  {
    id: column.id(),
    corpId: column.text(MAX_CORP_ID),
    agentId: column.int(0, MAX_AGENT_ID),
    /** Sealed; empty: none. */
    secret: column.text(2_000),
    /** Of the address book, sealed; empty: nothing is written there. */
    bookSecret: column.text(2_000),
    gateway: column.text(MAX_BASE_ADDRESS),
    loginPage: column.text(MAX_BASE_ADDRESS),
    siteAddress: column.text(MAX_BASE_ADDRESS),
    scanOn: column.flag(),
    messageOn: column.flag(),
    version: column.int(1, 1_000_000_000),
    updatedAt: column.instant(),
  },
  facts,
);
export interface WorkAccountStored extends StoredOf<typeof workAccountTable> {}

export const accessTokenTable = defineTable(
  'wechat.access_token',
  {
    id: column.id(),
    /** Sealed; empty: none. */
    sealed: column.text(4_000),
    /** Stands for the account that it was given to, secret and gateway included. */
    accountMark: column.text(64),
    expiresAt: column.instant(),
    /** Counted up by each change, so that of several who saw the same row one fetches. */
    generation: column.int(0, 2_000_000_000),
    /** Whoever fetches has so long. */
    fetchingUntil: column.instant(),
    /** Why the last fetch brought nothing; empty: it did. */
    failure: column.text(20),
    errcode: column.int(-1_000_000_000, 1_000_000_000),
    said: column.text(160),
    /** Nobody asks again before. */
    failedUntil: column.instant(),
  },
  facts,
);
export interface AccessTokenStored extends StoredOf<typeof accessTokenTable> {}

export const sendingTable = defineTable('wechat.sending', { messageId: column.text(80), beganAt: column.instant() }, { ...facts, key: ['messageId'] });

export interface WorkTables {
  'wechat.work_account': SqlRow<typeof workAccountTable>;
  'wechat.access_token': SqlRow<typeof accessTokenTable>;
  'wechat.sending': SqlRow<typeof sendingTable>;
}
export const workSizes: TableSizes = { work_account: small(1), access_token: small(4), sending: small(1_000) };
