import type { RequestContext, ServerContext, TableSizes } from '@nephra/plugin-sdk/server';
import { type ConversationTables, conversationSizes } from './conversation.table.ts';
import { type UsageTables, usageSizes } from './usage.table.ts';

export interface AssistantDb extends ConversationTables, UsageTables {}
export type Ctx = RequestContext<AssistantDb>;
/** What reading needs, in calls and outside of them. */
export type ReadCtx = ServerContext<AssistantDb>;

export const tableSizes: TableSizes = { ...conversationSizes, ...usageSizes };
