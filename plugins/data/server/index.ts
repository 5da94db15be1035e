import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import { backupPart } from './backup/backup.part.ts';
import { fillDemo } from './demo.ts';
import { mapPart } from './map/map.part.ts';
import migrations from './migrations';
import { modelPart } from './model/model.part.ts';
import { sourcePart } from './source/source.part.ts';
import { syncPart } from './sync/sync.part.ts';
import { type DataDb, tableSizes } from './tables/tables.ts';

export default defineServerPlugin<DataDb>({
  schema: 'data',
  migrations,
  tableSizes,
  demo: fillDemo,
  parts: [sourcePart, modelPart, syncPart, backupPart, mapPart],
});
