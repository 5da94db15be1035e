import { column, defineTable, growing, type RequestContext, type SqlRow, type StoredOf, type TableSizes } from '@nephra/plugin-sdk/server';
import { CALL_PLACES } from '../../contract/limits.ts';

/** Who was called where. */
export const callTable = defineTable(
  'dialysis_wall.call',
  {
    id: column.id(),
    orgId: column.org(),
    day: column.day().named('call_day'),
    slotId: column.text(64),
    patientId: column.text(64),
    place: column.choice(...CALL_PLACES),
    calledAt: column.instant(),
    withdrawnAt: column.instant().nullable(),
    byId: column.text(64),
    byName: column.text(100),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, errorPrefix: 'call' },
);
export interface CallStored extends StoredOf<typeof callTable> {}

export interface WallDb {
  'dialysis_wall.call': SqlRow<typeof callTable>;
}
export type Ctx = RequestContext<WallDb>;

/** Two calls for each treatment of ten years of twenty facilities. */
export const tableSizes: TableSizes = { call: growing(5_000_000) };
