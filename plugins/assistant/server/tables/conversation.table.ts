import {
  column,
  defineTable,
  growing,
  ownedBy,
  type ReadContext,
  type RawBuilder,
  type SqlBool,
  type SqlRow,
  sql,
  type StoredOf,
  type TableSizes,
} from '@nephra/plugin-sdk/server';
import { MAX_ANSWER, MAX_ADDRESS, MAX_ASK_ID, MAX_PROMPT, MAX_TITLE, MAX_TURNS } from '../../contract/limits.ts';
import type { SentMessage } from '../../contract/assistant.contract.ts';

/** Nobody reads the conversations of another one, administrators neither. */
const own = (ctx: ReadContext, alias: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(`${alias}.user_id`)} = ${ctx.user.userId}`;

export const conversationTable = defineTable(
  'assistant.conversation',
  {
    id: column.id(),
    orgId: column.org(),
    userId: column.id(),
    title: column.text(MAX_TITLE),
    /** Questions that were answered, or stopped. */
    turns: column.int(0, MAX_TURNS),
    lastAt: column.instant(),
  },
  { rowsStay: true, scope: own },
);
export interface ConversationStored extends StoredOf<typeof conversationTable> {}

export const turnTable = defineTable(
  'assistant.turn',
  {
    id: column.id(),
    conversationId: column.ref('assistant.conversation'),
    userId: column.id(),
    askId: column.text(MAX_ASK_ID),
    state: column.choice('running', 'done', 'cut', 'stopped', 'failed'),
    asked: column.text(MAX_PROMPT),
    answered: column.text(MAX_ANSWER),
    sent: column.json<readonly SentMessage[]>(),
    host: column.text(MAX_ADDRESS),
    lookedUp: column.texts(100),
    /** Somebody pressed stop. */
    stop: column.flag(),
    /** Of the steady line: later than this nobody works on it any more. */
    busyUntil: column.instant(),
    createdAt: column.instant(),
  },
  {
    rowsStay: true,
    scope: ownedBy(conversationTable, 'conversation_id'),
    unique: { turn_ask_idx: ['userId', 'askId'], turn_running_idx: ['userId'] },
    uniqueWhere: { turn_running_idx: "(state = 'running'::text)" },
  },
);
export interface TurnStored extends StoredOf<typeof turnTable> {}

export interface ConversationTables {
  'assistant.conversation': SqlRow<typeof conversationTable>;
  'assistant.turn': SqlRow<typeof turnTable>;
}
export const conversationSizes: TableSizes = { conversation: growing(200_000), turn: growing(2_000_000) };
