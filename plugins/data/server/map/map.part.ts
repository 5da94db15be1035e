import type { ServerPart } from '@nephra/plugin-sdk/server';
import { mapSizes } from '../tables/map.table.ts';
import type { DataDb } from '../tables/tables.ts';
import { mapRoutes } from './map.routes.ts';
import { mapBundle } from './maps.bundle.ts';

/** Maps that pages draw. */
export const mapPart: ServerPart<DataDb> = { name: 'map', implementations: [mapRoutes], extensions: [mapBundle], tableSizes: mapSizes };
