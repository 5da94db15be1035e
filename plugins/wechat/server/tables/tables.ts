import type { RequestContext, ServerContext } from '@nephra/plugin-sdk/server';
import type { LinkTables } from './department-link.table.ts';
import type { DingTables } from './ding.table.ts';
import type { PublicMessageTables } from './public-message.table.ts';
import type { PublicTables } from './public.table.ts';
import type { StaffMessageTables } from './staff-message.table.ts';
import type { SyncTables } from './sync.table.ts';
import type { WorkTables } from './work.table.ts';

export interface WechatDb extends WorkTables, DingTables, SyncTables, LinkTables, PublicTables, PublicMessageTables, StaffMessageTables {}
export type Ctx = RequestContext<WechatDb>;
/** What reading needs, in calls and outside of them. */
export type ReadCtx = ServerContext<WechatDb>;
