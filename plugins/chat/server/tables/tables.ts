import { growing, type RequestContext, type ServerContext, small, type TableSizes } from '@nephra/plugin-sdk/server';
import type { ConversationTables } from './conversation.table.ts';
import type { MessageTables } from './message.table.ts';

export interface ChatDb extends ConversationTables, MessageTables {}
export type Ctx = RequestContext<ChatDb>;
/** Outside of calls. */
export type WorkCtx = ServerContext<ChatDb>;

/** Twenty facilities of some hundred people, a few messages a person and day. */
export const tableSizes: TableSizes = { conversation: growing(200_000), member: growing(450_000), message: growing(10_000_000), sending: small(10_000) };
