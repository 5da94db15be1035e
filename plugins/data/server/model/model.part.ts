import type { ServerPart } from '@nephra/plugin-sdk/server';
import type { DataDb } from '../tables/tables.ts';
import { rowBundle } from './bundle/rows.bundle.ts';
import { tableBundle } from './bundle/tables.bundle.ts';
import { modelRoutes } from './model.routes.ts';

/** Tables of sources, and those of the site. */
export const modelPart: ServerPart<DataDb> = { name: 'model', implementations: [modelRoutes], extensions: [tableBundle, rowBundle] };
