import { column, defineTable } from '@nephra/plugin-sdk/server';

/** Dialysis shifts of a facility. Times are `HH:mm`. */
export const shiftTable = defineTable(
  'patient.shift',
  {
    id: column.id(),
    orgId: column.org(),
    fullName: column.text(50),
    startTime: column.text(5),
    endTime: column.text(5),
    sortCode: column.int(0, 1_000_000),
  },
  { rowsStay: true },
);
