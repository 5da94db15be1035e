import { closedDoor, column, defineTable, growing, type ReadContext, small, type SqlRow, type StoredOf, sql, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_APP_ID, MAX_TEMPLATE_FIELD, MAX_TEMPLATE_ID, SYNC_STATES, TEMPLATE_KINDS } from '../../contract/public/public-limits.ts';
import type { MenuButton } from '../../contract/public/public-menu.contract.ts';
import { MAX_BASE_ADDRESS } from '../../contract/work/work-limits.ts';

/** Of the installation: what reads them says why. */
const facts = { rowsStay: true, scope: closedDoor } as const;
const count = column.int(0, 100_000_000);
const sealed = () => column.text(2_000);

export const publicAccountTable = defineTable(
  'wechat.public_account',
  {
    id: column.id(),
    appId: column.text(MAX_APP_ID),
    /** Sealed; empty: none. */
    secret: sealed(),
    token: sealed(),
    aesKey: sealed(),
    gateway: column.text(MAX_BASE_ADDRESS),
    siteAddress: column.text(MAX_BASE_ADDRESS),
    reminderUrl: column.text(MAX_BASE_ADDRESS),
    templateKind: column.choice(...TEMPLATE_KINDS),
    templateId: column.text(MAX_TEMPLATE_ID),
    templateField: column.text(MAX_TEMPLATE_FIELD),
    receiveOn: column.flag(),
    messageOn: column.flag(),
    version: column.int(1, 1_000_000_000),
    updatedAt: column.instant(),
  },
  facts,
);
export interface PublicAccountStored extends StoredOf<typeof publicAccountTable> {}

export const seenTable = defineTable('wechat.public_seen', { mark: column.text(64), seenAt: column.instant() }, { ...facts, key: ['mark'] });

export const publicMenuTable = defineTable(
  'wechat.public_menu',
  { id: column.id(), buttons: column.json<readonly MenuButton[]>(), version: column.int(1, 1_000_000_000), updatedAt: column.instant() },
  facts,
);
export const menuReleaseTable = defineTable(
  'wechat.public_menu_release',
  {
    id: column.id(),
    buttons: column.json<readonly MenuButton[]>(),
    /** What was in force before, however it came there. */
    before: column.json<readonly MenuButton[]>(),
    creatorUser: column.text(100),
    createdAt: column.instant(),
    undoneAt: column.instant().nullable(),
  },
  facts,
);

/** Rows of the bound patient's organisation; system administrators besides those of nobody. */
const ofPatients = ({ user }: ReadContext, alias: string) => {
  const orgId = sql.ref(`${alias}.org_id`);
  return sql<boolean>`(${orgId} = any(${[...user.orgIds]}::text[]) or (${orgId} = '' and ${user.isAdministrator}))`;
};

/** Followers. */
export const publicUserTable = defineTable(
  'wechat.public_user',
  {
    id: column.id(),
    openId: column.text(64),
    subscribed: column.flag(),
    subscribedAt: column.instant().nullable(),
    tags: column.json<readonly number[]>(),
    /** Their last act, of the steady line. */
    lastAt: column.instant().nullable(),
    patientId: column.text(64),
    orgId: column.text(64),
    boundAt: column.instant().nullable(),
    /** Codes that were none, since when. */
    wrongCodes: column.int(0, 1_000_000),
    wrongSince: column.instant().nullable(),
    /** The sync that read them last. */
    seenRun: column.text(64),
    infoDue: column.flag(),
    createdAt: column.instant(),
    updatedAt: column.instant(),
  },
  { rowsStay: true, scope: ofPatients, unique: { public_user_open_idx: ['openId'] } },
);
export interface PublicUserStored extends StoredOf<typeof publicUserTable> {}

export const publicTagTable = defineTable(
  'wechat.public_tag',
  { tagId: column.int(0, 2_147_483_647), fullName: column.text(60), count, updatedAt: column.instant() },
  { ...facts, key: ['tagId'] },
);

export const publicSyncTable = defineTable(
  'wechat.public_sync',
  {
    id: column.id(),
    /** The same for all, so that one is at work at a time. */
    kind: column.choice('followers'),
    state: column.choice(...SYNC_STATES),
    /** Where the service goes on with its list. */
    nextOpenId: column.text(64),
    /** Its list is read to the end. */
    listed: column.flag(),
    ...{ total: count, done: count, added: count, gone: count },
    reason: column.text(300),
    creatorUser: column.text(100),
    createdAt: column.instant(),
    endedAt: column.instant().nullable(),
    leaseOwner: column.text(200),
    leaseUntil: column.instant(),
  },
  {
    ...{
      ...facts,
      unique: { public_sync_open_idx: ['kind'] },
      uniqueWhere: { public_sync_open_idx: "(state = ANY (ARRAY['waiting'::text, 'running'::text]))" },
    },
  },
);
export interface PublicSyncStored extends StoredOf<typeof publicSyncTable> {}

export const bindCodeTable = defineTable(
  'wechat.public_bind_code',
  {
    hash: column.text(64),
    patientId: column.text(64),
    orgId: column.text(64),
    creatorId: column.text(64),
    creatorUser: column.text(100),
    /** Of the steady line. */
    endsAt: column.instant(),
  },
  { ...facts, key: ['hash'], unique: { public_bind_code_patient_idx: ['patientId'] } },
);

export { ofPatients };

export interface PublicTables {
  'wechat.public_account': SqlRow<typeof publicAccountTable>;
  'wechat.public_seen': SqlRow<typeof seenTable>;
  'wechat.public_menu': SqlRow<typeof publicMenuTable>;
  'wechat.public_menu_release': SqlRow<typeof menuReleaseTable>;
  'wechat.public_user': SqlRow<typeof publicUserTable>;
  'wechat.public_tag': SqlRow<typeof publicTagTable>;
  'wechat.public_sync': SqlRow<typeof publicSyncTable>;
  'wechat.public_bind_code': SqlRow<typeof bindCodeTable>;
}
export const publicSizes: TableSizes = {
  ...{ public_account: small(1), public_seen: small(20_000), public_menu: small(1), public_menu_release: small(500), public_user: growing(100_000) },
  ...{ public_tag: small(100), public_sync: small(500), public_bind_code: small(1_000) },
};
