import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import type { NewRow } from '../new-row.ts';

/** Shares of prescription lines in lots. Open promise = quantity - taken - released. */
export const allocationTable = defineTable(
  'pharmacy.allocation',
  {
    id: column.id(),
    orgId: column.org(),
    dpId: column.id(),
    detailId: column.id(),
    lotId: column.ref('pharmacy.lot'),
    quantity: column.quantity(16),
    taken: column.quantity(16),
    released: column.quantity(16),
    returned: column.quantity(16),
    createdAt: column.instant(),
    /** Who took it from the shelf; empty in the demo's past. */
    pickedBy: column.text(64),
    pickedByName: column.text(100),
  },
  { rowsStay: true },
);
export interface AllocationStored extends StoredOf<typeof allocationTable> {}
/** Handed out already at once: only demo data skips the steps between. */
export type NewAllocation = NewRow<AllocationStored, 'taken' | 'released' | 'returned' | 'pickedBy' | 'pickedByName'>;
