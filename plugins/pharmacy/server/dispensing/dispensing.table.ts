import { column, defineTable } from '@nephra/plugin-sdk/server';

/**
 * Acts that leave rxStatus where it is (the rest is picked, handed out, taken back): with the prescription's own version they make the version that a
 * caller must have read. The row is also what two pharmacists wait for; whose the prescription is, its plugin knows.
 */
export const dispensingTable = defineTable(
  'pharmacy.dispensing',
  { dpId: column.id(), acts: column.int(0, 2_000_000_000) },
  { rowsStay: true, scope: 'installation', key: ['dpId'] },
);
