import {
  closedDoor,
  column,
  defineTable,
  growing,
  type RequestContext,
  type ServerContext,
  type SqlRow,
  type StoredOf,
  sql,
  type TableSizes,
} from '@nephra/plugin-sdk/server';
import { MAX_NAME } from '../../contract/limits.ts';

const MAX_BYTES = 2_147_483_647;
const person = () => column.text(64);

/** Folders and files. Its door: one's own, in the recycle bin or not, and what others share by itself or with a folder above it. */
export const entryTable = defineTable(
  'documents.entry',
  {
    id: column.id(),
    ownerId: person(),
    /** Where the owner worked when it came. */
    orgId: column.org(),
    /** Empty: the topmost folder. */
    parentId: person(),
    /** Ids of the folders above it, the topmost first, and its own. */
    path: column.texts(64),
    kind: column.choice('folder', 'file'),
    name: column.text(MAX_NAME),
    nameKey: column.text(MAX_NAME * 2),
    fileId: column.text(120),
    fileSize: column.int(0, MAX_BYTES),
    createdBy: person(),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    /** The entry with which it was deleted; empty: it is there. */
    trashId: person(),
    trashedAt: column.instant().nullable(),
    purgedAt: column.instant().nullable(),
  },
  {
    rowsStay: true,
    unique: { entry_name_idx: ['ownerId', 'parentId', 'nameKey'] },
    uniqueWhere: { entry_name_idx: '(trashed_at IS NULL)' },
    scope: ({ user }, alias) => {
      const [owner, path, trashed, purged] = (['owner_id', 'path', 'trashed_at', 'purged_at'] as const).map((name) => sql.ref(`${alias}.${name}`));
      // rows: this is the door itself
      return sql<boolean>`(${purged} is null and (${owner} = ${user.userId} or (${trashed} is null and ${path} && array(
        select share.entry_id from documents.share as share where share.user_id = ${user.userId}))))`;
    },
  },
);
export interface EntryStored extends StoredOf<typeof entryTable> {}

/** With whom an entry is shared by itself. Nobody reads it by a right to rows. */
export const shareTable = defineTable(
  'documents.share',
  { entryId: column.ref('documents.entry'), userId: person(), mayChange: column.flag(), createdAt: column.instant() },
  { rowsStay: true, scope: closedDoor, key: ['entryId', 'userId'] },
);

export interface DocumentsDb {
  'documents.entry': SqlRow<typeof entryTable>;
  'documents.share': SqlRow<typeof shareTable>;
}
export type Ctx = RequestContext<DocumentsDb>;
/** Outside of calls. */
export type WorkCtx = ServerContext<DocumentsDb>;

/** Some thousand people with some hundred files each. */
export const tableSizes: TableSizes = { entry: growing(1_000_000), share: growing(200_000) };
