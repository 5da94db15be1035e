import { growing, type RequestContext, type ServerContext, small, type SqlRow, type TableSizes } from '@nephra/plugin-sdk/server';
import type { disinfectionTable, machineTable, roomTable, stationTable } from './place.tables.ts';
import type { closureTable, rotaTable, slotTable, templateTable } from './plan.tables.ts';

export interface ScheduleDb {
  'dialysis_schedule.room': SqlRow<typeof roomTable>;
  'dialysis_schedule.station': SqlRow<typeof stationTable>;
  'dialysis_schedule.machine': SqlRow<typeof machineTable>;
  'dialysis_schedule.disinfection': SqlRow<typeof disinfectionTable>;
  'dialysis_schedule.slot': SqlRow<typeof slotTable>;
  'dialysis_schedule.closure': SqlRow<typeof closureTable>;
  'dialysis_schedule.rota': SqlRow<typeof rotaTable>;
  'dialysis_schedule.week_template': SqlRow<typeof templateTable>;
}
/** Of a call. */
export type Ctx = RequestContext<ScheduleDb>;
/** Of jobs, events and services. */
export type WorkCtx = ServerContext<ScheduleDb>;

/** Ten years of some centres with 24 stations, three shifts and six days a week: 23,000 treatments a year each. */
export const tableSizes: TableSizes = {
  room: small(200),
  station: small(1_000),
  machine: small(1_500),
  disinfection: growing(800_000),
  slot: growing(1_000_000),
  closure: small(2_000),
  rota: growing(300_000),
  week_template: small(500),
};
