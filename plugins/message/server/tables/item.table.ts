import type { OrgId, RichText, UploadedFile } from '@nephra/plugin-sdk/contract';
import { column, defineTable, kept, type StoredOf, sql } from '@nephra/plugin-sdk/server';
import { MAX_KEY, MAX_NOTICE_HTML, MAX_TITLE, NOTICE_STATES, URGENCIES } from '../../contract/message-limits.ts';
import type { MessageLink } from '../../contract/message.schema.ts';

/** Texts of a message beside those in simplified Chinese, which stand in `title`, `body_text` and `creator_user`. */
export interface FurtherTexts {
  readonly titleZhtw: string;
  readonly titleEn: string;
  readonly textZhtw: string;
  readonly textEn: string;
  readonly fromZhtw: string;
  readonly fromEn: string;
}

/** Notices and messages. Its door is that of those who write notices: notices of their organisations; readers come by whom a row is for (`reader/visible-items.ts`). */
export const itemTable = defineTable(
  'message.item',
  {
    id: column.id(),
    type: column.intChoice(1, 2, 3),
    /** Of the notice's writer; null: a message. */
    orgId: column.id<OrgId>().nullable(),
    creatorId: column.text(64),
    creatorUser: column.text(100),
    title: column.text(MAX_TITLE),
    /** Of a notice. */
    content: column.json<RichText>().nullable(),
    /** Words of a notice, text of a message. */
    bodyText: column.text(MAX_NOTICE_HTML),
    texts: column.json<FurtherTexts>().nullable(),
    files: column.json<readonly UploadedFile[]>(),
    fileIds: column.texts(60),
    link: column.json<MessageLink>().nullable(),
    urgency: column.choice(...URGENCIES),
    /** What kind of message its plugin calls it; empty: a notice. */
    kind: column.text(100),
    sendKey: column.text(MAX_KEY),
    state: column.choice(...NOTICE_STATES),
    releaseNo: column.int(0, 1_000_000),
    releasedAt: column.instant().nullable(),
    pinned: column.flag(),
    mustRead: column.flag(),
    validUntil: column.instant().nullable(),
    /** Of a notice: when those who had not read it were reminded last, of the steady line. */
    remindedAt: column.instant().nullable(),
    searchGrams: column.grams('title', 'bodyText', 'texts.titleEn', 'texts.textEn'),
    ...kept,
  },
  {
    // The writing transaction, an xid8: the database fills it in, and `reader/read-all.ts` alone asks for it.
    others: ['writer'],
    rowName: 'title',
    unique: { item_send_key_idx: ['sendKey'] },
    uniqueWhere: { item_send_key_idx: "((deleted_at IS NULL) AND ((send_key)::text <> ''::text))" },
    scope: ({ user }, alias) => {
      const own = user.isAdministrator ? sql`true` : sql`${sql.ref(`${alias}.org_id`)} = any(${[...user.orgIds]}::text[])`;
      return sql<boolean>`(${sql.ref(`${alias}.type`)} = 1 and ${own})`;
    },
  },
);
export interface ItemStored extends StoredOf<typeof itemTable> {}
