import type { ServerPart } from '@nephra/plugin-sdk/server';
import { mapSizes } from '../tables/map.table.ts';
import type { DataDb } from '../tables/tables.ts';
import { mapRoutes } from './map.routes.ts';

/** Maps that pages draw. */
export const mapPart: ServerPart<DataDb> = { name: 'map', implementations: [mapRoutes], tableSizes: mapSizes };
