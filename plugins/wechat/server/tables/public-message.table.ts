import { column, defineTable, growing, kept, small, type SqlRow, type StoredOf, type TableSizes } from '@nephra/plugin-sdk/server';
import type { RichText } from '@nephra/plugin-sdk/contract';
import {
  ANSWER_KINDS,
  ANSWER_MATCHES,
  MAX_ANSWER_NAME,
  MAX_ARTICLE_AUTHOR,
  MAX_ARTICLE_DIGEST,
  MAX_ARTICLE_TITLE,
  MAX_ARTICLE_URL,
  MAX_KEYWORD,
  MAX_MEDIA_ID,
  MAX_MESSAGE_TEXT,
  MESSAGE_STATES,
  MESSAGE_TYPES,
} from '../../contract/public/public-limits.ts';
import { ofPatients } from './public.table.ts';

export const publicMessageTable = defineTable(
  'wechat.public_message',
  {
    id: column.id(),
    userId: column.text(64),
    orgId: column.text(64),
    direction: column.choice('in', 'out'),
    type: column.choice(...MESSAGE_TYPES),
    content: column.text(2_000),
    /** Number of the service; empty: it gave none. */
    foreignId: column.text(64),
    state: column.choice(...MESSAGE_STATES),
    reason: column.text(300),
    answeredBy: column.text(MAX_ANSWER_NAME),
    creatorUser: column.text(100),
    createdAt: column.instant(),
  },
  {
    rowsStay: true,
    scope: ofPatients,
    unique: { public_message_foreign_idx: ['foreignId'] },
    uniqueWhere: { public_message_foreign_idx: "((foreign_id)::text <> ''::text)" },
  },
);
export interface PublicMessageStored extends StoredOf<typeof publicMessageTable> {}

export const answerTable = defineTable(
  'wechat.public_answer',
  {
    id: column.id(),
    fullName: column.text(MAX_ANSWER_NAME),
    kind: column.choice(...ANSWER_KINDS),
    match: column.choice(...ANSWER_MATCHES),
    keywords: column.texts(MAX_KEYWORD),
    content: column.text(MAX_MESSAGE_TEXT),
    sortCode: column.int(0, 9_999),
    enabled: column.flag(),
    ...kept,
  },
  { scope: 'installation', errorPrefix: 'mp-answer' },
);
export interface AnswerStored extends StoredOf<typeof answerTable> {}

export const articleTable = defineTable(
  'wechat.public_article',
  {
    id: column.id(),
    title: column.text(MAX_ARTICLE_TITLE),
    author: column.text(MAX_ARTICLE_AUTHOR),
    digest: column.text(MAX_ARTICLE_DIGEST),
    content: column.json<RichText>(),
    thumbId: column.text(MAX_MEDIA_ID),
    sourceUrl: column.text(MAX_ARTICLE_URL),
    /** In the service's box of drafts; empty: it is not there. */
    mediaId: column.text(MAX_MEDIA_ID),
    state: column.choice('draft', 'pushing', 'pushed', 'changed', 'doubtful'),
    /** Whoever hands it over has so long, of the steady line. */
    pushingUntil: column.instant().nullable(),
    creatorUser: column.text(100),
    ...kept,
  },
  { scope: 'installation', errorPrefix: 'mp-article' },
);
export interface ArticleStored extends StoredOf<typeof articleTable> {}

export interface PublicMessageTables {
  'wechat.public_message': SqlRow<typeof publicMessageTable>;
  'wechat.public_answer': SqlRow<typeof answerTable>;
  'wechat.public_article': SqlRow<typeof articleTable>;
}
export const publicMessageSizes: TableSizes = { public_message: growing(1_000_000), public_answer: small(200), public_article: small(2_000) };
