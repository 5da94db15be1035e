import type { RequestContext, ServerContext, TableSizes } from '@nephra/plugin-sdk/server';
import type { SourceTables } from './source.table.ts';
import type { SyncTables } from './sync.table.ts';

export interface DataDb extends SourceTables, SyncTables {}
export type Ctx = RequestContext<DataDb>;
/** What reading needs, in calls and outside of them. */
export type ReadCtx = ServerContext<DataDb>;

export const tableSizes: TableSizes = {};
