import type { ServerPart } from '@nephra/plugin-sdk/server';
import { commonFieldSizes } from '../tables/common-field.table.ts';
import type { DataDb } from '../tables/tables.ts';
import { commonFieldBundle } from './bundle/common-fields.bundle.ts';
import { rowBundle } from './bundle/rows.bundle.ts';
import { tableBundle } from './bundle/tables.bundle.ts';
import { commonFieldRoutes } from './common-field.routes.ts';
import { modelRoutes } from './model.routes.ts';

/** Tables of sources, those of the site, and columns that are put into these. */
export const modelPart: ServerPart<DataDb> = {
  name: 'model',
  implementations: [modelRoutes, commonFieldRoutes],
  extensions: [tableBundle, rowBundle, commonFieldBundle],
  tableSizes: commonFieldSizes,
};
