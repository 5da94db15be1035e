import { column, defineTable, fieldColumns, kept, type SqlRow, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { dataMap } from '../../contract/map/map.contract.ts';
import { MAX_MAP_BYTES, MAX_MAP_FEATURES } from '../../contract/map/map-limits.ts';

/** Maps of the whole installation. */
export const mapTable = defineTable(
  'data.map',
  {
    id: column.id(),
    ...fieldColumns(dataMap),
    enabled: column.flag(),
    features: column.int(0, MAX_MAP_FEATURES),
    dataSize: column.int(0, MAX_MAP_BYTES),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  { scope: 'installation', unique: { map_code_idx: ['enCode'] }, taken: { enCode: ['map-code-taken', 'code'] } },
);

/** What they draw. */
export const mapShapeTable = defineTable(
  'data.map_shape',
  { mapId: column.ref('data.map'), content: column.text(MAX_MAP_BYTES) },
  { scope: 'installation', rowsStay: true, key: ['mapId'] },
);

export interface MapTables {
  'data.map': SqlRow<typeof mapTable>;
  'data.map_shape': SqlRow<typeof mapShapeTable>;
}

export const mapSizes: TableSizes = { map: small(500), map_shape: small(500) };
