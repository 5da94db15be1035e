import { column, defineTable, fieldColumns, kept, type StoredOf } from '@nephra/plugin-sdk/server';
import { area } from '../../contract/area/area.contract.ts';
import { MAX_AREA_NAME } from '../../contract/area/limits.ts';

/** Areas. */
export const areaTable = defineTable(
  'system.area',
  {
    id: column.id(),
    ...fieldColumns(area),
    enabled: column.flag(),
    searchGrams: column.grams('fullName', 'enCode'),
    ...kept,
  },
  { scope: 'installation', unique: { area_code_idx: ['enCode'] }, taken: { enCode: ['area-code-taken', 'code'] }, list: area },
);
export interface AreaStored extends StoredOf<typeof areaTable> {}

/** Areas of the national list, with what that calls them. */
export const areaListedTable = defineTable(
  'system.area_listed',
  { areaId: column.id(), name: column.text(MAX_AREA_NAME) },
  { scope: 'installation', rowsStay: true, key: ['areaId'] },
);

/** The list that was taken over last. */
export const areaSeedTable = defineTable(
  'system.area_seed',
  { name: column.text(20), source: column.text(100), dated: column.text(10) },
  { scope: 'installation', rowsStay: true, key: ['name'] },
);
