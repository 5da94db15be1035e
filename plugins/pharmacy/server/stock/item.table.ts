import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** Items that a facility ever received or wants kept. */
export const itemTable = defineTable(
  'pharmacy.item',
  {
    orgId: column.org(),
    drugId: column.id(),
    kind: column.choice('drug', 'material'),
    drugName: column.text(200),
    drugSpec: column.text(200),
    unit: column.text(40),
    stockUnit: column.text(40),
    /** Preparation units in one stock unit. */
    stockDmin: column.quantity(16),
    /** Preparation units; 0 = no warning. */
    minimum: column.quantity(16),
    /** Every pack must be scanned. */
    traceRequired: column.flag(),
    version: column.int(1, 2_000_000_000),
    searchGrams: column.grams('drugName', 'drugSpec'),
  },
  { rowsStay: true, key: ['orgId', 'drugId'], errorPrefix: 'item', rowName: 'drugName' },
);
export interface ItemStored extends StoredOf<typeof itemTable> {}
