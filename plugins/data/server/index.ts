import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import migrations from './migrations';
import { modelPart } from './model/model.part.ts';
import { sourcePart } from './source/source.part.ts';
import { syncPart } from './sync/sync.part.ts';
import { type DataDb, tableSizes } from './tables/tables.ts';

export default defineServerPlugin<DataDb>({
  schema: 'data',
  migrations,
  tableSizes,
  parts: [sourcePart, modelPart, syncPart],
});
