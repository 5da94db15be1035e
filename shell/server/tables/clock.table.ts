import { closedDoor, column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';

/** The line of moments that no clock moves back, in one row; see core/clock/steady-time.ts. */
export const steadyTimeTable = defineTable(
  'core.steady_time',
  {
    id: column.int(1, 1),
    /** How far the line has come. */
    at: column.instant(),
    /** When that was, by the clock of the database. */
    seen: column.instant(),
  },
  { rowsStay: true, scope: closedDoor },
);

/** The clock of a computer was set, forward or back. */
export const clockStepTable = defineTable(
  'core.clock_step',
  {
    id: column.id(),
    seq: column.int(1, Number.MAX_SAFE_INTEGER),
    /** What it showed afterwards. */
    at: column.instant(),
    /** Milliseconds, forward when positive. */
    byMs: column.int(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    node: column.text(500),
  },
  { rowsStay: true, scope: closedDoor },
);
export interface ClockStepStored extends StoredOf<typeof clockStepTable> {}
