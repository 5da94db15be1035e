import type { ServerPart } from '@nephra/plugin-sdk/server';
import { sourceSizes } from '../tables/source.table.ts';
import type { DataDb } from '../tables/tables.ts';
import { sourceRoutes } from './source.routes.ts';
import { sourceBundle } from './sources.bundle.ts';

/** Foreign databases: what is known of them, and whether they answer. */
export const sourcePart: ServerPart<DataDb> = { name: 'source', implementations: [sourceRoutes], extensions: [sourceBundle], tableSizes: sourceSizes };
