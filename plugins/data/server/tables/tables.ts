import type { RequestContext, ServerContext, TableSizes } from '@nephra/plugin-sdk/server';
import type { BackupTables } from './backup.table.ts';
import type { CommonFieldTables } from './common-field.table.ts';
import type { MapTables } from './map.table.ts';
import type { SourceTables } from './source.table.ts';
import type { SyncTables } from './sync.table.ts';

export interface DataDb extends SourceTables, SyncTables, BackupTables, MapTables, CommonFieldTables {}
export type Ctx = RequestContext<DataDb>;
/** What reading needs, in calls and outside of them. */
export type ReadCtx = ServerContext<DataDb>;

export const tableSizes: TableSizes = {};
